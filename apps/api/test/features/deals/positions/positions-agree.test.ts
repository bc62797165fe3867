import {
  accrue,
  formatDecimal,
  liquidationReached,
  marginCall,
  marginCallReached,
  roundHalfEven,
  roundUp,
  valuePosition,
} from '@vadium/margin'
import { listPositions, type Position, previewMarkToMarketRequest } from '@vadium/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { call, callOf, succeed } from '../../../harness/call.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { bookOf, type RandomDeal, randomDeals } from '../../../harness/random-book.ts'
import { keptOf } from '../../../harness/revalued-book.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const smallestUnits: Readonly<Record<string, string>> = {
  BTC: '0.00000001',
  ETH: '0.000000000000000001',
  USDC: '0.000001',
}

/** The figures of a position, computed from its own members alone. */
function figuresOf(position: Position) {
  const { terms } = position
  if (position.current_price === null || position.collateral_price === null) return undefined
  const isLent =
    position.status === 'ACTIVE' ||
    (position.status === 'CLOSING' && position.asset_quantity !== '0')
  const valuation = valuePosition({
    assetQuantity: position.asset_quantity,
    assetPriceUsd: position.current_price,
    collateralQuantity: position.collateral_quantity,
    collateralPriceUsd: position.collateral_price,
    deliveriesInTransit: position.deliveries_in_transit,
    returnsInTransit: position.returns_in_transit,
    disputedQuantity: position.collateral_disputed_quantity,
  })
  const due = marginCall(valuation, {
    ...(terms.haircut === null
      ? { requirementPercent: terms.requirement_percent ?? '' }
      : { haircut: terms.haircut }),
    thresholdUsd: terms.threshold_usd,
    minimumNotionalUsd: {
      topUp: terms.minimum_notional_top_up_usd,
      release: terms.minimum_notional_release_usd,
    },
    lot: { topUp: terms.lot_top_up, release: terms.lot_release },
  })
  const percent = (value: typeof valuation.ltvPercent) =>
    value === null ? null : formatDecimal(value, 2)
  return {
    asset_notional_usd: formatDecimal(roundHalfEven(valuation.assetNotionalUsd, '0.01'), 2),
    collateral_value_usd: formatDecimal(roundHalfEven(valuation.collateralValueUsd, '0.01'), 2),
    ltv_percent: percent(valuation.ltvPercent),
    ccr_percent: percent(valuation.ccrPercent),
    margin_call_reached: isLent && marginCallReached(valuation, terms.margin_call_percent),
    liquidation_reached: isLent && liquidationReached(valuation, terms.liquidation_percent),
    m2m_direction: due.direction,
    m2m_collateral_amount: formatDecimal(due.collateralAmount),
    m2m_notional_usd: formatDecimal(due.notionalUsd, 2),
  }
}

/** The terms that were agreed, as a position shows them. */
function agreedTerms(position: Position, { terms, lots }: RandomDeal) {
  const smallest = smallestUnits[position.collateral_asset] ?? ''
  return {
    requirement_percent: terms.requirement_percent ?? null,
    haircut: terms.haircut ?? null,
    margin_call_percent: terms.margin_call_percent,
    liquidation_percent: terms.liquidation_percent,
    top_up_when: terms.top_up_when,
    release_percent: terms.release_percent,
    default_causes: [],
    threshold_usd: terms.threshold_usd,
    minimum_notional_top_up_usd: terms.minimum_notional_top_up_usd,
    minimum_notional_release_usd: terms.minimum_notional_release_usd,
    lot_top_up: lots?.lot_top_up ?? smallest,
    lot_release: lots?.lot_release ?? smallest,
  }
}

function interestOf(position: Position, random: RandomDeal) {
  if (position.status === 'OPENING') return '0'
  const interest = accrue({
    notional: random.assetQuantity,
    ratePercent: position.rate_percent,
    from: '2026-03-01',
    to: position.status === 'CLOSED' ? '2026-03-01' : '2026-03-02',
    dayCount: random.terms.day_count,
  })
  return formatDecimal(roundUp(interest, smallestUnits[position.asset] ?? ''))
}

const everyPosition = async (service: RunningService, key: Key, query = {}) =>
  (await succeed(service, listPositions, { key, query: { page_size: 1000, ...query } })).positions
const idsOf = (positions: readonly { id: string }[]) => positions.map(({ id }) => id).sort()

