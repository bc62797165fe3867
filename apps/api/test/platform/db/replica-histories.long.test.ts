import { setTimeout as pause } from 'node:timers/promises'
import {
  cancelOrder,
  createAccount,
  createOrder,
  createWebhookEndpoint,
  listAccounts,
  listEvents,
  listNotifications,
  listOrders,
  type Operation,
  type OperationResponse,
  rejectOrder,
  type StateChange,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book, type Key } from '../../harness/book.ts'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { call, callOf, succeed } from '../../harness/call.ts'
import type { TestDatabase } from '../../harness/database.ts'
import { seedFrom } from '../../harness/long-run.ts'
import {
  type PrimaryAndStandby,
  startPrimaryAndStandby,
} from '../../harness/primary-and-standby.ts'
import { Random } from '../../harness/random.ts'
import { scrape } from '../../harness/scrape.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { WebhookReceiver } from '../../harness/webhook-receiver.ts'
import { ownMachine } from '../../harness/webhook-world.ts'

const seed = seedFrom('REPLICA_SEED', 20_260_302)
const seconds = 40

const book = new Book()
const lender = book.party('harbor')
const borrower = book.party('quay')
book.deal(lender, borrower)
const keys = {
  lender: lender.credential('admin'),
  borrower: borrower.credential('admin'),
  operator: book.party('platform').credential('operator'),
}
const order = {
  lender_id: lender.id,
  borrower_id: borrower.id,
  asset: 'BTC',
  asset_quantity: '1',
  rate_percent: '5',
  collateral_asset: 'ETH',
  collateral_quantity: '40',
  collateral_type: 'BILATERAL',
  asset_wallet_id: lender.wallet('BTC'),
  collateral_wallet_id: lender.wallet('ETH'),
}

let servers: PrimaryAndStandby
let links: BreakableLink[]
let services: RunningService[]
let receiver: WebhookReceiver
beforeAll(async () => {
  servers = await startPrimaryAndStandby(2)
  links = await Promise.all(servers.standbys.map(({ url }) => openBreakableLink(url)))
  receiver = await WebhookReceiver.start()
  services = []
  for (const ofService of [links, links.toReversed()]) {
    const hosts = ofService.map(({ url }) => new URL(url).host).join(',')
    const [first] = links
    if (first === undefined) throw new Error('there is no replica')
    services.push(
      await startService({
        scenario: book.scenario,
        database: servers.primary,
        streaming: true,
        settings: {
          ...ownMachine,
          DATABASE_REPLICA_URL: first.url.replace(new URL(first.url).host, hosts),
        },
      }),
    )
  }
}, 120_000)
afterAll(async () => {
  for (const service of services) await service.close()
  await receiver[Symbol.asyncDispose]()
  for (const link of links) await link.close()
  await servers.stop()
})

/** How far each resource has come, at least: a list that begins later must not show less. */
class Known {
  readonly #ranks = new Map<string, number>()

  learn(id: string, rank: number): void {
    this.#ranks.set(id, Math.max(rank, this.#ranks.get(id) ?? 0))
  }

  now(): ReadonlyMap<string, number> {
    return new Map(this.#ranks)
  }
}

const rankOf = (state: string) => (state === 'PENDING_ACCEPTANCE' ? 0 : 1)

/** Writers, readers and those who break replicas, for a while. */
class History {
  readonly faults: string[] = []
  readonly counts = { lists: 0, writes: 0, refused: 0, events: 0 }
  readonly #random = new Random(seed)
  readonly #orders = new Known()
  readonly #accounts = new Known()
  readonly #endMs = performance.now() + seconds * 1000

