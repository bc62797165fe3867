import { verifyDocument } from '@vadium/margin'
import {
  getToday,
  listDocuments,
  listNotifications,
  listOrderTerms,
  previewMarkToMarketRequest,
  previewRequest,
  reportPositions,
  sendCollateral,
  setDocumentPreferences,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { Threads } from '../../../harness/threads.ts'
import { Documents } from '../../../harness/world/documents.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { reasonAgainst, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { orders, margin, requests, lender, borrower, lenderKey, borrowerKey } = world
const exchange = new Substitutions(world)
const deals = Array.from({ length: 16 }, () => exchange.deal({ settlement_time_seconds: 3600 }))
const nextDeal = () => unused(deals)
const lenderAdmin = lender.credential('admin')

beforeAll(() => exchange.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const previewOf = ({ positionId }: Deal) =>
  callOf(previewMarkToMarketRequest, { key: lenderKey, body: { position_id: positionId } })
const cannotBeCalled = async (deal: Deal) =>
  expect(await refused(world.service, 409, previewOf(deal))).toMatchObject({
    reason: 'POSITION_QUANTITY_CHANGING',
  })
const dueOf = async (deal: Deal) => {
  const { preview } = await margin.preview(deal)
  return [preview.collateral_asset, preview.direction, preview.m2m_notional_usd]
}
const newsOf = async (id: string, key = lenderKey) => {
  const { notifications } = await succeed(world.service, listNotifications, { key, query: {} })
  return notifications.filter(({ link }) => link.id === id).map(({ title, body }) => [title, body])
}
const substitutes = async ({ positionId }: Deal) =>
  (await orders.shownPosition(positionId)).substitute_assets
const resolved = (key: typeof lenderKey, body: object) =>
  succeed(world.service, previewRequest, { key, body })

describe('an exchange of the collateral', () => {
  it('switches once the new collateral has arrived, and ends when the old is back', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    expect(await exchange.accept(id)).toMatchObject({
      ...{ kind: 'substitution', status: 'ACCEPTED', decision: null },
      ...{ collateral_asset: 'BTC', new_collateral_asset: 'ETH', new_collateral_quantity: '534' },
    })
    await cannotBeCalled(deal)
    expect(await orders.shownPosition(deal.positionId)).toMatchObject({
      ...{ collateral_asset: 'BTC', collateral_quantity: '25', ccr_percent: '150.00' },
      substitute_assets: ['ETH'],
    })
    world.pass(60_000)
    const switchedAt = new Date(world.service.clock.now()).toISOString()
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({
      ...{ status: 'IN_PROGRESS', decision: 'switch', keep_reason: null },
      ...{ collateral_asset: 'BTC', collateral_returned: '25' },
    })
    expect(await orders.get(deal.orderId)).toMatchObject({
      ...{ collateral_asset: 'ETH', collateral_quantity: '534' },
      lender_collateral_wallet_id: lender.wallet('ETH'),
      borrower_collateral_wallet_id: borrower.wallet('ETH'),
      terms: { requirement_percent: '160', margin_call_percent: '140' },
    })
    // What goes back counts in no figure.
    expect(await dueOf(deal)).toEqual(['ETH', 'Release', '2000.00'])
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await orders.balances(deal.orderId)).toEqual({
      'lent USDC': '1000000',
      'pledged ETH': '534',
    })
    const { order_terms } = await succeed(world.service, listOrderTerms, {
      key: borrowerKey,
      params: { order_id: deal.orderId },
    })
    expect(order_terms.map((one) => [one.collateral_asset, one.order_request_id])).toEqual([
      ['ETH', id],
      ['BTC', null],
    ])
    const heldAt = async (time: string) => {
      const query = { as_of: time }
      const report = await succeed(world.service, reportPositions, { key: lenderKey, query })
      const row = report.positions.find(({ order_id }) => order_id === deal.orderId)
      return [row?.collateral_asset, row?.collateral_quantity, row?.returns_in_transit]
    }
    expect(await heldAt(new Date(Date.parse(switchedAt) - 1).toISOString())).toEqual([
      ...['BTC', '25', '0'],
    ])
    expect(await heldAt(switchedAt)).toEqual(['ETH', '534', '0'])
    expect((await newsOf(id, borrowerKey)).toReversed()).toEqual([
      [
        expect.stringMatching(/^Collateral exchanged: order \d+$/),
        '534 ETH have arrived and secure the order now. 1600000 USD are required, and one ETH counts for 3000 USD: the least is 533.333333333333333334. 25 BTC are sent back.',
      ],
      [
        expect.stringMatching(/^Collateral sent back: order \d+$/),
        '25 BTC are back with the borrower. The exchange is over.',
      ],
    ])
  })

  it('goes back to the first collateral by the general terms, whether or not they list it', async () => {
    const deal = nextDeal()
    await exchange.agreed(deal)
    await exchange.end(deal)
    await exchange.end(deal)
    expect(await substitutes(deal)).toEqual(['BTC'])
    const again = { collateral_asset: 'BTC', collateral_quantity: '25' }
    const id = await exchange.agreed(deal, again)
    await exchange.end(deal)
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED', collateral_asset: 'ETH' })
    expect(await substitutes(deal)).toEqual(['ETH'])
    expect(await orders.get(deal.orderId)).toMatchObject({
      ...{ collateral_asset: 'BTC', terms: { requirement_percent: '150' } },
    })
    expect(await dueOf(deal)).toEqual(['BTC', 'None', '0.00'])
  })

  it('forgets what was sent without a call: nothing of it is in the new collateral', async () => {
    const deal = nextDeal()
    const sent = await world.do(sendCollateral, { id: deal.positionId }, borrowerKey, {
      quantity: '5',
    })
    await world.report(sent.id, 'completed')
    const id = await exchange.agreed(deal)
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({ collateral_returned: '30' })
    await exchange.end(deal)
    const { rows } = await world.service.database.query(
      'SELECT trim_scale(voluntary_quantity)::text AS sent FROM positions WHERE id = $1',
      [deal.positionId],
    )
    expect(rows).toEqual([{ sent: '0' }])
  })

  it('is previewed with its movements and the least quantity', async () => {
    const deal = nextDeal()
    const body = { position_id: deal.positionId, ...exchange.body({ collateral_quantity: '533' }) }
    const asked = await resolved(borrowerKey, { operation: 'createOrderRequest', body })
    expect(asked).toMatchObject({
      reason: null,
      movements: [
        {
          ...{ leg: 'collateral', when: 'when_accepted', token: 'ETH', quantity: '533' },
          sender: { organization_id: borrower.id, wallet_id: borrower.wallet('ETH') },
          receiver: { organization_id: lender.id, wallet_id: null },
        },
        {
          ...{ leg: 'collateral', when: 'afterwards', token: 'BTC', quantity: '25' },
          sender: { organization_id: lender.id, wallet_id: lender.wallet('BTC') },
          receiver: { organization_id: borrower.id, wallet_id: borrower.wallet('BTC') },
        },
      ],
      substitution: {
        ...{
          before_asset: 'BTC',
          before_quantity: '25',
          after_asset: 'ETH',
          after_quantity: '533',
        },
        ...{ least_quantity: '533.333333333333333334', required_usd: '1600000' },
        ...{ credited_price_usd: '3000', after_price_usd: '3000' },
      },
      coverage: {
        ...{ before_percent: '150.00', after_percent: '159.90', requirement_percent: '160' },
        ...{ margin_call_percent: '140', liquidation_percent: '120' },
      },
    })
    const { id } = await exchange.ask(deal, { collateral_quantity: '533' })
    const wallet = { collateral_wallet_id: lender.wallet('ETH') }
    const accepting = { operation: 'acceptOrderRequest', id, body: wallet }
    const seen = await resolved(lenderKey, accepting)
    expect(seen).toMatchObject({
      reason: 'is below the least that meets the requirement: 533.333333333333333334 ETH',
      movements: [
        {
          sender: { wallet_id: borrower.wallet('ETH') },
          receiver: { wallet_id: lender.wallet('ETH') },
        },
        {},
      ],
    })
    const entry = await new Threads(world).open(deal.orderId, lenderKey)
    expect(entry.text).toContain('substitution: 533 ETH in place of BTC')
    const today = await succeed(world.service, getToday, { key: lenderKey })
    expect(today.to_answer.requests.find((one) => one.id === id)).toMatchObject({
      ...{ request_kind: 'substitution', token: 'ETH', quantity: '533' },
    })
  })
})