/** The list has the figures of the arithmetic and of previews, digit for digit. */
async function expectFigures(
  service: RunningService,
  key: Key,
  positions: readonly Position[],
  deals: ReturnType<typeof bookOf>['deals'],
): Promise<void> {
  expect(positions).toHaveLength(deals.length)
  for (const position of positions) {
    const ofPosition = deals.find(({ deal }) => deal.positionId === position.id)
    if (ofPosition === undefined) throw new Error('the list has a position of no deal')
    expect(position.terms).toEqual(agreedTerms(position, ofPosition.random))
    const figures = figuresOf(position)
    if (figures === undefined) expect(position.ccr_percent).toBeNull()
    else expect(position).toMatchObject(figures)
    expect(position.interest_accrued).toBe(interestOf(position, ofPosition.random))

    const body = { position_id: position.id, explain: true }
    const asked = callOf(previewMarkToMarketRequest, { key, body })
    expect(asPreviewed(position)).toEqual(previewed((await call(service, asked)).body))
  }
}

/** The kept ratios of prices are those at which the coverage of each position is at a level. */
async function expectRatios({ database }: RunningService): Promise<void> {
  const { rows: wrong } = await database.query(
    `SELECT p.id FROM positions p JOIN orders o ON o.id = p.order_id
     JOIN margin_terms m ON m.id = o.terms_id LEFT JOIN position_levels l ON l.position_id = p.id
     WHERE (l.position_id IS NULL) <> (p.status = 'CLOSED') OR l.margin_call_ratio IS DISTINCT FROM
       CASE WHEN p.status <> 'CLOSED' THEN
         level_ratio_while_lent(p.status, p.active_at, p.asset_quantity,
           m.margin_call_percent, p.collateral_quantity) END`,
  )
  expect(wrong).toEqual([])
}

/** A revaluation keeps the levels as the list returns them, and filters find exactly these. */
async function expectLevels(service: RunningService, keys: readonly [Key, Key]): Promise<void> {
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
        position[flag as keyof Position] === holds || (!holds && position.status === 'CLOSED')
      const expected = idsOf(positions.filter(isMeant))
      for (const key of keys) {
        expect(idsOf(await everyPosition(service, key, { [flag]: holds }))).toEqual(expected)
      }
    }
  }
}

describe('a list of random positions', () => {
  it('has the figures of the arithmetic and of previews, and the levels and filters that follow', async () => {
    const seen = new Set<string | null>()
    await fc.assert(
      fc.asyncProperty(randomDeals, async (random) => {
        const { book, own, other, deals, complete } = bookOf(random)
        const key = own.credential('execution')
        const keys = [own.credential('viewer'), other.credential('viewer')] as const
        const service = await startService({ scenario: book.scenario })
        try {
          await complete(service.database)
          const positions = await everyPosition(service, key)
          for (const { m2m_reason: reason } of positions) seen.add(reason)
          await expectFigures(service, key, positions, deals)
          await expectRatios(service)
          await expectLevels(service, keys)
        } finally {
          await service.close()
        }
      }),
      { numRuns: isLongRun ? 3 : 1, endOnFailure: true },
    )
    // The books must not be all of one kind.
    expect(seen.size).toBeGreaterThan(isLongRun ? 5 : 3)
  }, 120_000)
})

const shared = [
  'asset_quantity',
  'asset_notional_usd',
  'collateral_asset',
  'collateral_type',
] as const
const more = [
  'current_price',
  'price_at_last_m2m',
  'last_m2m_at',
  'ltv_percent',
  'ccr_percent',
] as const
const both = [...shared, ...more, 'm2m_collateral_amount', 'm2m_notional_usd'] as const

function asPreviewed(position: Position): object {
  const refused = new Set([
    ...[null, 'NOTHING_DUE', 'BELOW_MINIMUM_NOTIONAL', 'ROUNDS_TO_ZERO'],
    ...['ABOVE_MARGIN_CALL_LEVEL', 'BELOW_RELEASE_LEVEL'],
  ])
  if (!refused.has(position.m2m_reason)) return { reason: position.m2m_reason }
  return {
    ...Object.fromEntries(both.map((member) => [member, position[member]])),
    direction: position.m2m_direction,
    can_submit_m2m: position.ready_for_m2m,
    reason: position.m2m_reason,
  }
}

function previewed(body: unknown): object {
  const answer = body as {
    error?: { reason: string }
    preview: Record<string, unknown>
    calculation: { reasons: { code: string }[] }
  }
  if (answer.error !== undefined) return { reason: answer.error.reason }
  const { preview, calculation } = answer
  return {
    ...Object.fromEntries(both.map((member) => [member, preview[member]])),
    direction: preview['direction'],
    can_submit_m2m: preview['can_submit_m2m'],
    reason: calculation.reasons[0]?.code ?? null,
  }
}
