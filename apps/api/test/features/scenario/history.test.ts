import { createWebhookEndpoint, listOrders } from '@vadium/schema'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { ScenarioError } from '../../../src/features/scenario/scenario-error.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { succeed } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { loadBook } from '../../harness/load-book.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { PlayedBook } from '../../harness/played-book.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { ownMachine } from '../../harness/webhook-world.ts'

const dayMs = 86_400_000
const pending = 'PENDING_ACCEPTANCE'
const loadedAt = '2026-06-01T12:00:00.000Z'

let database: TestDatabase
let book: PlayedBook
beforeEach(async () => {
  database = await createDatabase()
  book = new PlayedBook()
})
afterEach(() => database.drop())

const load = () => loadBook(database, book, loadedAt)

/** The first column of the rows of a statement. */
async function column(text: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await database.query(text, values)
  return rows.map((row) => Object.values(row)[0])
}

async function breaches() {
  const checked = await withOwnerClient(database.url, (client) => checkBook(client))
  return checked.filter(({ breaches: count }) => count > 0)
}

describe('a history', () => {
  it('opens, marks and closes a loan as the operations do, at the times of its steps', async () => {
    const usual = book.scenario.wallets.filter(({ id }) => id === book.borrower.wallet('BTC'))
    const spare = { id: 'spare', name: 'spare', address: '0xspare' }
    book.scenario.wallets.push(...usual.map((wallet) => ({ ...wallet, ...spare })))
    book.open('loan').wait(dayMs).prices('66000')
    book.by(book.lender, 'createMarkToMarketRequest', { on: 'loan', as: 'call' })
    book.wait(1000).by(book.borrower, 'acceptMarkToMarketRequest', { on: 'call' })
    book.report('call', 'collateral').wait(dayMs)
    const body = { asset_wallet_id: spare.id }
    book.by(book.borrower, 'changeOrderWallets', { on: 'loan', body })
    book.by(book.borrower, 'closeOrder', { on: 'loan' })
    book.report('loan', 'asset').report('loan', 'interest')
    const closedAt = book.wait(1000).now
    book.report('loan', 'collateral')
    await load()
    expect(await column('SELECT status FROM orders')).toEqual(['CLOSED'])
    expect(await column('SELECT status FROM mark_to_market_requests')).toEqual(['COMPLETED'])
    const sent =
      "SELECT sender_wallet_address FROM transfers WHERE category = 'close' AND leg = 'asset'"
    expect(await column(sent)).toEqual([spare.address])
    expect(await column('SELECT closed_at FROM positions')).toEqual([new Date(closedAt)])
    expect(await column('SELECT max(time) FROM events')).toEqual([new Date(closedAt)])
    expect(await column('SELECT count(*)::int FROM instructions WHERE due_at IS NOT NULL')).toEqual(
      [0],
    )
    expect(await breaches()).toEqual([])
  })

  it('sets limits, refuses what exceeds them, and compares them at its market cuts', async () => {
    const limits = (party: typeof book.lender, other: typeof book.lender, lent: string) =>
      book.by(party, 'setCounterpartyLimits', {
        body: { counterparty_id: other.id, lent_usd_max: lent, on_breach: 'refuse' },
      })
    limits(book.lender, book.borrower, '650000')
    book.open('loan').wait(1000).prices('66000').wait(dayMs)
    limits(book.lender, book.borrower, '700000')
    await load()
    const notified = "SELECT title FROM notifications WHERE category = 'limit_exceeded'"
    expect(await column(notified)).toEqual([expect.stringContaining('exceeded')])
    expect(await column('SELECT count(*)::int FROM exceeded_limits')).toEqual([0])
    expect(await breaches()).toEqual([])

    await database.drop()
    database = await createDatabase()
    book = new PlayedBook()
    limits(book.lender, book.borrower, '599999').prices().create('loan')
    await expect(load()).rejects.toThrow('LIMIT_EXCEEDED')
  })

  it('calls deals together, in the direction of who calls, and reports each transfer', async () => {
    book.open('one').open('two').wait(dayMs).prices('66000')
    const on = ['one', 'two']
    book.by(book.lender, 'createCallSet', { on, as: 'set' })
    book.by(book.borrower, 'acceptCallSet', { on: 'set', body: {} })
    book.report('set/one', 'collateral').report('set/two', 'collateral', 'failed')
    book.by(book.borrower, 'cancelMarkToMarketRequest', { on: 'set/two' })
    book.wait(dayMs).prices('50000')
    book.by(book.borrower, 'createCallSet', { on, as: 'back' })
    await load()
    expect(await column('SELECT direction FROM call_sets ORDER BY created_at')).toEqual([
      'TopUp',
      'Release',
    ])
    const ofSets = 'SELECT status FROM mark_to_market_requests ORDER BY created_at, status'
    expect(await column(ofSets)).toEqual(['CANCELLED', 'COMPLETED', ...on.map(() => pending)])
    expect(await breaches()).toEqual([])
  })

  it.each([
    ['what has no current price', ['one'], undefined, /MARK_TO_MARKET_NOT_DUE.*PRICE_STALE/],
    ['no list of orders', 'one', undefined, 'must be a list of names of orders'],
    ['the transfer of a set', ['one'], 'set', 'names a call set: name a request of it'],
  ] as const)('is refused when it calls %s', async (_, on, reported, message) => {
    book.open('one').wait(dayMs)
    if (reported !== undefined) book.prices('66000')
    book.by(book.lender, 'createCallSet', { on, as: 'set' } as Parameters<typeof book.by>[2])
    if (reported !== undefined) book.report(reported, 'collateral')
    await expect(load()).rejects.toThrow(message)
  })

  it.runIf(isLongRun)('leaves the deadlines of other deals to the service', async () => {
    await database.query(
      `INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at)
       VALUES ('order', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1)`,
      [book.now],
    )
    book.open('loan').wait(dayMs).prices('66000')
    await load()
    expect(await column('SELECT count(*)::int FROM deadlines')).toEqual([1])
  })

  it('is refused when another file of its name was loaded, because its ids would be the same', async () => {
    await load()
    book.open('loan')
    await expect(load()).rejects.toMatchObject({ path: 'name' })
  })

  it.runIf(isLongRun)('leaves nothing when its last step is refused', async () => {
    book.open('loan').by(book.borrower, 'cancelOrder', { on: 'loan' })
    const failure: unknown = await load().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ScenarioError)
    expect(failure).toHaveProperty('path', 'history[6]')
    expect(String(failure)).toContain('INVALID_STATE')
    for (const table of ['organizations', 'orders', 'events', 'prices', 'scenario_loads'])
      expect(await column(`SELECT count(*)::int FROM ${table}`), table).toEqual([0])
  })

  it('is played once by any number of processes, with the same ids wherever it is loaded', async () => {
    book.open('loan').wait(dayMs).prices('66000')
    book.by(book.lender, 'createMarkToMarketRequest', { on: 'loan', as: 'call' })
    const ids = () =>
      column(`SELECT id FROM orders UNION SELECT id FROM positions UNION SELECT id FROM transfers
        UNION SELECT id FROM mark_to_market_requests UNION SELECT id FROM chat_entries
        UNION SELECT id FROM notifications UNION SELECT id FROM journal_transactions ORDER BY 1`)
    const loads = await Promise.all([load(), load(), load()])
    expect(loads.filter(({ loaded }) => loaded)).toHaveLength(1)
    expect(await column('SELECT status FROM orders')).toEqual(['ACTIVE'])
    const first = await ids()
    await database.drop()
    database = await createDatabase()
    await load()
    expect(first.length).toBeGreaterThan(8)
    expect(await ids()).toEqual(first)
  })

  it.runIf(isLongRun)(
    'is played with organizations that are suspended now, and without credentials',
    async () => {
      for (const organization of book.scenario.organizations) organization.status = 'suspended'
      book.lender.credential('execution', { revoked_at: book.now })
      book.open('loan')
      await load()
      expect(await column('SELECT status FROM orders')).toEqual(['ACTIVE'])
      expect(await column('SELECT DISTINCT status FROM organizations')).toEqual(['suspended'])
      expect(
        await column(`SELECT s.is_suspended FROM suspensions s
          JOIN scenario_loads l ON l.loaded_at = s.changed_at`),
      ).toEqual(book.scenario.organizations.map(() => true))
    },
  )

  it('instructs a transfer under way, and never one that has ended', async () => {
    book.prices().create('loan').accept('loan').report('loan', 'asset')
    book.report('loan', 'collateral', 'broadcasting')
    await load()
    expect(
      await column(`SELECT t.leg FROM instructions i JOIN transfers t ON t.id = i.transfer_id
        WHERE i.due_at IS NOT NULL AND i.maybe_sent`),
    ).toEqual(['collateral'])
  })
})

describe.runIf(isLongRun)('a service on a book whose history was loaded', () => {
  let service: RunningService
  afterEach(() => service.close())

  it('sends no past event to a webhook endpoint, and lists the deals', async () => {
    const admin = book.lender.credential('admin')
    book.open('loan')
    service = await startService({ scenario: book.scenario, settings: ownMachine })
    await succeed(service, createWebhookEndpoint, {
      key: admin,
      body: { target_url: 'https://127.0.0.1:1/events' },
    })
    const { fanOut } = service.services.webhooks
    while ((await fanOut.run()) > 0);
    const { rows } = await service.database.query('SELECT FROM webhook_deliveries')
    expect(rows).toEqual([])
    const { orders } = await succeed(service, listOrders, { key: admin })
    expect(orders).toMatchObject([{ status: 'ACTIVE' }])
  })
})