describe('the decision', () => {
  it('keeps the old collateral if the new is below the requirement when it arrives', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    await world.setPrice('ETH', '1500')
    await exchange.end(deal)
    await world.setPrice('ETH', '3000')
    expect(await requests.get(id)).toMatchObject({
      ...{ status: 'IN_PROGRESS', decision: 'keep', keep_reason: 'requirement_not_met' },
      collateral_returned: null,
    })
    expect(await dueOf(deal)).toEqual(['BTC', 'None', '0.00'])
    expect((await newsOf(id))[0]?.[1]).toContain('the least is 1066.666666666666666667.')
    expect((await exchange.transfers(deal)).map((one) => [one.token, one.sender])).toEqual([
      ['ETH', 'borrower'],
      ['ETH', 'lender'],
    ])
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await orders.balances(deal.orderId)).toEqual({
      'lent USDC': '1000000',
      'pledged BTC': '25',
    })
  })

  it.each([
    ['the lender', lenderKey],
    ['the borrower', borrowerKey],
  ])('is ended by %s, and nothing has moved if the custodian cancels', async (_who, key) => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    expect(await requests.do('cancel', id, key)).toMatchObject({
      ...{ status: 'IN_PROGRESS', decision: 'keep', keep_reason: 'called_off' },
    })
    expect(await dueOf(deal)).toEqual(['BTC', 'None', '0.00'])
    expect(reasonAgainst(await requests.get(id), 'cancel')).toBe(
      'it is decided already that the old collateral stays',
    )
    await exchange.end(deal, 'cancelled')
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('sends back what arrives after it was called off', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    await requests.do('cancel', id, borrowerKey)
    await exchange.end(deal)
    expect((await exchange.transfers(deal)).map(({ status }) => status)).toEqual([
      'COMPLETED',
      'PENDING',
    ])
    await exchange.end(deal, 'failed')
    expect(await requests.get(id)).toMatchObject({ status: 'IN_PROGRESS' })
    const again = await resolved(lenderKey, { operation: 'retryOrderRequest', id })
    expect(again.movements).toMatchObject([
      {
        ...{ token: 'ETH', quantity: '534', when: 'at_once' },
        sender: { wallet_id: lender.wallet('ETH') },
        receiver: { wallet_id: borrower.wallet('ETH') },
      },
    ])
    await requests.do('retry', id, borrowerKey)
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('keeps the old collateral if the transfer fails', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    await exchange.end(deal, 'rejected')
    expect(await requests.get(id)).toMatchObject({
      ...{ status: 'CANCELLED', decision: 'keep', keep_reason: 'failed' },
    })
    expect(await dueOf(deal)).toEqual(['BTC', 'None', '0.00'])
  })

  it('sends the old collateral back again, between its own wallets', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    await exchange.end(deal)
    await exchange.end(deal, 'failed')
    expect(await requests.get(id)).toMatchObject({ status: 'IN_PROGRESS', decision: 'switch' })
    // The deal goes on with the new collateral meanwhile.
    expect(await dueOf(deal)).toEqual(['ETH', 'Release', '2000.00'])
    await requests.do('retry', id, lenderKey)
    const [, failed, again] = await exchange.transfers(deal)
    expect(again).toMatchObject({ token: 'BTC', quantity: '25', replaces: failed?.id })
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
  })

  it('is looked for again each minute while a price is not current', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    await world.service.database.query(
      `UPDATE latest_prices SET observed_at = observed_at - interval '2 years' WHERE asset = 'ETH'`,
    )
    await exchange.end(deal)
    await world.expire()
    expect(await requests.get(id)).toMatchObject({ status: 'IN_PROGRESS', decision: null })
    await world.setPrice('ETH', '3000')
    await world.expire()
    expect(await requests.get(id)).toMatchObject({ decision: null })
    world.pass(60_000)
    await world.expire()
    expect(await requests.get(id)).toMatchObject({ decision: 'switch' })
    await exchange.end(deal)
  })

  it('keeps the old collateral once the transfer is late, and asks to cancel it', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    world.pass(3_600_000)
    await world.expire()
    expect(await requests.get(id)).toMatchObject({ status: 'ACCEPTED', decision: null })
    world.pass(1)
    await world.expire()
    expect(await requests.get(id)).toMatchObject({ decision: 'keep', keep_reason: 'late' })
    expect(await dueOf(deal)).toEqual(['BTC', 'None', '0.00'])
    await exchange.end(deal, 'cancelled')
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('is confirmed by a document where one is wanted', async () => {
    const deal = nextDeal()
    await succeed(world.service, setDocumentPreferences, {
      key: lenderAdmin,
      body: { kinds: ['confirmation'] },
    })
    // Who has just asked for documents may miss those of the next minute.
    world.pass(60_001)
    await exchange.agreed(deal)
    world.pass(1)
    await exchange.end(deal)
    const { documents } = await succeed(world.service, listDocuments, {
      key: lenderKey,
      query: { order_id: deal.orderId },
    })
    expect(documents.map(({ kind }) => kind)).toEqual(['confirmation'])
    world.pass(1)
    expect(await world.faults()).toEqual([])
    const madeLater = (by: string) =>
      world.service.database.query(`ALTER TABLE documents DISABLE TRIGGER USER;
        UPDATE documents SET created_at = created_at + interval '${by}'
          WHERE order_id = '${deal.orderId}';
        ALTER TABLE documents ENABLE TRIGGER USER`)
    await madeLater('1 second')
    const subjects = (await world.faults()).flatMap(({ shown }) => shown.map((one) => one.subject))
    expect(subjects).toContain(`confirmation of ${deal.orderId}`)
    await madeLater('-1 second')
    await exchange.end(deal)
    await requests.rerate({ position_id: deal.positionId }, '4')
    const confirmations = new Documents(world, [])
    const listed = await confirmations.of(deal.orderId)
    expect(listed).toHaveLength(2)
    for (const one of listed) {
      const content = await confirmations.content(one, lenderKey)
      expect(content).toMatchObject({ collateral_replaced: true })
      expect(verifyDocument(content)).toMatchObject({ ok: true, differences: [] })
    }
  })
})
