import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { generateKeyPair, type KeyPair, VadiumClient } from '@vadium/client'
import { startTemporaryPostgres } from '@vadium/local-postgres'
import { signatureWindowMs } from '@vadium/schema'
import pg from 'pg'
import { atTheEnd } from '../cleanup.ts'
import { type Contestant, startContestant } from '../contestants/contestant.ts'
import { type ServedBook, serviceEntry, thisApi } from '../contestants/entries.ts'
import { SignedRequests } from '../load/signed-requests.ts'
import { type BulkTransfers, checkDocuments, fillTransfers } from '../book/bulk-transfers.ts'
import { benchScenario, orderNumbers, organizationOfDeskKey } from '../book/scenario.ts'

/** So many that all requests of a round can be signed before it, within the signature window. */
const keyCount = 18
const deskKeyCount = 16

/** A quarter of the memory, as the manual of PostgreSQL advises, and at most 1 GiB. */
const sharedBuffersMegabytes = Math.min(1024, Math.floor(totalmem() / 4 / 2 ** 20))

export const postgresSettings = {
  shared_buffers: `${sharedBuffersMegabytes}MB`,
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
}

/** A book in a temporary PostgreSQL, and a service that runs on it. */
export interface BenchBook extends ServedBook {
  readonly owner: pg.Client
  readonly service: Contestant
  /** The application name of the connections of the service. */
  readonly application: string
  readonly requests: SignedRequests
  /** Requests of several other organizations. */
  readonly deskRequests: SignedRequests
  /** For what a measurement must read beforehand. */
  readonly client: VadiumClient
  /** For measurements that sign their own requests. The client has another key. */
  readonly privateKey: string
  /** The keys of an organization, for what signs its own requests. */
  keysOf(organization: number): readonly KeyPair[]
  /** The positions of the measured organization, by order number. */
  readonly positionIds: readonly string[]
  /** Adds transfers until the table has this many. It never shrinks. */
  fillTo(rows: number): Promise<void>
}

/** A service to start. */
export interface ServiceChoice {
  readonly api: string
  readonly application: string
  /** Services that name the same database share a book. */
  readonly database: string
  /** Adds transfers to that database. */
  readonly bulk: BulkTransfers
}

/** Opens a book for the service of this commit. */
export async function openBenchBook(): Promise<BenchBook> {
  const application = 'vadium'
  const bulk = { checkDocuments, fillTransfers }
  const [book] = await openBenchBooks([{ api: thisApi, application, database: 'bench', bulk }])
  if (book === undefined) throw new Error('no book was opened')
  return book
}

/**
 * Opens a book for each service, in one PostgreSQL. As in production, commits wait until they are
 * durable.
 */
export async function openBenchBooks(choices: readonly ServiceChoice[]): Promise<BenchBook[]> {
  const postgres = await startTemporaryPostgres({ durable: true, settings: postgresSettings })
  atTheEnd(() => postgres.stop())
  const pairs = Array.from({ length: keyCount }, generateKeyPair)
  const desks = Array.from({ length: deskKeyCount }, generateKeyPair)
  const [reader, own] = pairs
  if (reader === undefined || own === undefined) throw new Error('there is no key to read with')
  const scenarioPath = await writeScenario(
    pairs.map(({ publicKey }) => publicKey),
    desks.map(({ publicKey }) => publicKey),
  )

  const databases = new Map<string, BookDatabase>()
  const services: { choice: ServiceChoice; served: ServedBook; service: Contestant }[] = []
  for (const choice of choices) {
    const database = databases.get(choice.database) ?? (await createDatabase(postgres.url, choice))
    databases.set(choice.database, database)
    const { api, application } = choice
    const databaseUrl = withApplication(database.url, application)
    const served = { api, databaseUrl, scenarioPath }
    const service = await startContestant(serviceEntry(served))
    atTheEnd(() => service.stop())
    services.push({ choice, served, service })
  }
  // Until then, a service searches the database for signatures accepted before its start.
  await wait(signatureWindowMs + 1000)
  const notBeforeMs = Date.now()
  // The clients sign with the first key alone: two signers of one key could use the same time.
  const requests = new SignedRequests(pairs.slice(2), notBeforeMs)
  const deskRequests = new SignedRequests(desks, notBeforeMs)
  const books: BenchBook[] = []
  for (const { choice, served, service } of services) {
    const database = databases.get(choice.database)
    if (database === undefined) continue
    books.push({
      ...served,
      ...{ application: choice.application, service, requests, deskRequests },
      privateKey: own.privateKey,
      keysOf: (organization) =>
        organization === 0
          ? pairs.slice(2)
          : desks.filter((_, n) => organizationOfDeskKey(n) === organization),
      owner: database.owner,
      client: new VadiumClient({
        baseUrl: `http://127.0.0.1:${service.port}`,
        privateKey: reader.privateKey,
      }),
      positionIds: await measuredPositions(database.owner),
      fillTo: await fillingOf(database, choice.bulk),
    })
  }
  return books
}

/** The application name of the owner's connection to a book. */
export const ownerApplication = 'vadium-bench'

interface BookDatabase {
  readonly url: string
  readonly owner: pg.Client
  /** The number of its transfers, once they have been counted. */
  rows?: number
}

async function createDatabase(serverUrl: string, { database }: ServiceChoice) {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  await server.end()
  const owner = new pg.Client({ connectionString: withApplication(url.href, ownerApplication) })
  owner.on('error', () => undefined)
  await owner.connect()
  atTheEnd(() => owner.end())
  return { url: url.href, owner }
}

/** Overrides the application name that a server gives its connections. */
export function withApplication(databaseUrl: string, application: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', application)
  return url.href
}

async function writeScenario(keys: readonly string[], deskKeys: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-bench-'))
  atTheEnd(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'scenario.json')
  await writeFile(path, JSON.stringify(benchScenario(keys, deskKeys)))
  return path
}

async function fillingOf(
  database: BookDatabase,
  bulk: BulkTransfers,
): Promise<BenchBook['fillTo']> {
  const { owner } = database
  await bulk.checkDocuments(owner)
  // The openings of the orders are transfers, too.
  const { rows: counted } = await owner.query<{ count: number }>(
    'SELECT count(*)::int FROM transfers',
  )
  const opened = counted[0]?.count ?? 0
  return async (wanted) => {
    const rows = database.rows ?? opened
    if (wanted <= rows) return
    await bulk.fillTransfers(owner, rows - opened + 1, wanted - opened)
    database.rows = wanted
  }
}

async function measuredPositions(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT p.id FROM positions p JOIN orders o ON o.id = p.order_id
     WHERE o.number <= $1 ORDER BY o.number`,
    [orderNumbers.measured],
  )
  return rows.map(({ id }) => id)
}
