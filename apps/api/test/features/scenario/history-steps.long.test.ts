import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { loadBook } from '../../harness/load-book.ts'
import { PlayedBook } from '../../harness/played-book.ts'
import { addSpares, spareOf } from '../../harness/spare-wallets.ts'

const dayMs = 86_400_000

let database: TestDatabase
let book: PlayedBook
beforeEach(async () => {
  database = await createDatabase()
  book = new PlayedBook()
})
afterEach(async () => {
  const checked = await withOwnerClient(database.url, (client) => checkBook(client))
  expect(checked.filter(({ breaches }) => breaches > 0)).toEqual([])
  await database.drop()
})

const load = () => loadBook(database, book, '2026-06-01T12:00:00.000Z')

async function rowsOf(text: string): Promise<unknown[]> {
  const { rows } = await database.query(text)
  return rows
}

const quantities = `SELECT trim_scale(asset_quantity) AS asset,
  trim_scale(collateral_quantity) AS collateral FROM positions`

const callOf = (as: string) => book.by(book.lender, 'createMarkToMarketRequest', { on: 'loan', as })

describe('a played order', () => {
  it.each([
    ['rejectOrder', 'borrower', 'REJECTED'],
    ['cancelOrder', 'lender', 'CANCELLED'],
  ] as const)('ends with %s', async (operation, side, status) => {
    book.create('loan').by(book[side], operation, { on: 'loan' })
    await load()
    expect(await rowsOf('SELECT status FROM orders')).toEqual([{ status }])
  })

  it('expires between two steps, at its own time, with a warning before', async () => {
    book.create('loan')
    const expiredAt = new Date(Date.parse(book.now) + dayMs)
    book.wait(3 * dayMs).prices()
    await load()
    expect(await rowsOf('SELECT status, updated_at FROM orders')).toEqual([
      { status: 'EXPIRED', updated_at: expiredAt },
    ])
    expect(await rowsOf('SELECT FROM deadlines')).toEqual([])
    expect(
      await rowsOf(
        "SELECT DISTINCT created_at FROM notifications WHERE category = 'request_expiring'",
      ),
    ).toEqual([{ created_at: new Date(expiredAt.getTime() - 3_600_000) }])
  })

  it('is retried after a failed transfer, and abandoned', async () => {
    book.prices().create('loan').accept('loan').report('loan', 'asset', 'failed')
    book.by(book.lender, 'retryOrder', { on: 'loan' }).report('loan', 'asset', 'rejected')
    book.report('loan', 'collateral').by(book.borrower, 'abandonOrder', { on: 'loan' })
    book.report('loan', 'collateral')
    await load()
    expect(await rowsOf('SELECT status FROM orders')).toEqual([{ status: 'CLOSED' }])
    expect(await rowsOf("SELECT FROM transfers WHERE leg = 'asset'")).toHaveLength(2)
  })

  it('sends from and to the wallets that its sides have named since', async () => {
    addSpares(book, [book.borrower.wallet('BTC')])
    book.prices().create('loan').accept('loan').report('loan', 'asset').report('loan', 'collateral')
    book.by(book.borrower, 'changeOrderWallets', {
      on: 'loan',
      body: { asset_wallet_id: spareOf(book.borrower.wallet('BTC')) },
    })
    book.by(book.borrower, 'closeOrder', { on: 'loan' })
    await load()
    const transfers = "SELECT sender_wallet_address FROM transfers WHERE category = 'close'"
    expect(await rowsOf(transfers)).toEqual([
      { sender_wallet_address: `0x${spareOf(book.borrower.wallet('BTC'))}` },
    ])
  })

  it('gets the number that the scenario gives to its first order', async () => {
    Object.assign(book.scenario, { first_order_number: 4001 })
    book.create('one').create('two')
    await load()
    expect(await rowsOf('SELECT number FROM orders ORDER BY 1')).toEqual([
      { number: '4001' },
      { number: '4002' },
    ])
  })
})

