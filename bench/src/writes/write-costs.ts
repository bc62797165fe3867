import { setTimeout as wait } from 'node:timers/promises'
import { startTemporaryPostgres } from '@vadium/local-postgres'
import pg from 'pg'
import { atTheEnd } from '../cleanup.ts'
import { thisApi } from '../contestants/entries.ts'
import { type Cost, type Metered, withCost } from '../cost/processor-time.ts'
import { median } from '../cost/statistics.ts'
import type { Round } from '../load/closed-loop.ts'
import { ownerApplication, postgresSettings, withApplication } from '../running/bench-book.ts'
import { openAlternativeOrders } from './alternative-orders.ts'
import { CustodyBacklog } from './custody-steps.ts'
import { type DelayedProxy, openDelayedProxy } from './delayed-proxy.ts'
import {
  countersDatabase,
  type PostgresWork,
  postgresWork,
  workBetween,
  workOfOne,
  workWithout,
} from './postgres-work.ts'
import { ordersUnderWay, settleOrders } from './settled-orders.ts'
import { openWriteBook } from './write-book.ts'
import { type SentWrite, sentWrites } from './write-requests.ts'

/** What one write costs if nothing else is written. */
export interface WriteCost extends PostgresWork, Cost {
  readonly write: SentWrite | 'custody step' | 'create order, NestJS'
  readonly p50Ms: number
  /** How often the write waits for an answer of PostgreSQL. */
  readonly roundTrips: number
}

/** What an order costs from its creation until it has settled. */
export interface SettledCost extends PostgresWork, Cost {
  /** So many orders of one pair are under way together. */
  readonly underWay: number
}

export interface MeasuredCosts {
  readonly alone: readonly WriteCost[]
  readonly settled: SettledCost
}

/** Writes that are prepared, one after the other. */
type Run = () => Promise<{ readonly requests: number; readonly p50Ms: number }>

interface Measurement {
  readonly owner: pg.Client
  readonly counters: pg.Client
  readonly proxy: DelayedProxy
  /** A connection by the way that is held up. */
  readonly held: pg.Client
  readonly count: number
}

/** How long each answer of PostgreSQL is held up to count the round trips, in milliseconds. */
const heldUpMs = 10
/** So many writes while answers are held up. */
const heldUpCount = 8
/** The clients that create and accept the orders that are settled. */
const settlingClients = 16
/** `CUSTODY_WORKERS`, as the service has it if nobody sets it. */
const custodyWorkers = 16
/** After five executions a connection plans a statement no more. */
const warmUps = 12
/**
 * PostgreSQL adds up what a connection has done at the end of a transaction, if it did so at least a
 * second ago, and after 10 s without one.
 */
const addedUpMs = 1500

/**
 * The cost of each write alone, in a PostgreSQL of its own that counts statements. The service asks
 * it by a way on which answers can be held up: what a write takes longer then, in answers held up,
 * is how often it waits.
 */
export async function measureWriteCosts(count: number): Promise<MeasuredCosts> {
  const postgres = await startTemporaryPostgres({
    durable: true,
    settings: {
      ...postgresSettings,
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_planning': 'on',
      'pg_stat_statements.max': '10000',
      autovacuum: 'off',
    },
  })
  atTheEnd(() => postgres.stop())
  const owner = await connected(withApplication(postgres.url, ownerApplication))
  await owner.query(`CREATE DATABASE ${countersDatabase}`)
  const counters = await connected(withDatabase(postgres.url, countersDatabase))
  await counters.query('CREATE EXTENSION pg_stat_statements')
  const proxy = await openDelayedProxy(postgres.url)
  const held = await connected(proxy.url)
  const positions = { ofTheFirstPair: warmUps + count + heldUpCount * 2, ofEachOther: 0 }
  const place = { api: thisApi, databaseUrl: proxy.url, owner, positions }
  const book = await openWriteBook(place)
  const requests = book.requestsFrom(Date.now())
  const measurement = { owner, counters, proxy, held, count }
  const costs: WriteCost[] = []
  for (const write of sentWrites) {
    const prepare = sending(
      (wanted) => requests.prepare(write, 1, wanted),
      (prepared) => requests.send(prepared, 1),
    )
    costs.push({ write, ...(await costOf(measurement, book.metered, prepare)) })
  }
  const backlog = new CustodyBacklog(owner, book.pairs, requests)
  await backlog.fill(1, warmUps + count + heldUpCount * 2)
  const step = await book.withCustody(1, (custody) =>
    costOf(measurement, custody, async (wanted) => async () => {
      const { requests: steps, msEach } = await backlog.work(1, wanted, 1)
      // Else their next steps would be counted, too.
      await backlog.putOff()
      return { requests: steps, p50Ms: msEach }
    }),
  )
  costs.push({ write: 'custody step', ...step })
  const settled = await book.withCustody(custodyWorkers, (custody) =>
    settledCost(measurement, [book.metered, custody], async () => {
      await settleOrders(owner, requests, { pairs: 1, clients: settlingClients })
    }),
  )
  await requests.close()
  await book.service.stop()
  const write = 'create order, NestJS'
  const alternative = await openAlternativeOrders(postgres.url, book.pairs, proxy.url)
  const besides = { ...measurement, owner: alternative.owner }
  const prepare = sending(
    (wanted) => Promise.resolve(alternative.prepare(1, wanted)),
    (prepared) => alternative.send(prepared, 1),
  )
  costs.push({ write, ...(await costOf(besides, alternative.metered, prepare)) })
  await alternative.stop()
  await Promise.all([owner, counters, held].map((client) => client.end()))
  await postgres.stop()
  return { alone: costs, settled }
}

