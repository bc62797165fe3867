import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { mean } from './statistics.ts'

/** Linux counts the processor time of a process in hundredths of a second. */
const ticksPerSecond = 100

/** A server, and the application name of its connections to PostgreSQL. */
export interface Metered {
  readonly pid: number
  readonly application: string
}

/**
 * The processor time of a request, in microseconds. Undefined if the system does not count it, or a
 * counted connection was closed. Unlike the rate, it hardly depends on other load on the machine.
 */
export interface Cost {
  readonly serverMicroseconds: number | undefined
  readonly databaseMicroseconds: number | undefined
}

/** The mean of some rounds. */
export const meanCost = (rounds: readonly Cost[]): Cost => ({
  serverMicroseconds: mean(rounds.map((round) => round.serverMicroseconds)),
  databaseMicroseconds: mean(rounds.map((round) => round.databaseMicroseconds)),
})

/** The cost of the requests of a run. The connections of the server must be open already. */
export async function withCost<Run extends { readonly requests: number }>(
  owner: Client,
  { pid, application }: Metered,
  run: () => Promise<Run>,
): Promise<Run & Cost> {
  const backends = await backendsOf(owner, application)
  const before = { server: seconds([pid]), database: seconds(backends) }
  const outcome = await run()
  const perRequest = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : ((to - from) * 1e6) / outcome.requests
  return {
    ...outcome,
    serverMicroseconds: perRequest(before.server, seconds([pid])),
    databaseMicroseconds: perRequest(before.database, seconds(backends)),
  }
}

/** The processor time that processes have used, in seconds. Undefined if it is unknown. */
function seconds(pids: readonly number[]): number | undefined {
  try {
    return pids.reduce((total, pid) => total + secondsOf(pid), 0)
  } catch {
    return undefined
  }
}

function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The PostgreSQL processes of the connections of one application. */
async function backendsOf(owner: Client, application: string): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1`,
    [application],
  )
  return rows.map(({ pid }) => pid)
}
