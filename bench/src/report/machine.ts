import { cpus, loadavg, totalmem } from 'node:os'
import type { Client } from 'pg'

/** The environment of a run, on which its figures depend. */
export interface MachineFacts {
  readonly cores: number
  readonly processor: string
  readonly memoryGiB: number
  readonly node: string
  /** Undefined if no measurement needs one. */
  readonly postgresql: string | undefined
  /** The load average of the minute before the run. */
  readonly loadAverage: number
}

export function loadAverageNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100
}

export async function machineFacts(
  owner: Client | undefined,
  loadAverage: number,
): Promise<MachineFacts> {
  const cores = cpus()
  return {
    cores: cores.length,
    processor: cores[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgresql: owner && (await versionOf(owner)),
    loadAverage,
  }
}

async function versionOf(owner: Client): Promise<string> {
  const { rows } = await owner.query<{ server_version: string }>('SHOW server_version')
  return rows[0]?.server_version ?? 'unknown'
}
