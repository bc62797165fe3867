import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { usual } from '../book/usual.ts'
import { atTheEnd } from '../cleanup.ts'
import { startContestant } from '../contestants/contestant.ts'
import { nestjsOrdersEntry } from '../contestants/entries.ts'
import { type Cost, meanCost, type Metered, withCost } from '../cost/processor-time.ts'
import { median, spread, type Spread } from '../cost/statistics.ts'
import { loopOver, type Round } from '../load/closed-loop.ts'
import { ownerApplication, withApplication } from '../running/bench-book.ts'
import type { WritingPair } from './write-scenario.ts'

/** The orders of NestJS with TypeORM, in a database of their own beside that of the service. */
export interface AlternativeOrders {
  readonly metered: Metered
  /** A connection to its database, for which `pg_stat_statements` counts nothing. */
  readonly owner: pg.Client
  /** So many requests of the first pairs, in turn, each with an idempotency key of its own. */
  prepare(pairs: number, count: number): Buffer[]
  /** Sends requests over so many connections, one at a time on each, within a time if one is given. */
  send(requests: readonly Buffer[], clients: number, secondsMax?: number): Promise<Round>
  stop(): Promise<void>
}

export interface AlternativeFigures extends Cost {
  readonly ordersPerSecond: Spread
  readonly p50Ms: number
}

/** How many orders a second to prepare for. */
const ordersPerSecondMax = 3000

/** Creates orders as long as a round is. The first round warms up. */
export async function measureAlternative(
  alternative: AlternativeOrders,
  { pairs, clients }: { readonly pairs: number; readonly clients: number },
  { rounds, roundSeconds }: { readonly rounds: number; readonly roundSeconds: number },
): Promise<AlternativeFigures> {
  const measured: (Round & Cost)[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const requests = alternative.prepare(pairs, Math.ceil(ordersPerSecondMax * roundSeconds))
    const outcome = await withCost(alternative.owner, alternative.metered, () =>
      alternative.send(requests, clients, roundSeconds),
    )
    if (round > 0) measured.push(outcome)
  }
  return {
    ordersPerSecond: spread(measured.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: median(measured.flatMap(({ latenciesMs }) => latenciesMs)),
    ...meanCost(measured),
  }
}

/** The database, and the role that owns it. */
const name = 'nestjs'

/**
 * Starts the server, which creates its tables, and adds the pairs.
 *
 * @param serverUrl A superuser of the PostgreSQL.
 * @param way The address at which the server finds the PostgreSQL, if it is another one.
 */
export async function openAlternativeOrders(
  serverUrl: string,
  pairs: readonly WritingPair[],
  way: string = serverUrl,
): Promise<AlternativeOrders> {
  const password = randomUUID()
  const server = await connected(serverUrl)
  await server.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`)
  await server.query(`CREATE DATABASE ${name} OWNER ${name}`)
  await server.end()
  const databaseUrl = new URL(withApplication(way, name))
  Object.assign(databaseUrl, { pathname: `/${name}`, username: name, password })
  const contestant = await startContestant(nestjsOrdersEntry(databaseUrl.href))
  atTheEnd(() => contestant.stop())
  const ownerUrl = new URL(withApplication(serverUrl, ownerApplication))
  ownerUrl.pathname = `/${name}`
  const owner = await connected(ownerUrl.href)
  atTheEnd(() => owner.end())
  await fill(owner, pairs)
  return {
    ...{ owner, metered: { pid: contestant.pid, application: name } },
    prepare: (first, count) => requestsOf(pairs.slice(0, first), count),
    send: (requests, clients, secondsMax) =>
      loopOver(contestant.port, requests, clients, secondsMax),
    stop: async () => {
      await contestant.stop()
      await owner.end()
    },
  }
}

function requestsOf(pairs: readonly WritingPair[], count: number): Buffer[] {
  const ofPairs = pairs.map(({ borrower, order }) => {
    const body = JSON.stringify(order)
    return {
      head:
        'POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Organization-Id: ${borrower.id}\r\n`,
      body,
    }
  })
  return Array.from({ length: count }, (_, n) => {
    const pair = ofPairs[n % ofPairs.length]
    if (pair === undefined) throw new Error('there is no pair to write for')
    const { head, body } = pair
    return Buffer.from(`${head}Idempotency-Key: ${randomUUID()}\r\n\r\n${body}`)
  })
}

async function fill(owner: pg.Client, pairs: readonly WritingPair[]): Promise<void> {
  const ids = pairs.flatMap(({ lender, borrower }) => [lender.id, borrower.id])
  await owner.query(
    `INSERT INTO organizations (id, name, status)
     SELECT id, 'organization ' || n, 'active' FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, n)`,
    [ids],
  )
  await owner.query(
    'INSERT INTO event_heads (organization_id, position) SELECT id, 0 FROM organizations',
  )
  await owner.query(
    `INSERT INTO agreements (id, lender_id, borrower_id, in_effect_at)
     SELECT gen_random_uuid(), p.lender, p.borrower, now()
     FROM unnest($1::uuid[], $2::uuid[]) AS p (lender, borrower)`,
    [pairs.map(({ lender }) => lender.id), pairs.map(({ borrower }) => borrower.id)],
  )
  for (const { symbol, decimals } of usual.assets) {
    await owner.query('INSERT INTO assets (symbol, decimals) VALUES ($1, $2)', [symbol, decimals])
  }
  await owner.query('VACUUM ANALYZE')
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
