import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  closeOrder,
  createMarkToMarketRequest,
  listPositions,
  pushPrices,
} from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal, Key } from '../../../harness/book.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { type RunningService } from '../../../harness/service.ts'
import { plannedDuring } from '../../../harness/planned-statements.ts'
import { RevaluedBook } from '../../../harness/revalued-book.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 4, over: 2 })
const revalued = new RevaluedBook(world)
const { lender, borrower, lenderKey, borrowerKey } = world
const { dollars, otherWay } = revalued
const platform = world.book.party('platform')
platform.source('desk')
const operator = platform.credential('operator')

beforeAll(() => world.start({ PRICE_MAX_AGE_S: '180' }))
afterAll(() => world.close())

const everyPosition = async (service: RunningService, key: Key, query = {}) =>
  (await succeed(service, listPositions, { key, query: { page_size: 1000, ...query } })).positions
const idsOf = (positions: readonly { id: string }[]) => positions.map(({ id }) => id).sort()

describe('a change of a price', () => {
  it('is decided by statements that are planned once', async () => {
    const change = async (price: string) => {
      await world.setPrice('ETH', price)
      revalued.revaluation.pricesChanged(['ETH'])
      await revalued.run()
    }
    expect(await plannedDuring(() => change('4000'))).toEqual([])
    expect(await plannedDuring(() => change('2500'))).toEqual([])
  })

  it('values only the positions that it brings to a level, or above it', async () => {
    revalued.revaluation.everythingChanged()
    await revalued.run()
    expect(await revalued.kept(otherWay)).toMatchObject({ margin_call_reached: true })
    const quote = { asset: 'ETH', source: 'desk', price_usd: '2700' }
    await succeed(world.service, pushPrices, { key: operator, body: { quotes: [quote] } })
    // The median of 2,500 and 2,700 brings 300 ETH to 130 % of 10 BTC: the level is still reached.
    await revalued.run()
    expect(await revalued.kept(otherWay)).toMatchObject({ margin_call_reached: true })
    await world.setPrice('ETH', '2600.00000001')
    revalued.revaluation.pricesChanged(['ETH'])
    // The deals with 400 ETH and the one with USDC are far from their levels.
    expect(await revalued.run()).toBe(revalued.positionCount - 3)
    expect(await revalued.kept(otherWay)).toMatchObject({ margin_call_reached: false })
    await world.setPrice('ETH', '2500')
    revalued.revaluation.pricesChanged(['ETH'])
    expect(await revalued.run()).toBe(revalued.positionCount - 3)
    // Nothing differs any more.
    revalued.revaluation.pricesChanged(['ETH', 'BTC', 'USDC'])
    expect(await revalued.run()).toBe(0)
    revalued.revaluation.everythingChanged()
    expect(await revalued.run()).toBe(0)
  })

  it('is found by filters as soon as it is decided, and never with other figures', async () => {
    const { positionId: id } = otherWay
    const query = { margin_call_reached: true, counterparty_id: borrower.id }
    const find = async () =>
      (await everyPosition(world.service, lenderKey, query)).find((p) => p.id === id)
    expect(await find()).toMatchObject({ margin_call_reached: true })
    await world.setPrice('ETH', '4000')
    expect(await find()).toBeUndefined()
    revalued.revaluation.pricesChanged(['ETH'])
    await revalued.run()
    expect(await revalued.kept(otherWay)).toMatchObject({ margin_call_reached: false })
    expect(await find()).toBeUndefined()
    await world.setPrice('ETH', '2500')
    revalued.revaluation.pricesChanged(['ETH'])
    await revalued.run()
    expect(await find()).toMatchObject({ margin_call_reached: true })
  })

  it('changes nothing while there is no current price', async () => {
    const before = await revalued.kept(dollars)
    await world.setPrice('USDC', '1', '2026-03-02T11:00:00.000Z')
    revalued.revaluation.pricesChanged(['USDC'])
    expect(await revalued.run()).toBe(0)
    expect(await revalued.kept(dollars)).toEqual(before)
    const flagged = await everyPosition(world.service, lenderKey, { margin_call_reached: true })
    expect(idsOf(flagged)).not.toContain(dollars.positionId)
  })
})

