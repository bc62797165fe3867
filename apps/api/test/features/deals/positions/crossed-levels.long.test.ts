import { liquidationReached, marginCallReached, valuePosition } from '@vadium/margin'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../../../harness/service.ts'
import { World } from '../../../harness/world/world.ts'
import { insertTerms } from '../../../harness/inserted-terms.ts'

const world = new World()
const { book, lender, borrower } = world
const bases = {
  BTC: book.deal(lender, borrower),
  ETH: book.deal(borrower, lender, { asset: 'ETH', collateral_asset: 'BTC' }),
} as const
const assets = ['BTC', 'ETH'] as const
type Asset = (typeof assets)[number]

/** Quantities by which every boundary is a decimal, and levels in hundredths of a percent. */
const collaterals = [1, 2, 4, 5, 8, 10, 16, 20, 25]
const levels = [
  { call: 13_000n, liquidation: 11_000n },
  { call: 12_050n, liquidation: 10_000n },
  { call: 10_001n, liquidation: 10_000n },
]
interface Copy {
  readonly id: string
  readonly asset: Asset
  readonly level: (typeof levels)[number]
  quantity: number
  collateral: number
}
const copies: Copy[] = Array.from({ length: 30 }, (_, i) => ({
  id: `0b000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  asset: assets[i % 2] ?? 'BTC',
  level: levels[i % 3] ?? { call: 13_000n, liquidation: 11_000n },
  quantity: 1 + ((i * 7) % 40),
  collateral: collaterals[i % collaterals.length] ?? 1,
}))

let services: readonly RunningService[]
beforeAll(async () => {
  await world.start()
  const { database } = world.service
  for (const [i, copy] of copies.entries()) {
    const base = bases[copy.asset]
    const [order, terms] = ['0a', '0c'].map((kind) => copy.id.replace('0b', kind))
    const copied = (table: string) => `SELECT (jsonb_populate_record(t, $2)).* FROM ${table} t`
    const insert = (table: string, id: string, members: object) =>
      database.query(`INSERT INTO ${table} ${copied(table)} WHERE t.id = $1`, [
        id,
        JSON.stringify(members),
      ])
    const percents = {
      margin_call_percent: percent(copy.level.call),
      liquidation_percent: percent(copy.level.liquidation),
    }
    await database.query(
      insertTerms(`${copied('margin_terms')} JOIN orders o ON o.terms_id = t.id WHERE o.id = $1`),
      [base.orderId, JSON.stringify({ id: terms, ...percents })],
    )
    await insert('orders', base.orderId, { id: order, number: 100_000 + i, terms_id: terms })
    await insert('positions', base.positionId, {
      ...{ id: copy.id, order_id: order },
      ...{ asset_quantity: copy.quantity, collateral_quantity: copy.collateral },
    })
  }
  services = [world.service, await startService({ database })]
}, 60_000)
afterAll(async () => {
  await services[1]?.close()
  await world.close()
})

function percent(hundredths: bigint): string {
  return decimal(hundredths, 2)
}

function decimal(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

type Prices = Readonly<Record<Asset, string | null>>

/** What of a position is kept, and how often it has fallen to each level. */
interface State {
  readonly called: boolean
  readonly liquidated: boolean
  readonly calls: number
  readonly liquidations: number
}
type States = ReadonlyMap<string, State>

async function kept(): Promise<States> {
  const { rows } = await world.service.database.query<State & { id: string; agrees: boolean }>(
    `SELECT l.position_id AS id, l.margin_call_reached AS called, l.liquidation_reached AS liquidated,
       coalesce(c.occasion, 0) AS calls, coalesce(q.occasion, 0) AS liquidations,
       coalesce(c.is_active, false) = l.margin_call_reached
         AND coalesce(q.is_active, false) = l.liquidation_reached AS agrees
     FROM position_levels l
     LEFT JOIN margin_alerts c ON c.position_id = l.position_id AND c.level = 'margin_call'
     LEFT JOIN margin_alerts q ON q.position_id = l.position_id AND q.level = 'liquidation'
     WHERE l.position_id = ANY ($1)`,
    [copies.map(({ id }) => id)],
  )
  expect(rows.every(({ agrees }) => agrees)).toBe(true)
  return new Map(
    rows.map(({ id, called, liquidated, calls, liquidations }) => [
      id,
      { called, liquidated, calls, liquidations },
    ]),
  )
}

/** What a comparison makes of the states at these prices, by the arithmetic of a preview. */
function decided(before: States, prices: Prices): States {
  return new Map(
    copies.map((copy) => {
      const was = before.get(copy.id)
      if (was === undefined) throw new Error(`position ${copy.id} has no levels`)
      const [price, collateralPrice] = [prices[copy.asset], prices[otherThan(copy.asset)]]
      if (price === null || collateralPrice === null) return [copy.id, was]
      const valuation = valuePosition({
        assetQuantity: String(copy.quantity),
        assetPriceUsd: price,
        collateralQuantity: String(copy.collateral),
        collateralPriceUsd: collateralPrice,
      })
      const called = marginCallReached(valuation, percent(copy.level.call))
      const liquidated = liquidationReached(valuation, percent(copy.level.liquidation))
      return [
        copy.id,
        {
          called,
          liquidated,
          calls: was.calls + (called && !was.called ? 1 : 0),
          liquidations: was.liquidations + (liquidated && !was.liquidated ? 1 : 0),
        },
      ]
    }),
  )
}

const otherThan = (asset: Asset): Asset => (asset === 'BTC' ? 'ETH' : 'BTC')

/** The price of the collateral at which a copy is exactly at a level, in units of 10^-12. */
function boundary(
  { quantity, collateral, level }: Copy,
  which: 'call' | 'liquidation',
  price: bigint,
) {
  return (price * BigInt(quantity) * level[which] * 10n ** 8n) / BigInt(collateral)
}

const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      copy: fc.nat({ max: copies.length - 1 }),
      which: fc.constantFrom('call' as const, 'liquidation' as const),
      assetPrice: fc.integer({ min: 1, max: 500 }),
      units: fc.constantFrom(-1n, 0n, 0n, 1n, 10n ** 11n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('stale' as const),
      asset: fc.constantFrom(...assets),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('deal' as const),
      copy: fc.nat({ max: copies.length - 1 }),
      quantity: fc.integer({ min: 1, max: 40 }),
      collateral: fc.constantFrom(...collaterals),
    }),
  },
)
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Which processes decide after a change: none, one process, the other, or both at the same moment.
 */
const deciders = fc.constantFrom([], [0], [1], [0, 1])

describe('random prices and changes of deals', () => {
  let prices: Prices = { BTC: '60000', ETH: '2500' }

  async function setPrices(next: Prices): Promise<void> {
    for (const asset of assets) {
      const price = next[asset]
      const observed = price === null ? '2020-01-01T00:00:00.000Z' : undefined
      await world.setPrice(asset, price ?? '1', observed)
    }
    prices = next
  }

  async function change(made: Command): Promise<void> {
    if (made.kind === 'stale') {
      await setPrices({ ...prices, [made.asset]: null })
      return
    }
    const copy = copies[made.copy]
    if (copy === undefined) return
    if (made.kind === 'price') {
      const units = boundary(copy, made.which, BigInt(made.assetPrice)) + made.units
      await setPrices({
        BTC: decimal(units, 12),
        ETH: decimal(units, 12),
        [copy.asset]: String(made.assetPrice),
      })
      return
    }
    copy.quantity = made.quantity
    copy.collateral = made.collateral
    await world.service.database.query(
      'UPDATE positions SET asset_quantity = $2, collateral_quantity = $3 WHERE id = $1',
      [copy.id, copy.quantity, copy.collateral],
    )
  }

  const tick = (who: readonly number[]) =>
    Promise.all(
      services
        .filter((_, i) => who.includes(i))
        .map(({ services: { revaluation } }) => revaluation.decide(assets)),
    )

  it('leave exactly the levels that the margin package computes, and notify each fall once', async () => {
    await tick([0])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(command, deciders), { minLength: 25, maxLength: 35 }),
        async (commands) => {
          let states = await kept()
          for (const [made, who] of commands) {
            await change(made)
            if (who.length === 0) continue
            await tick(who)
            states = decided(states, prices)
            expect(await kept()).toEqual(states)
          }
        },
      ),
      { numRuns: 2 },
    )
  })

  it('leave them also when both change while two processes compare', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 15 }), async (commands) => {
        for (const made of commands) {
          const comparing = tick([0, 1])
          await change(made)
          await Promise.all([comparing, tick([1])])
          await tick([0])
          const states = await kept()
          expect(decided(states, prices)).toEqual(states)
        }
      }),
      { numRuns: 1 },
    )
  })
})
