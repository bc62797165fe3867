import { readFileSync } from 'node:fs'
import type { Client } from 'pg'

/** Linux counts the time of a process in hundredths of a second. */
const ticksPerSecond = 100

/**
 * Seconds of processor time that a process has used so far; undefined where that is not to be known.
 * Unlike the rate it does not change when something else keeps the machine busy.
 */
export function processorSeconds(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return undefined
  }
}

/** The processes of PostgreSQL that serve the connections of one application. */
export async function backendsOf(owner: Client, application: string): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
    [application],
  )
  return rows.map(({ pid }) => pid)
}