describe('a played mark-to-market request', () => {
  beforeEach(() => {
    book.open('loan').wait(dayMs).prices('66000')
  })

  it.each([
    ['rejectMarkToMarketRequest', 'borrower', 'REJECTED'],
    ['cancelMarkToMarketRequest', 'lender', 'CANCELLED'],
  ] as const)('ends with %s', async (operation, side, status) => {
    callOf('call').by(book[side], operation, { on: 'call' })
    await load()
    expect(await rowsOf('SELECT status FROM mark_to_market_requests')).toEqual([{ status }])
  })

  it('expires at the end of its cure time', async () => {
    callOf('call')
      .wait(2 * dayMs)
      .prices('67000')
    await load()
    expect(
      await rowsOf(
        'SELECT status, updated_at = expire_at AS "atOnce" FROM mark_to_market_requests',
      ),
    ).toEqual([{ status: 'EXPIRED', atOnce: true }])
  })

  it('is disputed, its undisputed part arrives, and it is superseded', async () => {
    callOf('call').by(book.borrower, 'disputeMarkToMarketRequest', {
      on: 'call',
      body: { counter_notional_usd: '30000', reason: 'PRICE' },
    })
    book.report('call', 'collateral').wait(60_000).prices('66000')
    callOf('again')
    await load()
    expect(
      await rowsOf(
        'SELECT status, superseded_by IS NOT NULL AS superseded FROM mark_to_market_requests ORDER BY created_at',
      ),
    ).toEqual([
      { status: 'COMPLETED', superseded: true },
      { status: 'PENDING_ACCEPTANCE', superseded: false },
    ])
  })

  it('is retried after its transfer has failed', async () => {
    callOf('call').by(book.borrower, 'acceptMarkToMarketRequest', { on: 'call' })
    book.report('call', 'collateral', 'failed')
    book.by(book.borrower, 'retryMarkToMarketRequest', { on: 'call' }).report('call', 'collateral')
    await load()
    expect(await rowsOf('SELECT status FROM mark_to_market_requests')).toEqual([
      { status: 'COMPLETED' },
    ])
  })
})

describe('a played order request', () => {
  beforeEach(() => {
    book.open('loan').wait(dayMs).prices()
  })
  const request = (body: Record<string, unknown>, party = book.lender) =>
    book.by(party, 'createOrderRequest', { on: 'loan', as: 'request', body })

  it.each([
    ['rejectOrderRequest', 'borrower', 'REJECTED'],
    ['cancelOrderRequest', 'lender', 'CANCELLED'],
  ] as const)('ends with %s', async (operation, side, status) => {
    request({ kind: 'rerate', rate_percent: '6' }).by(book[side], operation, { on: 'request' })
    await load()
    expect(await rowsOf('SELECT status FROM order_requests')).toEqual([{ status }])
  })

  it('returns a part, after a failed transfer was sent again', async () => {
    request({ kind: 'recall', quantity: '4' }, book.lender)
    book.by(book.borrower, 'acceptOrderRequest', { on: 'request' })
    book.report('request', 'asset', 'failed')
    book.by(book.borrower, 'retryOrderRequest', { on: 'request' })
    book.report('request', 'asset').report('request', 'collateral')
    await load()
    expect(await rowsOf('SELECT status FROM order_requests')).toEqual([{ status: 'COMPLETED' }])
    expect(await rowsOf(quantities)).toEqual([{ asset: '6', collateral: '180' }])
  })

  it('is cancelled after the cancellation of its transfer, and leaves the position', async () => {
    request({ kind: 'recall', quantity: '4' }, book.lender)
    book.by(book.borrower, 'acceptOrderRequest', { on: 'request' })
    book.report('request', 'asset', 'pending_provider_approval')
    book.by(book.borrower, 'cancelTransfer', { on: { of: 'request', leg: 'asset' } })
    book.report('request', 'asset', 'cancelled')
    book.by(book.lender, 'cancelOrderRequest', { on: 'request' })
    await load()
    expect(await rowsOf('SELECT status FROM order_requests')).toEqual([{ status: 'CANCELLED' }])
    expect(await rowsOf(quantities)).toEqual([{ asset: '10', collateral: '300' }])
  })

  it('changes the rate on its day, without a step', async () => {
    const effective_time = new Date(Date.parse(book.now) + 3 * dayMs).toISOString()
    request({ kind: 'rerate', rate_percent: '6', effective_time })
    book
      .by(book.borrower, 'acceptOrderRequest', { on: 'request' })
      .wait(5 * dayMs)
      .prices()
    await load()
    expect(await rowsOf('SELECT status, updated_at FROM order_requests')).toEqual([
      { status: 'COMPLETED', updated_at: new Date(`${effective_time.slice(0, 10)}T00:00:00.000Z`) },
    ])
  })
})

describe('collateral without a call', () => {
  it('is sent, and moves the position when it has settled', async () => {
    book.open('loan').wait(dayMs).prices()
    book.by(book.borrower, 'sendCollateral', { on: 'loan', body: { quantity: '20' } })
    book.report('loan', 'collateral', 'broadcasting').report('loan', 'collateral')
    await load()
    expect(await rowsOf(quantities)).toEqual([{ asset: '10', collateral: '320' }])
    expect(await rowsOf("SELECT status FROM transfers WHERE category = 'voluntary'")).toEqual([
      { status: 'COMPLETED' },
    ])
  })
})

