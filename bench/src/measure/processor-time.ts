import { readFileSync } from 'node:fs'
import type { Client } from 'pg'

/** Linux counts the time of a process in hundredths of a second. */
const ticksPerSecond = 100

/** A server, and what its connections to PostgreSQL are called. */
export interface Metered {
  readonly pid: number
  readonly application: string
}

/**
 * Processor time a request, in microseconds; undefined where the system does not tell, or where a
 * connection that was counted was closed meanwhile. Unlike the rate it hardly changes when something
 * else keeps the machine busy.
 */
export interface Cost {
  readonly serverMicroseconds: number | undefined
  readonly databaseMicroseconds: number | undefined
}

/** What the requests of a run cost the server and its connections, which must be open already. */
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

/** Seconds of processor time that processes have used so far; undefined where that is not to be known. */
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

/** The processes of PostgreSQL that serve the connections of one application. */
async function backendsOf(owner: Client, application: string): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
    [application],
  )
  return rows.map(({ pid }) => pid)
}
