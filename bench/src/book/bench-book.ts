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
import { benchScenario } from './scenario.ts'

/** As many keys as it takes to sign a round ahead of time within the window of a signature. */
const keyCount = 18
const deskKeyCount = 16

/** A quarter of the memory, as PostgreSQL's manual has it, but no more than helps here. */
const sharedBuffersMegabytes = Math.min(1024, Math.floor(totalmem() / 4 / 2 ** 20))

export const postgresSettings = {
  shared_buffers: `${sharedBuffersMegabytes}MB`,
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
}

/** A temporary PostgreSQL with a book in it, and the service at work on it. */
export interface BenchBook {
  readonly databaseUrl: string
  readonly owner: pg.Client
  readonly service: Contestant
  readonly requests: SignedRequests
  /** Reads what a measurement needs to know beforehand. */
  readonly client: VadiumClient
  /** What a measurement signs with that sends by itself; the client has another. */
  readonly privateKey: string
  readonly scenarioPath: string
  /** Keys of several organizations. */
  readonly desks: readonly { readonly publicKey: string; readonly privateKey: string }[]
  /** Adds transfers until the table has so many. It never shrinks. */
  fillTo(rows: number): Promise<void>
}

/** The data are durable as in production: nothing is switched off that a commit waits for. */
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
  // Until then, the service looks in the database for signatures of reads that it accepted before its start.
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

  let rows = 0
  return {
    databaseUrl: postgres.url,
    owner,
    service,
    // The client keeps the first key to itself: of two that sign with one, each may take the other's time.
    requests: new SignedRequests(pairs.slice(2), notBeforeMs),
    privateKey: own.privateKey,
    client,
    scenarioPath,
    desks,
    fillTo: async (wanted) => {
      if (wanted <= rows) return
      await fillTransfers(owner, rows + 1, wanted)
      rows = wanted
    },
  }
}
