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
import { call, callOf, succeed } from '../../../harness/call.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { bookOf, type RandomDeal, randomDeals } from '../../../harness/random-book.ts'
import { startService } from '../../../harness/service.ts'

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

describe('a list of random positions', () => {
  it('has the figures of the arithmetic and of previews, digit for digit', async () => {
    const seen = new Set<string | null>()
    await fc.assert(
      fc.asyncProperty(randomDeals, async (random) => {
        const { book, own, deals, complete } = bookOf(random)
        const key = own.credential('execution')
        const service = await startService({ scenario: book.scenario })
        try {
          await complete(service.database)
          const query = { page_size: 1000 }
          const { positions } = await succeed(service, listPositions, { key, query })
          expect(positions).toHaveLength(deals.length)
          for (const position of positions) {
            seen.add(position.m2m_reason)
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
        } finally {
          await service.close()
        }
      }),
      { numRuns: isLongRun ? 3 : 1, endOnFailure: true },
    )
    // The books must not be all of one kind.
    expect(seen.size).toBeGreaterThan(5)
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
  const refused = new Set([null, 'NOTHING_DUE', 'BELOW_MINIMUM_NOTIONAL', 'ROUNDS_TO_ZERO'])
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
