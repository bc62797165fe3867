import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VadiumClient, VadiumError } from '@vadium/client'
import { apiCommand, DemoBook, isReady, makeRoles } from './demo-book.ts'
import { anOrder } from './installation.ts'
import { replicaPorts } from './ports.ts'
import { Program, type User } from './program.ts'
import { pinned, ReplicaServers } from './replica-servers.ts'
import { pause, until } from './waiting.ts'
import type { OrderBody } from './writer.ts'

const baseUrl = `http://127.0.0.1:${replicaPorts.service}`
const floodProgram = fileURLToPath(new URL('flood.js', import.meta.url))
const reportsAtOnce = 64
const writesMeasured = 150
const listCallers = 8
const idleMs = 3000
const signatureWindowMs = 30_000

/** So many transfers of the firm that asks for reports, that a report takes its time. */
const manyTransfers = `
  ALTER TABLE transfers DROP CONSTRAINT IF EXISTS document_agrees;
  INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
    order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
    sender_organization_id, sender_custodian_id, sender_wallet_address, receiver_organization_id,
    receiver_custodian_id, receiver_wallet_address, provider, provider_state, provider_label,
    document, late_at)
  SELECT gen_random_uuid(), 'many-' || n, t.category, t.status, token, quantity, notional_usd,
    order_id, order_number, leg, lender_id, borrower_id, create_time - n * interval '1 second',
    update_time, sender_organization_id, sender_custodian_id, sender_wallet_address,
    receiver_organization_id, receiver_custodian_id, receiver_wallet_address, provider,
    provider_state, provider_label, '{}', late_at
  FROM (SELECT * FROM transfers t WHERE status = 'COMPLETED' AND lender_id =
      (SELECT id FROM organizations WHERE slug = 'harbor') LIMIT 1) t
  CROSS JOIN generate_series(1, 5000) AS n;
  ANALYZE transfers`

/** The cores of the primary with the service, and of the replica with the flood; none: all share. */
export type Placement = readonly [number, number] | readonly [undefined, undefined]

/** What writes of a firm cost. */
export interface WriteCosts {
  readonly p50Ms: number
  /** Of the primary, for each write, beyond what it uses while nobody asks for anything. */
  readonly processorMs: number
}

/** What became of requests: reports of the flood, and lists. */
export interface Outcomes {
  readonly complete: number
  readonly cut: number
  readonly refused: number
  readonly failed: number
}

/** An installation with a replica: the service, a flood of reports by one firm, writes by another. */
export class ReplicaTrial {
  readonly #folder: string
  readonly #placement: Placement
  readonly servers: ReplicaServers
  readonly #book: DemoBook
  readonly #settings: Readonly<Record<string, string>>
  #service: Program | undefined
  #flood: ChildProcess | undefined
  #order: OrderBody | undefined
  #idleShare = 0

  constructor(folder: string, postgres: User, placement: Placement, replicas = 1) {
    const [primary, replica] = placement
    this.#folder = folder
    this.#placement = placement
    this.servers = new ReplicaServers(folder, postgres, { cores: { primary, replica }, replicas })
    this.#book = new DemoBook(folder)
    this.#settings = this.#book.settings(replicaPorts.primary)
  }

  /** Starts both servers, and the service once, which loads the demo book. */
  async start(): Promise<void> {
    await this.servers.start()
    makeRoles(replicaPorts.primary, '')
    await this.startService(undefined)
    this.servers.onPrimary(manyTransfers)
    this.#order = await anOrder(this.writer())
  }

  /** @param replicaPort Where reads are sent. Undefined: to the primary, as without the setting. */
  async startService(replicaPort: number | undefined): Promise<void> {
    this.#service?.kill()
    const url = `postgres://vadium_service:service@127.0.0.1:${replicaPort}/vadium`
    const args = ['--max-semi-space-size=64', apiCommand]
    this.#service = new Program({
      ...pinned(this.#placement[0], process.execPath, args),
      log: join(this.#folder, 'service.log'),
      env: {
        ...this.#settings,
        PORT: String(replicaPorts.service),
        // Of one firm, all at once.
        REPORTS_MAX: String(reportsAtOnce),
        REPORTS_PER_ORGANIZATION_MAX: String(reportsAtOnce),
        ...(replicaPort !== undefined && { DATABASE_REPLICA_URL: url }),
      },
    })
    // The port of the one before is free by then.
    await pause(500)
    this.#service.start()
    await until('the service', () => isReady(replicaPorts.service), 240)
    // Until then it looks for each read in the database, whether it was answered before its start.
    await pause(signatureWindowMs + 1000)
  }

