import { acceptMarkToMarketRequest, closeOrder } from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { World } from '../../../harness/world/world.ts'
import { insertTerms } from '../../../harness/inserted-terms.ts'

const world = new World({ short: 4 })
const { lender, borrower, stranger, borrowerKey } = world

beforeAll(() => world.start())
afterAll(() => world.close())

interface Levels {
  readonly margin_call_ratio: number
  readonly liquidation_ratio: number
  readonly margin_call_reached: boolean
  readonly liquidation_reached: boolean
}

async function levelsOf({ positionId }: Deal): Promise<Levels | undefined> {
  const { rows } = await world.service.database.query<Levels>(
    `SELECT margin_call_ratio, liquidation_ratio, margin_call_reached, liquidation_reached
     FROM position_levels WHERE position_id = $1`,
    [positionId],
  )
  return rows[0]
}

const near = (ratio: number): unknown => expect.closeTo(ratio, 14)

describe('the levels of a position', () => {
  it('are at the ratio of prices at which its coverage is at the level', async () => {
    // 10 BTC, 300 ETH, 130 % and 110 %.
    expect(await levelsOf(world.shortDeal())).toMatchObject({
      margin_call_ratio: near(0.13 / 3),
      liquidation_ratio: near(0.11 / 3),
    })
  })

  it('follow collateral that arrives, in the transaction that records it', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    const { transfer_ids: ids } = await world.do(acceptMarkToMarketRequest, request, borrowerKey)
    const before = await levelsOf(deal)
    await world.report(ids[0] ?? '', 'completed')
    // 360 ETH.
    expect(await levelsOf(deal)).toMatchObject({ margin_call_ratio: near(0.13 / 3.6) })
    expect(before).toMatchObject({ margin_call_ratio: near(0.13 / 3) })
    expect(await world.faults()).toEqual([])
  })

  it('follow the terms and assets of its order', async () => {
    const { database } = world.service
    const deal = world.shortDeal()
    await database.query(
      insertTerms(`SELECT (jsonb_populate_record(m, '{"margin_call_percent": 260,
         "id": "00000000-0000-4000-8000-00000000000c"}')).* FROM margin_terms m
       JOIN orders o ON o.terms_id = m.id WHERE o.id = $1`),
      [deal.orderId],
    )
    await database.query(
      "UPDATE orders SET terms_id = '00000000-0000-4000-8000-00000000000c' WHERE id = $1",
      [deal.orderId],
    )
    expect(await levelsOf(deal)).toMatchObject({ margin_call_ratio: near(0.26 / 3) })
  })

  it('have alerts until a close has returned the asset, and end with the position', async () => {
    const deal = world.shortDeal()
    const { database } = world.service
    await database.query(
      `INSERT INTO margin_alerts SELECT id, 'margin_call', lender_id, borrower_id, 1, true
       FROM positions WHERE id = $1`,
      [deal.positionId],
    )
    const alerts = async () =>
      (
        await database.query('SELECT is_active FROM margin_alerts WHERE position_id = $1', [
          deal.positionId,
        ])
      ).rows
    await world.do(closeOrder, { id: deal.orderId }, borrowerKey)
    expect(await alerts()).toEqual([{ is_active: true }])
    await world.orders.end(deal.orderId, 'asset', 'completed')
    expect(await alerts()).toEqual([{ is_active: false }])
    for (const leg of ['interest', 'collateral'] as const) {
      await world.orders.end(deal.orderId, leg, 'completed')
    }
    expect(await levelsOf(deal)).toBeUndefined()
  })
})

describe('what has been reached', () => {
  const reach = 'UPDATE position_levels SET margin_call_reached = NOT margin_call_reached'

  /** How many rows a transaction of the service changes. */
  async function attempt(settings: Record<string, string>, text: string): Promise<number | null> {
    const client = new pg.Client({ connectionString: world.service.database.url })
    await client.connect()
    try {
      await client.query('SET ROLE vadium_service')
      await client.query('BEGIN')
      for (const [name, value] of Object.entries(settings)) {
        await client.query('SELECT set_config($1, $2, true)', [`vadium.${name}`, value])
      }
      return (await client.query(text)).rowCount
    } finally {
      await client.end()
    }
  }

  it.each([
    ['the lender, who does not revalue', { organization_id: lender.id }],
    ['the borrower', { organization_id: borrower.id, revaluation: 'on' }],
    ['a stranger', { organization_id: stranger.id, revaluation: 'on' }],
    ['nobody', { revaluation: 'on' }],
  ])('is not changed by %s', async (_who, settings) => {
    expect(await attempt(settings, reach)).toBe(0)
  })

  it('is changed by a revaluation of the lender, which cannot move a level', async () => {
    const settings = { organization_id: lender.id, revaluation: 'on' }
    expect(await attempt(settings, reach)).toBeGreaterThan(0)
    await expect(
      attempt(settings, 'UPDATE position_levels SET margin_call_ratio = 1'),
    ).rejects.toThrow('permission denied')
  })
})