  async run(): Promise<void> {
    const acts = [
      () => this.#write(),
      () => this.#write(),
      () => this.#listOrders(keys.lender),
      () => this.#listOrders(keys.borrower),
      () => this.#listOrders(keys.borrower),
      () => this.#addAccount(),
      () => this.#listAccounts(),
      () => this.#readNotifications(),
      () => this.#disturb(),
    ]
    await Promise.all([...acts.map((act) => this.#repeat(act)), this.#followEvents()])
  }

  /** What a webhook says. */
  receive({ body }: { readonly body: string }): void {
    this.#learnEvent(JSON.parse(body) as Received)
  }

  get isOver(): boolean {
    return performance.now() > this.#endMs || this.faults.length > 0
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.isOver) await act()
  }

  /** The answer, unless too much falls back to the primary. */
  async #answer<O extends Operation>(operation: O, options: Parameters<typeof callOf>[1]) {
    const service = this.#random.pick(services)
    if (service === undefined) throw new Error('there is no service')
    const reply = await call(service, callOf(operation, options))
    if (reply.status === 200) return reply.body as OperationResponse<O>
    if (reply.status === 429) this.counts.refused += 1
    else this.faults.push(`${operation.id}: ${reply.status} ${reply.text}`)
    return undefined
  }

  async #write(): Promise<void> {
    const created = await this.#answer(createOrder, { key: keys.lender, body: order })
    if (created === undefined) return
    this.counts.writes += 1
    this.#orders.learn(created.id, 0)
    if (this.#random.chance(0.5)) return
    const [operation, key] = this.#random.chance(0.5)
      ? ([cancelOrder, keys.lender] as const)
      : ([rejectOrder, keys.borrower] as const)
    const ended = await this.#answer(operation, { key, params: { order_id: created.id } })
    if (ended !== undefined) this.#orders.learn(ended.id, rankOf(ended.status))
    await pause(this.#random.below(40))
  }

  async #listOrders(key: Key): Promise<void> {
    const expected = this.#orders.now()
    const shown = new Map<string, number>()
    let token: string | undefined
    do {
      const query = { page_size: 200, ...(token !== undefined && { page_token: token }) }
      const page = await this.#answer(listOrders, { key, query })
      if (page === undefined) return
      for (const { id, status } of page.orders) shown.set(id, rankOf(status))
      token = page.next_page_token
    } while (token !== undefined)
    this.#compare('a list of orders', expected, shown)
    for (const [id, rank] of shown) this.#orders.learn(id, rank)
  }

  async #addAccount(): Promise<void> {
    const body = { organization_id: lender.id, name: 'Desk', kind: 'person' }
    const account = await this.#answer(createAccount, { key: keys.operator, body })
    if (account !== undefined) this.#accounts.learn(account.id, 0)
    await pause(100 + this.#random.below(400))
  }

  async #listAccounts(): Promise<void> {
    const expected = this.#accounts.now()
    const query = { page_size: 1000 }
    const page = await this.#answer(listAccounts, { key: keys.lender, query })
    if (page === undefined) return
    const shown = new Map(page.accounts.map(({ id }) => [id, 0]))
    this.#compare('a list of accounts', expected, shown)
    await pause(this.#random.below(50))
  }

  /** Learns of accounts by notifications, which one service shows, to ask the other about them. */
  async #readNotifications(): Promise<void> {
    const page = await this.#answer(listNotifications, { key: keys.lender })
    for (const { link } of page?.notifications ?? []) {
      if (link.resource === 'account') this.#accounts.learn(link.id, 0)
    }
    await pause(this.#random.below(100))
  }

  /** Learns of orders by the event log. */
  async #followEvents(): Promise<void> {
    let after: string | undefined
    while (!this.isOver) {
      const query = { limit: 200, ...(after !== undefined && { after }) }
      const page = await this.#answer(listEvents, { key: keys.borrower, query })
      for (const event of page?.events ?? []) this.#learnEvent(event)
      after = page?.next ?? after
    }
  }

  #learnEvent({ data: { change } }: Received): void {
    if (change?.resource !== 'order') return
    this.counts.events += 1
    this.#orders.learn(change.resource_id, rankOf(change.to))
  }

  async #disturb(): Promise<void> {
    const n = this.#random.below(servers.standbys.length)
    const standby = servers.standbys[n]
    const link = links[n]
    if (standby === undefined || link === undefined) return
    const kind = this.#random.pick(['stop', 'lag', 'break', 'hang'] as const)
    if (kind === 'stop') await standby.query('SELECT pg_wal_replay_pause()')
    if (kind === 'lag') await this.#lag(standby, 20 + this.#random.below(300))
    if (kind === 'break') await link.cut()
    if (kind === 'hang') link.stall()
    await pause(this.#random.below(1500))
    if (kind === 'stop') await standby.query('SELECT pg_wal_replay_resume()')
    if (kind === 'lag') await this.#lag(standby, 0)
    if (kind === 'break' || kind === 'hang') await link.mend()
    await pause(this.#random.below(1500))
  }

  async #lag(standby: TestDatabase, ms: number): Promise<void> {
    await standby.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${ms}ms'`)
    await standby.query('SELECT pg_reload_conf()')
  }

  #compare(
    what: string,
    expected: ReadonlyMap<string, number>,
    shown: ReadonlyMap<string, number>,
  ) {
    this.counts.lists += 1
    for (const [id, rank] of expected) {
      const shownRank = shown.get(id)
      if (shownRank === undefined || shownRank < rank) {
        this.faults.push(`${what} shows ${id} as ${shownRank}, not as ${rank}`)
      }
    }
  }
}

/** What the log and a webhook say. */
interface Received {
  readonly data: { readonly change?: StateChange }
}

describe('random histories beside replicas that stop, lag, break and hang', () => {
  it(`show no list that is older than what anybody knew (REPLICA_SEED=${seed})`, async () => {
    const history = new History()
    const [first] = services
    if (first === undefined) throw new Error('there is no service')
    const delivering = first.services.webhooks.start()
    await succeed(first, createWebhookEndpoint, {
      key: keys.borrower,
      body: { target_url: receiver.url, event_types: ['order.updated'] },
    })
    let received = 0
    const receiving = setInterval(() => {
      for (const webhook of receiver.received.slice(received)) history.receive(webhook)
      received = receiver.received.length
    }, 1)
    try {
      await history.run()
    } finally {
      clearInterval(receiving)
      await delivering.stop()
    }
    expect(history.faults).toEqual([])
    const outcomes = await Promise.all(
      services.map(async (service) => (await scrape(service)).of('vadium_replica_reads_total')),
    )
    process.stdout.write(`${JSON.stringify({ ...history.counts, received, outcomes })}\n`)
    for (const outcome of ['replica', 'behind', 'left_out', 'away']) {
      const of = outcomes.map((counts) => counts[`{outcome="${outcome}"}`] ?? 0)
      expect(
        of.reduce((sum, count) => sum + count),
        outcome,
      ).toBeGreaterThan(0)
    }
    expect(received).toBeGreaterThan(0)
  }, 300_000)
})