describe('a change of a deal', () => {
  const ready = (key: Key) => everyPosition(world.service, key, { ready_for_m2m: true })
  const isReady = async ({ positionId }: Deal) => idsOf(await ready(lenderKey)).includes(positionId)

  it('shows at once in the filter on readiness', async () => {
    const deal = world.shortDeal()
    expect(await isReady(deal)).toBe(true)
    const asked = await world.margin.create(deal)
    expect(await isReady(deal)).toBe(false)
    await world.do(cancelMarkToMarketRequest, asked, lenderKey)
    expect(await isReady(deal)).toBe(true)
  })

  it('decides its position, and no other', async () => {
    await revalued.run()
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    const { transfer_ids: ids } = await world.do(acceptMarkToMarketRequest, request, borrowerKey)
    await revalued.run()
    // What is on its way does not cover anything yet.
    expect(await revalued.kept(deal)).toMatchObject({ margin_call_reached: true })
    expect(await isReady(deal)).toBe(false)
    await world.report(ids[0] ?? '', 'completed')
    expect(await revalued.run()).toBe(1)
    expect(await revalued.kept(deal)).toMatchObject({ margin_call_reached: false })
  })

  it('has no effect when the change was refused', async () => {
    const deal = world.shortDeal()
    const { calculation } = await world.margin.preview(deal)
    const body = { position_id: deal.positionId, calculation_id: calculation.calculation_id }
    await succeed(world.service, createMarkToMarketRequest, { key: lenderKey, body })
    await revalued.run()
    await refused(world.service, 409, callOf(createMarkToMarketRequest, { key: lenderKey, body }))
    expect(await revalued.run()).toBe(0)
  })

  it('removes the position from filters as soon as it is no longer active', async () => {
    const deal = world.shortDeal()
    expect(idsOf(await ready(borrowerKey))).toContain(deal.positionId)
    await succeed(world.service, closeOrder, {
      key: borrowerKey,
      params: { order_id: deal.orderId },
    })
    expect(idsOf(await ready(borrowerKey))).not.toContain(deal.positionId)
  })
})

describe('the exception from row-level security', () => {
  /** What a transaction of an organization, or of none, may do. */
  async function attempt(settings: Record<string, string>, text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: world.service.database.url })
    await client.connect()
    try {
      await client.query('SET ROLE vadium_service')
      await client.query('BEGIN')
      for (const [name, value] of Object.entries(settings)) {
        await client.query('SELECT set_config($1, $2, true)', [`vadium.${name}`, value])
      }
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  const on = { revaluation: 'on' }
  const asLender = { organization_id: lender.id }
  const lenders = `SELECT lenders_to_revalue('{ETH}')`
  const stranger = world.stranger.id

  it('shows the lenders to a revaluation without an organization', async () => {
    const rows = (await attempt(on, lenders)) as { lenders_to_revalue: string }[]
    expect(rows.map((row) => row.lenders_to_revalue).sort()).toEqual(
      [lender.id, borrower.id].sort(),
    )
  })

  it.each([
    ['an organization', asLender],
    ['an organization that claims to be a revaluation', { ...asLender, ...on }],
    ['nobody', {}],
    ['an operator', { operator: 'on' }],
  ])('does not show them to %s', async (_name, settings) => {
    await expect(attempt(settings, lenders)).rejects.toThrow('only a revaluation')
  })

  const reach =
    'UPDATE position_levels SET margin_call_reached = NOT margin_call_reached RETURNING 1'

  it.each([
    ['a transaction of the lender', asLender],
    [
      'a transaction of a stranger that claims to be a revaluation',
      { organization_id: stranger, ...on },
    ],
    ['an operator', { ...asLender, operator: 'on' }],
  ])('does not let %s say what is reached', async (_name, settings) => {
    expect(await attempt(settings, reach)).toEqual([])
  })

  const toDecide = `SELECT lender_id, position_id FROM positions_to_decide('{ETH}', '{BTC,ETH}', '{60000,3000}')`

  it('shows a revaluation without an organization ids of positions, and nothing else of them', async () => {
    const rows = (await attempt(on, toDecide)) as { lender_id: string }[]
    expect(new Set(rows.map((row) => row.lender_id))).toEqual(new Set([lender.id, borrower.id]))
    for (const table of ['positions', 'orders', 'position_levels', 'margin_terms', 'transfers']) {
      expect(await attempt(on, `SELECT * FROM ${table}`)).toEqual([])
    }
  })

  it.each([
    ['an organization', asLender],
    ['an organization that claims to be a revaluation', { ...asLender, ...on }],
    ['nobody', {}],
    ['an operator', { operator: 'on' }],
  ])('does not show these ids to %s', async (_name, settings) => {
    await expect(attempt(settings, toDecide)).rejects.toThrow('only a revaluation')
  })

  it('shows levels to the parties only', async () => {
    const count = 'SELECT count(*)::int AS count FROM position_levels'
    expect(await attempt({ organization_id: stranger }, count)).toEqual([{ count: 0 }])
    const [seen] = (await attempt(asLender, count)) as { count: number }[]
    expect(seen?.count).toBe(revalued.positionCount)
  })

  it('is not granted to the public', async () => {
    const { rows } = await world.service.database.query(
      `SELECT has_function_privilege('public', 'lenders_to_revalue(text[])', 'EXECUTE') AS open`,
    )
    expect(rows).toEqual([{ open: false }])
  })
})
