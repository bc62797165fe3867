import { createHash } from 'node:crypto'
import { listPositions } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeed } from '../../../harness/call.ts'
import { RevaluedBook } from '../../../harness/revalued-book.ts'
import { World } from '../../../harness/world/world.ts'
import { insertTerms } from '../../../harness/inserted-terms.ts'

const world = new World()
const revalued = new RevaluedBook(world)
const { lenderKey } = world
const { otherWay } = revalued

beforeAll(() => world.start({ PRICE_MAX_AGE_S: '180' }))
afterAll(() => world.close())

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
      insertTerms(`SELECT (jsonb_populate_record(m,
         '{"id": "00000000-0000-4000-8000-00000000000b", "requirement_percent": null}')).*
       FROM margin_terms m JOIN orders o ON o.terms_id = m.id WHERE o.id = $1`),
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
    const { positions } = await succeed(world.service, listPositions, {
      key: lenderKey,
      query: { page_size: 1000, liquidation_reached: true },
    })
    const quantities = positions.map(({ collateral_quantity: quantity }) => quantity)
    expect(quantities.filter((quantity) => quantity !== '300')).toEqual(['10'])
  })
})
