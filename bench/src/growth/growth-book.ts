import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { VadiumClient } from '@vadium/client'
import { startTemporaryPostgres } from '@vadium/local-postgres'
import pg from 'pg'
import { postgresSettings } from '../running/bench-book.ts'
import { atTheEnd } from '../cleanup.ts'
import { startContestant } from '../contestants/contestant.ts'
import { thisApi, writingServiceEntry } from '../contestants/entries.ts'
import { growthBook, type GrowthPair } from './growth-scenario.ts'

/** The bytes of a table for one settled transfer. */
export interface TableBytes {
  readonly table: string
  readonly heap: number
  readonly indexes: number
  /** Whether a settled transfer leaves its rows for ever. Others are deleted in time. */
  readonly kept: boolean
}

export interface GrowthFigures {
  readonly transfers: number
  readonly tables: readonly TableBytes[]
  /** Bytes that a settled transfer keeps for ever, over all tables. */
  readonly kept: number
}

/** What a transfer leaves for ever, with the share of its rows that are of transfers. */
const keptTables: Readonly<Record<string, string | undefined>> = {
  transfers: undefined,
  instructions: undefined,
  journal_transactions: undefined,
  journal_entries: undefined,
  state_changes: "count(*) FILTER (WHERE machine = 'transfer')::float / count(*)",
}

const settledWithinMs = 300_000

/** The orders that each pair opens before it waits: their transfers are under way together. */
const ordersOfAPair = 5

interface Sizes {
  readonly heap: number
  readonly indexes: number
}

/** Opens orders through the service until so many transfers have settled. */
export async function measureGrowthOf(transfers: number, api = thisApi): Promise<GrowthFigures> {
  const postgres = await startTemporaryPostgres({ durable: false, settings: postgresSettings })
  atTheEnd(() => postgres.stop())
  const folder = await mkdtemp(join(tmpdir(), 'vadium-bench-growth-'))
  atTheEnd(() => rm(folder, { recursive: true, force: true }))
  const { scenario, pairs } = growthBook()
  const scenarioPath = join(folder, 'scenario.json')
  await writeFile(scenarioPath, JSON.stringify(scenario))
  const { module, environment, readyPath } = writingServiceEntry({
    ...{ api, databaseUrl: postgres.url, scenarioPath },
  })
  const service = await startContestant({
    ...{ module, readyPath },
    environment: {
      ...environment,
      ALLOW_UNDURABLE_DATABASE: '1',
      CUSTODY_WORKERS: '8',
    },
  })
  atTheEnd(() => service.stop())
  const owner = new pg.Client({ connectionString: postgres.url })
  owner.on('error', () => undefined)
  await owner.connect()
  const desks = pairs.map((pair) => new Desks(pair, service.port))
  const before = await sizesOf(owner)
  for (let settled = 0; settled < transfers; settled = await settledTransfers(owner)) {
    await Promise.all(
      desks.map(async (pair) => {
        for (let n = 0; n < ordersOfAPair; n += 1) await pair.open()
      }),
    )
    await untilSettled(owner)
    // As autovacuum does in a book that grows slowly.
    await owner.query('VACUUM')
  }
  const figures = await figuresOf(owner, before)
  await Promise.all(desks.map((one) => one.close()))
  await service.stop()
  await owner.end()
  await postgres.stop()
  return figures
}

/** The two sides of a pair. */
class Desks {
  readonly #pair: GrowthPair
  readonly #lender: VadiumClient
  readonly #borrower: VadiumClient

  constructor(pair: GrowthPair, port: number) {
    const baseUrl = `http://127.0.0.1:${port}`
    this.#pair = pair
    this.#lender = new VadiumClient({ baseUrl, privateKey: pair.lenderKey.privateKey })
    this.#borrower = new VadiumClient({ baseUrl, privateKey: pair.borrowerKey.privateKey })
  }

  /** Opens an order, which makes two transfers. */
  async open(): Promise<void> {
    const { id } = await this.#borrower.orders.create(this.#pair.order)
    await this.#lender.orders.accept(id, this.#pair.lenderWallets)
  }

  async close(): Promise<void> {
    await Promise.all([this.#lender.close(), this.#borrower.close()])
  }
}

async function settledTransfers(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "SELECT count(*)::int FROM transfers WHERE status = 'COMPLETED'",
  )
  return rows[0]?.count ?? 0
}

async function untilSettled(owner: pg.Client): Promise<void> {
  const deadline = Date.now() + settledWithinMs
  for (;;) {
    const { rows } = await owner.query<{ open: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE o.status <> 'ACTIVE')::int AS open,
         count(*) FILTER (WHERE o.status = 'FAILED')::int AS failed FROM orders o`,
    )
    const [{ open, failed } = { open: 0, failed: 0 }] = rows
    if (open === 0) return
    if (failed > 0 || Date.now() > deadline) throw new Error(`${open} orders were not opened`)
    await wait(100)
  }
}

/**
 * The sizes of each table, with its partitions. The maps of free and visible pages are left out:
 * they have a least size, which says nothing about growth.
 */
async function sizesOf(owner: pg.Client): Promise<Map<string, Sizes>> {
  const { rows } = await owner.query<{ name: string; heap: string; indexes: string }>(
    `SELECT coalesce(parent.relname, c.relname)::text AS name,
       sum(pg_relation_size(c.oid)
         + coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0))::text AS heap,
       coalesce(sum(own.bytes), 0)::text AS indexes
     FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
     LEFT JOIN pg_class parent ON parent.oid = i.inhparent
     CROSS JOIN LATERAL (
       SELECT sum(pg_relation_size(indexrelid)) AS bytes FROM pg_index WHERE indrelid = c.oid) own
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1`,
  )
  return new Map(
    rows.map(({ name, heap, indexes }) => [name, { heap: Number(heap), indexes: Number(indexes) }]),
  )
}

async function figuresOf(
  owner: pg.Client,
  before: ReadonlyMap<string, Sizes>,
): Promise<GrowthFigures> {
  const transfers = await settledTransfers(owner)
  const tables: TableBytes[] = []
  for (const [table, after] of await sizesOf(owner)) {
    const then = before.get(table) ?? { heap: 0, indexes: 0 }
    const share = await shareOf(owner, keptTables[table], table)
    const each = (bytes: number) => (bytes * share) / transfers
    const [heap, indexes] = [each(after.heap - then.heap), each(after.indexes - then.indexes)]
    if (heap + indexes > 0) tables.push({ table, heap, indexes, kept: table in keptTables })
  }
  tables.sort((one, other) => other.heap + other.indexes - one.heap - one.indexes)
  const kept = tables
    .filter((one) => one.kept)
    .reduce((sum, { heap, indexes }) => sum + heap + indexes, 0)
  return { transfers, tables, kept }
}

async function shareOf(
  owner: pg.Client,
  share: string | undefined,
  table: string,
): Promise<number> {
  if (share === undefined) return 1
  const { rows } = await owner.query<{ share: number }>(`SELECT ${share} AS share FROM ${table}`)
  return rows[0]?.share ?? 1
}
