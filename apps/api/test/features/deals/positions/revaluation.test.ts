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
import type { Key } from '../../../harness/book.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
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
  it('stores the figures of every live position as they are returned, and filters find exactly these', async () => {
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
            else expect(position).toMatchObject(kept)
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
      { numRuns: 2, endOnFailure: true },
    )
  }, 120_000)
})

describe('a change of a price', () => {
  it('revalues the positions with that asset, and no other', async () => {
    revalued.revaluation.everythingChanged()
    await revalued.run()
    const before = await revalued.kept(dollars)
    const quote = { asset: 'ETH', source: 'desk', price_usd: '2600' }
    await succeed(world.service, pushPrices, { key: operator, body: { quotes: [quote] } })
    expect(await revalued.run()).toBe(revalued.positionCount - 1)
    // The median of 2,500 and 2,600.
    expect(await revalued.kept(otherWay)).toMatchObject({
      collateral_price: '2550',
      ccr_percent: '127.50',
    })
    expect(await revalued.kept(dollars)).toEqual(before)
    expect(await revalued.run()).toBe(0)
  })

  it('finds positions by their last figures, and returns the current ones', async () => {
    const { positionId: id } = otherWay
    await world.setPrice('ETH', '4000')
    const query = { margin_call_reached: true, counterparty_id: borrower.id }
    const find = async () =>
      (await everyPosition(world.service, lenderKey, query)).find((p) => p.id === id)
    expect(await find()).toMatchObject({ margin_call_reached: false, collateral_price: '4000' })
    revalued.revaluation.pricesChanged(['ETH'])
    await revalued.run()
    expect(await find()).toBeUndefined()
    await world.setPrice('ETH', '2500')
    revalued.revaluation.pricesChanged(['ETH'])
    await revalued.run()
    expect(await find()).toMatchObject({ margin_call_reached: true })
  })

  it('leaves no figures when there is no current price any more', async () => {
    await world.setPrice('USDC', '1', '2026-03-02T11:00:00.000Z')
    revalued.revaluation.pricesChanged(['USDC'])
    await revalued.run()
    expect(await revalued.kept(dollars)).toMatchObject({
      collateral_price: null,
      ltv_percent: null,
      margin_call_reached: null,
      ready_for_m2m: false,
    })
  })
})

describe('a change of a deal', () => {
  it('revalues its position, and no other', async () => {
    const deal = world.shortDeal()
    await revalued.run()
    expect(await revalued.kept(deal)).toMatchObject({
      ready_for_m2m: true,
      m2m_collateral_amount: '60',
    })

    const asked = await world.margin.create(deal)
    expect(await revalued.run()).toBe(1)
    expect(await revalued.kept(deal)).toMatchObject({ m2m_reason: 'MARK_TO_MARKET_REQUEST_OPEN' })

    await world.do(cancelMarkToMarketRequest, asked, lenderKey)
    expect(await revalued.run()).toBe(1)
    expect(await revalued.kept(deal)).toMatchObject({ ready_for_m2m: true, m2m_reason: null })
  })

  it('counts what is instructed and what has arrived', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    const { transfer_ids: ids } = await world.do(acceptMarkToMarketRequest, request, borrowerKey)
    await revalued.run()
    const moving = { m2m_reason: 'NOTHING_DUE', m2m_direction: 'None', ccr_percent: '125.00' }
    expect(await revalued.kept(deal)).toMatchObject(moving)
    await world.report(ids[0] ?? '', 'completed')
    expect(await revalued.run()).toBe(1)
    expect(await revalued.kept(deal)).toMatchObject({
      m2m_reason: 'NOTHING_DUE',
      ccr_percent: '150.00',
    })
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
    await revalued.run()
    const ready = () => everyPosition(world.service, borrowerKey, { ready_for_m2m: true })
    expect(idsOf(await ready())).toContain(deal.positionId)
    await succeed(world.service, closeOrder, {
      key: borrowerKey,
      params: { order_id: deal.orderId },
    })
    expect(idsOf(await ready())).not.toContain(deal.positionId)
    await revalued.run()
    expect(await revalued.kept(deal)).toMatchObject({ m2m_reason: 'POSITION_QUANTITY_CHANGING' })
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

  it('are valued batch by batch, each once, even when one cannot be valued', async () => {
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
    const live = revalued.positionCount + 2500
    expect(await revalued.revaluation.revalue(['BTC'])).toBe(live)
    const { rows } = await database.query(
      `SELECT count(*)::int AS figures, count(*) FILTER (WHERE liquidation_reached)::int AS reached
       FROM position_figures WHERE lender_id = $1`,
      [borrower.id],
    )
    expect(rows).toEqual([{ figures: 2500, reached: 1 }])
    expect(
      world.service.log.filter((line) => line.includes('valuing a position failed')),
    ).toHaveLength(1)
    const query = { liquidation_reached: true }
    const found = await everyPosition(world.service, lenderKey, query)
    expect(found.map(({ collateral_quantity: quantity }) => quantity)).toEqual(['10'])
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

  const insert = `INSERT INTO position_figures (position_id, lender_id, borrower_id, ready_for_m2m, valued_at)
    SELECT id, lender_id, borrower_id, true, now() FROM positions ON CONFLICT (position_id) DO UPDATE
    SET m2m_reason = NULL, ready_for_m2m = true`

  it.each([
    ['a transaction of the lender', asLender],
    [
      'a transaction of the borrower that claims to be a revaluation',
      { organization_id: borrower.id, ...on },
    ],
    ['an operator', { ...asLender, operator: 'on' }],
  ])('does not let %s write a figure', async (_name, settings) => {
    // The borrower is the lender of one deal only.
    await expect(attempt(settings, insert)).rejects.toThrow('row-level security')
  })

  it('shows a revaluation without an organization no position and no figure', async () => {
    for (const table of ['positions', 'orders', 'position_figures', 'margin_terms', 'transfers']) {
      expect(await attempt(on, `SELECT * FROM ${table}`)).toEqual([])
    }
  })

  it('shows figures to the parties only', async () => {
    const stranger =
      world.book.scenario.organizations.find(({ slug }) => slug === 'stranger')?.id ?? ''
    const count = 'SELECT count(*)::int AS count FROM position_figures'
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