  /** How much of a processor the primary uses while nobody asks for anything. */
  async measureIdle(): Promise<void> {
    const beforeMs = this.servers.primaryProcessorMs()
    await pause(idleMs)
    this.#idleShare = (this.servers.primaryProcessorMs() - beforeMs) / idleMs
  }

  /** Orders of the writing firm, one after the other. */
  async measureWrites(): Promise<WriteCosts> {
    const client = this.writer()
    const order = this.order()
    for (let count = 0; count < 20; count += 1) await client.orders.create(order)
    const times: number[] = []
    const beginMs = performance.now()
    const beforeMs = this.servers.primaryProcessorMs()
    for (let count = 0; count < writesMeasured; count += 1) {
      const beganMs = performance.now()
      await client.orders.create(order)
      times.push(performance.now() - beganMs)
    }
    const idleProcessorMs = (performance.now() - beginMs) * this.#idleShare
    const usedMs = this.servers.primaryProcessorMs() - beforeMs
    const processorMs = (usedMs - idleProcessorMs) / writesMeasured
    const p50Ms = times.toSorted((one, other) => one - other)[writesMeasured / 2] ?? NaN
    return { p50Ms, processorMs }
  }

  async startFlood(): Promise<void> {
    const key = this.#book.privateKey('harbor-reporting')
    const args = [floodProgram, baseUrl, key, String(reportsAtOnce)]
    const { command, args: all } = pinned(this.#placement[1], process.execPath, args)
    this.#flood = spawn(command, all, { stdio: ['ignore', 'pipe', 'inherit'] })
    await pause(3000)
  }

  async endFlood(): Promise<Outcomes> {
    const flood = this.#flood
    if (flood?.stdout == null) throw new Error('there is no flood')
    let text = ''
    flood.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    flood.kill('SIGTERM')
    await once(flood, 'close')
    return JSON.parse(text) as Outcomes
  }

  /** Lists and reports while the replica is killed and, after some seconds, started again. */
  async killReplica(): Promise<{ readonly lists: Outcomes; readonly reports: Outcomes }> {
    await this.startFlood()
    const lists = { complete: 0, cut: 0, refused: 0, failed: 0 }
    let isOver = false
    const listing = Array.from({ length: listCallers }, async () => {
      const client = this.lender()
      while (!isOver) await countList(client, lists)
    })
    await pause(2000)
    this.servers.killReplica(0)
    await pause(5000)
    await this.servers.startReplica(0)
    await until('a replica in use', isReplicaUsed, 30)
    await pause(2000)
    isOver = true
    await Promise.all(listing)
    return { lists, reports: await this.endFlood() }
  }

  stop(): void {
    this.#flood?.kill('SIGKILL')
    this.#service?.kill()
    this.servers.stop()
  }

  /** A client of the borrower, which creates orders. */
  writer(): VadiumClient {
    return this.#client('kestrel-execution')
  }

  /** A client of the lender, which hides no failure behind a retry. */
  lender(): VadiumClient {
    return this.#client('harbor-viewer', false)
  }

  /** The body of an order that the writer creates again and again. */
  order(): OrderBody {
    if (this.#order === undefined) throw new Error('the trial has not been started')
    return this.#order
  }

  #client(profile: string, retries?: false): VadiumClient {
    const privateKey = this.#book.privateKey(profile)
    return new VadiumClient({ baseUrl, privateKey, ...(retries === false && { retries }) })
  }

  /** Where reads were answered so far, or why not by the replica. */
  async readOutcomes(): Promise<string> {
    const found = (await metrics()).matchAll(
      /^vadium_replica_reads_total\{outcome="(\w+)"\} (\d+)/gm,
    )
    return [...found].map(([, outcome, count]) => `${outcome} ${count}`).join(', ')
  }
}

async function metrics(): Promise<string> {
  return (await fetch(`${baseUrl}/metrics`)).text()
}

async function isReplicaUsed(): Promise<boolean> {
  return (await metrics()).includes('vadium_replicas{state="used"} 1')
}

type Counts = { -readonly [Name in keyof Outcomes]: number }

async function countList(client: VadiumClient, counts: Counts): Promise<void> {
  try {
    await client.transfers.list({ page_size: 50 })
    counts.complete += 1
  } catch (error) {
    if (!(error instanceof VadiumError)) throw error
    if (error.status === 429) counts.refused += 1
    else counts.failed += 1
    await pause(20)
  }
}
