import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { median, spread, type Spread } from '../cost/statistics.ts'

/** Commits a second that append two events each. */
export interface AppendFigures {
  readonly before: Spread
  readonly now: Spread
  /** `now` to `before`, round by round. */
  readonly ratio: Spread
  /** How long after the last commit of a round its last event had its position. */
  readonly numberedAfterMs: number
}

/** The connections that append, and the logs that they append to. */
interface AppendLane {
  readonly clients: readonly pg.Client[]
  readonly logs: readonly string[]
}

interface Rounds {
  readonly rounds: number
  readonly roundSeconds: number
}

export function openAppenders(url: string, count: number): Promise<pg.Client[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      await client.connect()
      return client
    }),
  )
}

/**
 * How a writer would number its events itself: it locks the heads of the logs, gives positions, and
 * sends NOTIFY. The load of a history uses this function.
 */
const before = {
  name: 'before',
  text: `SELECT refuse_strangers($2::uuid[]), append_timed_events(
    array_fill($1::timestamptz, ARRAY[cardinality($2::uuid[])]), $2, $3, $4)`,
}

const now = { name: 'now', text: 'SELECT record_events($1, $2, $3, $4)' }

/** Two events of a deal, as long as those of an order. */
const payload = JSON.stringify({
  change: {
    resource: 'order',
    resource_id: '0a6e6a8e-0e3e-4c6c-9a3f-0d6f0a6b7c11',
    action: 'create',
    from: null,
    to: 'PENDING_ACCEPTANCE',
  },
  order: { id: '0a6e6a8e-0e3e-4c6c-9a3f-0d6f0a6b7c11', number: 123_456 },
})

/**
 * Commits of one statement that appends two events, in turns before and now. The service that runs
 * beside them finds and numbers what is committed.
 */
export async function measureAppends(
  owner: pg.Client,
  lane: AppendLane,
  { rounds, roundSeconds }: Rounds,
): Promise<AppendFigures> {
  const rates: { before: number; now: number; numberedMs: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const old = await commitsPerSecond(lane, before, roundSeconds)
    const fresh = await commitsPerSecond(lane, now, roundSeconds)
    const numberedMs = await untilNumbered(owner)
    if (round > 0) rates.push({ before: old, now: fresh, numberedMs })
  }
  return {
    before: spread(rates.map((rate) => rate.before)),
    now: spread(rates.map((rate) => rate.now)),
    ratio: spread(rates.map((rate) => rate.now / rate.before)),
    numberedAfterMs: median(rates.map(({ numberedMs }) => numberedMs)),
  }
}

async function commitsPerSecond(
  { clients, logs }: AppendLane,
  statement: { readonly name: string; readonly text: string },
  seconds: number,
): Promise<number> {
  const types = ['order.updated', 'order.updated']
  const payloads = [payload, payload]
  const log = () => logs[Math.floor(Math.random() * logs.length)]
  const begin = performance.now()
  const end = begin + seconds * 1000
  let commits = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        const values = [new Date().toISOString(), [log(), log()], types, payloads]
        await client.query({ ...statement, values })
        commits += 1
      }
    }),
  )
  return commits / ((performance.now() - begin) / 1000)
}

async function untilNumbered(owner: pg.Client): Promise<number> {
  const begin = performance.now()
  for (;;) {
    const { rows } = await owner.query('SELECT FROM unnumbered_events LIMIT 1')
    if (rows.length === 0) return performance.now() - begin
    await wait(5)
  }
}
