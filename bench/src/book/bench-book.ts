import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { generateKeyPair, VadiumClient } from '@vadium/client'
import { startTemporaryPostgres } from '@vadium/local-postgres'
import { signatureWindowMs } from '@vadium/schema'
import pg from 'pg'
import { atTheEnd } from '../cleanup.ts'
import { type Contestant, startContestant } from '../contestants/contestant.ts'
import { serviceEntry } from '../contestants/entries.ts'
import { SignedRequests } from '../load/signed-requests.ts'
import { checkDocuments, fillTransfers } from './bulk-transfers.ts'
import { benchScenario, orderNumbers } from './scenario.ts'

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

/** A temporary PostgreSQL with a book, and a service that runs on it. */
export interface BenchBook {
  readonly databaseUrl: string
  readonly owner: pg.Client
  readonly service: Contestant
  readonly requests: SignedRequests
  /** For what a measurement must read beforehand. */
  readonly client: VadiumClient
  /** For measurements that sign their own requests. The client has another key. */
  readonly privateKey: string
  readonly scenarioPath: string
  /** The positions of the measured organization, by order number. */
  readonly positionIds: readonly string[]
  /** Keys of several organizations. */
  readonly desks: readonly { readonly publicKey: string; readonly privateKey: string }[]
  /** Adds transfers until the table has this many. It never shrinks. */
  fillTo(rows: number): Promise<void>
}

/** Opens the book. As in production, commits wait until they are durable. */
export async function openBenchBook(): Promise<BenchBook> {
  const postgres = await startTemporaryPostgres({ durable: true, settings: postgresSettings })
  atTheEnd(() => postgres.stop({ force: true }))

  const pairs = Array.from({ length: keyCount }, generateKeyPair)
  const desks = Array.from({ length: deskKeyCount }, generateKeyPair)
  const scenarioFolder = await mkdtemp(join(tmpdir(), 'vadium-bench-'))
  atTheEnd(() => rm(scenarioFolder, { recursive: true, force: true }))
  const scenarioPath = join(scenarioFolder, 'scenario.json')
  await writeFile(
    scenarioPath,
    JSON.stringify(
      benchScenario(
        pairs.map(({ publicKey }) => publicKey),
        desks.map(({ publicKey }) => publicKey),
      ),
    ),
  )

  const service = await startContestant(serviceEntry(postgres.url, scenarioPath))
  atTheEnd(() => service.stop())
  // Until then, the service searches the database for signatures accepted before its start.
  await wait(signatureWindowMs + 1000)
  const notBeforeMs = Date.now()
  const owner = new pg.Client({ connectionString: postgres.url })
  owner.on('error', () => undefined)
  await owner.connect()
  atTheEnd(() => owner.end())
  await checkDocuments(owner)

  const [reader, own] = pairs
  if (reader === undefined || own === undefined) throw new Error('there is no key to read with')
  const client = new VadiumClient({
    baseUrl: `http://127.0.0.1:${service.port}`,
    privateKey: reader.privateKey,
  })

  const positionIds = await measuredPositions(owner)
  // The openings of the orders are transfers, too.
  const { rows: counted } = await owner.query<{ count: number }>(
    'SELECT count(*)::int FROM transfers',
  )
  const opened = counted[0]?.count ?? 0
  let rows = opened
  return {
    databaseUrl: postgres.url,
    owner,
    service,
    // The client signs with the first key alone: two signers of one key could use the same time.
    requests: new SignedRequests(pairs.slice(2), notBeforeMs),
    privateKey: own.privateKey,
    client,
    positionIds,
    scenarioPath,
    desks,
    fillTo: async (wanted) => {
      if (wanted <= rows) return
      await fillTransfers(owner, rows - opened + 1, wanted - opened)
      rows = wanted
    },
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