/**
 * What is measured of requests that are sent one after the other. The last one is sent when what
 * the others did can be added up.
 */
function sending(
  prepare: (count: number) => Promise<Buffer[]>,
  send: (requests: readonly Buffer[]) => Promise<Round>,
): (count: number) => Promise<Run> {
  return async (count) => {
    const prepared = await prepare(count)
    return async () => {
      const first = await send(prepared.slice(0, -1))
      await wait(addedUpMs)
      const last = await send(prepared.slice(-1))
      const latenciesMs = [...first.latenciesMs, ...last.latenciesMs]
      return { requests: latenciesMs.length, p50Ms: median(latenciesMs) }
    }
  }
}

/** Runs twice, because in the first run statements are planned. */
async function settledCost(
  { owner, counters }: Measurement,
  [service, custody]: readonly [Metered, Metered],
  run: () => Promise<void>,
): Promise<SettledCost> {
  await run()
  const requests = ordersUnderWay
  const { outcome, work } = await workWithoutIdle(counters, () =>
    withCost(owner, service, async () => {
      const ofCustody = await withCost(owner, custody, async () => {
        await run()
        return { requests }
      })
      return { requests, ofCustody }
    }),
  )
  const { ofCustody } = outcome
  return {
    ...workOfOne(work, requests),
    serverMicroseconds: sum(outcome.serverMicroseconds, ofCustody.serverMicroseconds),
    databaseMicroseconds: sum(outcome.databaseMicroseconds, ofCustody.databaseMicroseconds),
    underWay: ordersUnderWay,
  }
}

const sum = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? undefined : one + other

interface Counted<T> {
  readonly outcome: T
  readonly work: PostgresWork
}

/** What PostgreSQL does during a run, without the work that is done even if nobody writes. */
async function workWithoutIdle<T>(counters: pg.Client, run: () => Promise<T>): Promise<Counted<T>> {
  await wait(addedUpMs)
  const idleFrom = await postgresWork(counters)
  await wait(addedUpMs)
  const from = await postgresWork(counters)
  const begunMs = performance.now()
  const outcome = await run()
  await wait(addedUpMs)
  const idleTimes = (performance.now() - begunMs) / addedUpMs
  const all = workBetween(from, await postgresWork(counters))
  return { outcome, work: workWithout(all, workBetween(idleFrom, from), idleTimes) }
}

async function costOf(
  { owner, counters, proxy, held, count }: Measurement,
  metered: Metered,
  prepare: (count: number) => Promise<Run>,
): Promise<Omit<WriteCost, 'write'>> {
  const warmUp = await prepare(warmUps)
  await warmUp()
  const run = await prepare(count)
  const { outcome, work } = await workWithoutIdle(counters, () => withCost(owner, metered, run))
  const atOnce = await prepare(heldUpCount)
  const fast = { write: await atOnce(), tripMs: await tripOf(held) }
  const later = await prepare(heldUpCount)
  proxy.holdUp(heldUpMs)
  const slow = { write: await later(), tripMs: await tripOf(held) }
  proxy.holdUp(0)
  return {
    ...workOfOne(work, outcome.requests),
    serverMicroseconds: outcome.serverMicroseconds,
    databaseMicroseconds: outcome.databaseMicroseconds,
    p50Ms: outcome.p50Ms,
    roundTrips: (slow.write.p50Ms - fast.write.p50Ms) / (slow.tripMs - fast.tripMs),
  }
}

/** The time of one round trip, in milliseconds. */
async function tripOf(held: pg.Client): Promise<number> {
  const waits: number[] = []
  for (let trip = 0; trip < 15; trip += 1) {
    const sentAt = performance.now()
    await held.query('SELECT')
    waits.push(performance.now() - sentAt)
  }
  return median(waits)
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  atTheEnd(() => client.end())
  return client
}

function withDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