describe('a played default', () => {
  const terminate = (btc: string) => {
    book.wait(dayMs).prices(btc)
    book.by(book.lender, 'terminateCloseOut', { on: 'notice' })
  }
  const onNotice = (operation: 'withdrawCloseOut' | 'retryCloseOut' | 'dischargeCloseOut') =>
    book.by(book.lender, operation, { on: 'notice' })
  const states = () => rowsOf('SELECT status FROM close_outs')

  beforeEach(() => {
    for (const { versions } of book.scenario.agreements)
      for (const { terms } of versions) terms.default_causes = ['UNMET_CALL']
    book.open('loan').wait(dayMs).prices('66000')
    callOf('call')
    book.wait(dayMs + 1).prices('66000')
    const body = { cause: 'UNMET_CALL' }
    book.by(book.lender, 'createCloseOut', { on: 'loan', as: 'notice', body })
  })

  it('is withdrawn', async () => {
    onNotice('withdrawCloseOut')
    await load()
    expect(await states()).toEqual([{ status: 'WITHDRAWN' }])
  })

  it('is cured by a top-up that the service accepts', async () => {
    book.by(book.borrower, 'createMarkToMarketRequest', { on: 'loan', as: 'offer' })
    book.wait(60_000).report('offer', 'collateral')
    await load()
    expect(await states()).toEqual([{ status: 'CURED' }])
  })

  it('is terminated, and booked between two steps when a transfer takes too long', async () => {
    const body = { kind: 'return', quantity: '0.01' }
    book.by(book.borrower, 'createOrderRequest', { on: 'loan', as: 'part', body })
    book.report('part', 'asset', 'confirming')
    terminate('66000')
    const terminatedAt = Date.parse(book.now)
    book.wait(3 * dayMs).prices('66000')
    await load()
    expect(await rowsOf('SELECT booked_at FROM close_outs')).toEqual([
      { booked_at: new Date(terminatedAt + dayMs + 1) },
    ])
  })

  it('is terminated, and what goes back arrives after it was sent again', async () => {
    terminate('66000')
    book.report('notice', 'collateral', 'failed')
    onNotice('retryCloseOut').report('notice', 'collateral')
    await load()
    expect(await states()).toEqual([{ status: 'SETTLED' }])
    expect(await rowsOf('SELECT status FROM orders')).toEqual([{ status: 'CLOSED_OUT' }])
  })

  it('is terminated, and what goes back arrives outside of the service', async () => {
    terminate('66000')
    book.report('notice', 'collateral', 'failed')
    book.by(book.borrower, 'receiveCloseOut', { on: 'notice' })
    await load()
    expect(await states()).toEqual([{ status: 'SETTLED' }])
  })

  it('is terminated with a claim, which is discharged', async () => {
    terminate('100000')
    onNotice('dischargeCloseOut')
    await load()
    expect(await states()).toEqual([{ status: 'SETTLED' }])
  })
})

describe('a played message', () => {
  it('has the account of its step as its author, and the time of its step', async () => {
    book.create('loan').wait(1000)
    book.by(book.borrower, 'postChatMessage', { on: 'loan', body: { text: 'Which custodian?' } })
    const { now } = book
    await load()
    expect(
      await rowsOf(
        "SELECT account_name, text, created_at FROM chat_entries WHERE kind = 'message'",
      ),
    ).toEqual([{ account_name: 'quay', text: 'Which custodian?', created_at: new Date(now) }])
  })
})

describe('a played report', () => {
  it('gives the transfer the words and the id of its custodian', async () => {
    book.prices().create('loan').accept('loan')
    book.step({
      transfer: { of: 'loan', leg: 'asset', category: 'open' },
      state: 'confirming',
      request_state: 'CONFIRMING_4_OF_6',
      label: 'Four of six confirmations',
      external_transfer_id: 'fb-7f3c',
    })
    await load()
    expect(
      await rowsOf(
        `SELECT t.provider_request_state AS word, t.provider_label AS label,
           i.external_transfer_id AS id, t.document::jsonb ->> 'external_transfer_id' AS shown
         FROM transfers t JOIN instructions i ON i.transfer_id = t.id WHERE t.leg = 'asset'`,
      ),
    ).toEqual([
      {
        word: 'CONFIRMING_4_OF_6',
        label: 'Four of six confirmations',
        id: 'fb-7f3c',
        shown: 'fb-7f3c',
      },
    ])
  })
})
