import {
  listOrderTerms,
  listPositionValuations,
  reportCollateralMovements,
  reportPositions,
} from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { eligible } from '../../harness/agreed-terms.ts'
import { succeed } from '../../harness/call.ts'
import { now, World } from '../../harness/world/world.ts'

const world = new World()
const { lender, borrower, lenderKey: key } = world
const deal = world.book.deal(lender, borrower, {
  asset: 'USDC',
  asset_quantity: '1000000',
  collateral_asset: 'BTC',
  collateral_quantity: '25',
})
world.book.price('USDC', '1', now)
const later = '2026-03-02T13:00:00.000Z'
const justBefore = '2026-03-02T12:59:59.999Z'

beforeAll(async () => {
  await world.start()
  await world.newerTerms(2, { eligible_collateral: [eligible('ETH', '160')] })
  const { id } = await world.requests.ask(deal.positionId, { kind: 'amend', terms_version: 2 })
  await world.requests.do('accept', id)
  world.service.clock.set(later)
  await replaceCollateral()
})
afterAll(() => world.close())

/** 400 ETH arrive, and 25 BTC are back. */
async function replaceCollateral(): Promise<void> {
  const { id } = await world.requests.ask(deal.positionId, { kind: 'rerate', rate_percent: '4' })
  const { orderId } = deal
  await withOwnerClient(world.service.database.url, async (client) => {
    const own = "'own', o.borrower_id"
    const pledged = "'pledged', o.lender_id"
    const lines = [
      `(1, ${own}, 'ETH', -400)`,
      `(2, ${pledged}, 'ETH', 400)`,
      `(3, ${pledged}, 'BTC', -25)`,
      `(4, ${own}, 'BTC', 25)`,
    ]
    await client.query(`
      DROP INDEX one_end_a_transfer;
      INSERT INTO replaced_terms (order_id, lender_id, borrower_id, terms_id, order_request_id,
        replaced_at, collateral_asset)
      SELECT id, lender_id, borrower_id, terms_id, '${id}', '${later}', collateral_asset
      FROM orders WHERE id = '${orderId}';
      UPDATE orders o SET collateral_asset = 'ETH', terms_id = m.id
      FROM margin_terms m WHERE m.general_id = o.terms_id AND o.id = '${orderId}';
      UPDATE positions SET collateral_quantity = 400 WHERE order_id = '${orderId}';
      WITH made AS (
        INSERT INTO journal_transactions (id, kind, order_id, lender_id, borrower_id, transfer_id,
          recorded_at)
        SELECT gen_random_uuid(), 'settle', order_id, lender_id, borrower_id, id, '${later}'
        FROM transfers WHERE order_id = '${orderId}' AND leg = 'collateral' RETURNING *)
      INSERT INTO journal_entries
      SELECT made.id, e.line, o.id, o.lender_id, o.borrower_id, e.bucket, e.holder, e.asset, e.quantity
      FROM made JOIN orders o ON o.id = made.order_id
      CROSS JOIN LATERAL (VALUES ${lines.join(', ')}) AS e (line, bucket, holder, asset, quantity)`)
  })
}

it.each([
  [justBefore, { collateral_asset: 'BTC', collateral_quantity: '25', ccr_percent: '150.00' }],
  [later, { collateral_asset: 'ETH', collateral_quantity: '400', ccr_percent: '100.00' }],
])('a report of positions as of %s has the collateral of that time', async (as_of, expected) => {
  world.service.clock.set('2026-03-02T13:30:00.000Z')
  const { positions } = await succeed(world.service, reportPositions, { key, query: { as_of } })
  expect(positions.find(({ order_id }) => order_id === deal.orderId)).toMatchObject(expected)
  const { collateral_asset } = expected
  for (const asked of ['BTC', 'ETH']) {
    const query = { as_of, collateral_asset: asked }
    const found = await succeed(world.service, reportPositions, { key, query })
    const has = found.positions.some(({ order_id }) => order_id === deal.orderId)
    expect([asked, has]).toEqual([asked, asked === collateral_asset])
  }
})

it('valuations have the collateral and the quantity of their time', async () => {
  const params = { position_id: deal.positionId }
  const { valuations } = await succeed(world.service, listPositionValuations, { key, params })
  const shown = valuations.map((one) => [one.collateral_asset, one.collateral_quantity])
  expect(shown[0]).toEqual(['ETH', '400'])
  expect(shown.length).toBeGreaterThan(1)
  expect(new Set(shown.slice(1).map(String))).toEqual(new Set(['BTC,25']))
})

it('movements are those of each collateral, with a balance of its own', async () => {
  const movementsOf = async (query: { asset?: string }) =>
    (await succeed(world.service, reportCollateralMovements, { key, query })).movements.map(
      (one) => [one.asset, one.direction, one.quantity, one.balance],
    )
  const btc = [
    ['BTC', 'received', '25', '25'],
    ['BTC', 'sent', '25', '0'],
  ]
  const eth = [['ETH', 'received', '400', '400']]
  expect(await movementsOf({})).toEqual(expect.arrayContaining([...btc, ...eth]))
  expect(await movementsOf({ asset: 'BTC' })).toEqual(btc)
  expect(await movementsOf({ asset: 'ETH' })).toEqual(eth)
})

it('the terms of the order are those of each collateral, under the version of the agreement', async () => {
  const params = { order_id: deal.orderId }
  const { order_terms } = await succeed(world.service, listOrderTerms, { key, params })
  const shown = order_terms.map(({ terms_version, collateral_asset, terms }) => [
    ...[terms_version, collateral_asset, terms.requirement_percent],
  ])
  expect(shown).toEqual([
    [2, 'ETH', '160'],
    [2, 'BTC', '150'],
    [1, 'BTC', '150'],
  ])
  const order = await world.orders.get(deal.orderId)
  expect(order).toMatchObject({ terms_version: 2, collateral_asset: 'ETH' })
})

it('an amend is refused while its version does not have the collateral', async () => {
  await world.newerTerms(3, { eligible_collateral: [] })
  const order = await world.orders.get(deal.orderId)
  expect(order.actions.find(({ action }) => action === 'amend')).toMatchObject({
    available: false,
    reason: 'the collateral of the deal is not eligible under version 3',
  })
  await world.newerTerms(4, { eligible_collateral: [eligible('ETH', '155')] })
  const ask = { kind: 'amend', terms_version: 4 }
  const { id } = await world.requests.ask(deal.positionId, ask, key)
  await world.requests.do('accept', id, world.borrowerKey)
  expect(await world.orders.get(deal.orderId)).toMatchObject({
    terms_version: 4,
    terms: { requirement_percent: '155', margin_call_percent: '140' },
  })
  const faults = (await world.faults()).map(({ rule }) => rule)
  // No request has replaced the collateral.
  expect(faults.filter((rule) => /terms|collateral|levels/.test(rule))).toEqual([
    'the collateral of a deal is replaced by a substitution that switched, once and as it asked',
  ])
})
