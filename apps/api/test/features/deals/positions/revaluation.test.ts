import { createHash } from 'node:crypto'
import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  closeOrder,
  createMarkToMarketRequest,
  listPositions,
  type Position,
  pushPrices,
} from '@vadium/schema'
import * as fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal, Key } from '../../../harness/book.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { bookOf, randomDeals } from '../../../harness/random-book.ts'
import { type RunningService, startService } from '../../../harness/service.ts'
import { keptOf, RevaluedBook } from '../../../harness/revalued-book.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 20, over: 5 })
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

describe('a revaluation', () => {
  it('keeps the levels of every live position as they are returned, and filters find exactly these', async () => {
    await fc.assert(
      fc.asyncProperty(randomDeals, async (random) => {
        const { book, own, other, complete } = bookOf(random)
        const keys = [own.credential('viewer'), other.credential('viewer')] as const
        const service = await startService({ scenario: book.scenario })
        try {
          await complete(service.database)
          service.services.revaluation.everythingChanged()
          await service.services.revaluation.runPending()
          const positions = await everyPosition(service, keys[0])
          for (const position of positions) {
            const kept = await keptOf(service, position.id)
            if (position.status === 'CLOSED') expect(kept).toEqual({})
            else if (position.margin_call_reached !== null) expect(position).toMatchObject(kept)
          }
          for (const flag of ['ready_for_m2m', 'margin_call_reached', 'liquidation_reached']) {
            for (const holds of [true, false]) {
              // A closed position has no flag, with or without a price.
              const isMeant = (position: Position) =>
                position[flag as keyof Position] === holds ||
                (!holds && position.status === 'CLOSED')
              const expected = idsOf(positions.filter(isMeant))
              for (const key of keys) {
                expect(idsOf(await everyPosition(service, key, { [flag]: holds }))).toEqual(
                  expected,
                )
              }
            }
          }
        } finally {
          await service.close()
        }
      }),
      { numRuns: isLongRun ? 2 : 1, endOnFailure: true },
    )
  }, 120_000)
})

describe('a change of a price', () => {
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
    expect(await revalued.run()).toBe(revalued.positionCount - 6)
    expect(await revalued.kept(otherWay)).toMatchObject({ margin_call_reached: false })
    await world.setPrice('ETH', '2500')
    revalued.revaluation.pricesChanged(['ETH'])
    expect(await revalued.run()).toBe(revalued.positionCount - 6)
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

describe('many positions', () => {
  const md5Order = (i: number) => createHash('md5').update(`order${i}`).digest('hex')

  /** Gives an order terms that nobody could agree on: neither a requirement nor a haircut. */
  async function breakTerms(orderId: string): Promise<void> {
    const { database } = world.service
    const { rows } = await database.query(
      `SELECT conname FROM pg_constraint WHERE conrelid = 'margin_terms'::regclass
       AND pg_get_constraintdef(oid) LIKE '%num_nonnulls(requirement_percent%'`,
    )
    await database.query(`ALTER TABLE margin_terms DROP CONSTRAINT ${String(rows[0]?.['conname'])}`)
    await database.query(
      `INSERT INTO margin_terms SELECT (jsonb_populate_record(m,
         '{"id": "00000000-0000-4000-8000-00000000000b", "requirement_percent": null}')).*
       FROM margin_terms m JOIN orders o ON o.terms_id = m.id WHERE o.id = $1`,
      [orderId],
    )
    await database.query(
      "UPDATE orders SET terms_id = '00000000-0000-4000-8000-00000000000b' WHERE id = $1",
      [orderId],
    )
  }

  it('are decided batch by batch, each once, even when one cannot be valued', async () => {
    const { database } = world.service
    const copies = (table: string, changes: string) =>
      `INSERT INTO ${table} SELECT (jsonb_populate_record(t, ${changes})).*
       FROM ${table} t CROSS JOIN generate_series(1, 2500) i`
    await database.query(
      `${copies('orders', "jsonb_build_object('id', md5('order' || i)::uuid, 'number', 1000000 + i)")}
       WHERE t.id = $1`,
      [otherWay.orderId],
    )
    const position = `jsonb_build_object('id', md5('position' || i)::uuid, 'order_id', md5('order' || i)::uuid,
      'collateral_quantity', CASE i WHEN 700 THEN 10 ELSE 400 END)`
    await database.query(`${copies('positions', position)} WHERE t.id = $1`, [otherWay.positionId])
    await breakTerms(md5Order(1200))
    // 400 ETH cover exactly 130 %, the margin call level.
    await world.setPrice('ETH', '1950')
    expect(await revalued.revaluation.decide(['ETH'])).toBeGreaterThanOrEqual(2500)
    const { rows } = await database.query(
      `SELECT count(*)::int AS levels, count(*) FILTER (WHERE margin_call_reached)::int AS called,
         count(*) FILTER (WHERE liquidation_reached)::int AS liquidated
       FROM position_levels JOIN positions p ON p.id = position_id
       JOIN orders o ON o.id = p.order_id AND o.number > 1000000`,
    )
    expect(rows).toEqual([{ levels: 2500, called: 2499, liquidated: 1 }])
    expect(
      world.service.log.filter((line) => line.includes('valuing a position failed')),
    ).toHaveLength(1)
    const query = { liquidation_reached: true }
    const found = await everyPosition(world.service, lenderKey, query)
    const quantities = found.map(({ collateral_quantity: quantity }) => quantity)
    expect(quantities.filter((quantity) => quantity !== '300')).toEqual(['10'])
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
    expect(seen?.count).toBeGreaterThan(revalued.positionCount)
  })

  it('is not granted to the public', async () => {
    const { rows } = await world.service.database.query(
      `SELECT has_function_privilege('public', 'lenders_to_revalue(text[])', 'EXECUTE') AS open`,
    )
    expect(rows).toEqual([{ open: false }])
  })
})
