import { Decimal, formatDecimal } from '@vadium/margin'
import type { MarkToMarketDirection, PositionToMark, Today } from '@vadium/schema'
import type { Refusal } from '../../platform/refusal.ts'
import {
  type DuePosition,
  type DuePositions,
  type Figured,
  type HeldFor,
  PositionValuer,
  withHeldReleases,
} from '../deals/index.ts'
import type { PriceReading } from '../prices/index.ts'

/** The prices by which positions were chosen, and their time. */
interface Moment {
  /** USD. */
  readonly prices: ReadonlyMap<string, string>
  readonly now: string
}

/** The positions that may be due, with their figures for the caller. */
export function valuedPositions(
  { positions }: DuePositions,
  { prices, now }: Moment,
  held: HeldFor,
): Promise<readonly Figured<DuePosition>[] | Refusal> {
  const valuer = new PositionValuer(readingsOf(prices, now))
  const valued = positions.map((position) => ({ position, figures: valuer.figures(position) }))
  return withHeldReleases(valued, ({ side }) => side === 'borrower', held)
}

/** The positions for which a request of a direction can be submitted, the largest first. */
export function submittablePositions(
  valued: readonly Figured<DuePosition>[],
  direction: MarkToMarketDirection,
  { rows, hasMore }: { readonly rows: number; readonly hasMore: boolean },
): Today['to_call'] {
  const those = valued
    .flatMap(({ position, figures }) => {
      const { m2mReason, m2mNotionalUsd, m2mCollateralAmount } = figures
      if (m2mReason !== null || figures.direction !== direction) return []
      if (m2mNotionalUsd === null || m2mCollateralAmount === null) return []
      return {
        ...shown(position),
        ccr_percent: figures.ccrPercent,
        m2m_collateral_amount: m2mCollateralAmount,
        m2m_notional_usd: m2mNotionalUsd,
      }
    })
    .sort(largestFirst)
  const others = those.slice(rows)
  return {
    count: those.length,
    lender_count: those.filter(({ side }) => side === 'lender').length,
    notional_usd: sumOf(those),
    positions: those.slice(0, rows),
    others: { count: others.length, notional_usd: sumOf(others) },
    has_more: hasMore,
  }
}

function readingsOf(
  prices: ReadonlyMap<string, string>,
  observedAt: string,
): ReadonlyMap<string, PriceReading> {
  return new Map(
    [...prices].map(([asset, priceUsd]): [string, PriceReading] => [
      asset,
      { kind: 'current', priceUsd, source: '', observedAt },
    ]),
  )
}

const shown = (position: DuePosition) => ({
  id: position.id,
  order_id: position.orderId,
  order_id_pretty: position.orderNumber,
  counterparty_id: position.counterpartyId,
  counterparty_name: position.counterpartyName,
  side: position.side,
  asset: position.asset,
  collateral_asset: position.collateralAsset,
})

function largestFirst(one: PositionToMark, other: PositionToMark): number {
  const difference = new Decimal(other.m2m_notional_usd).comparedTo(one.m2m_notional_usd)
  return difference === 0 ? one.order_id_pretty - other.order_id_pretty : difference
}

function sumOf(positions: readonly PositionToMark[]): string {
  return formatDecimal(
    positions.reduce((sum, { m2m_notional_usd }) => sum.plus(m2m_notional_usd), new Decimal(0)),
    2,
  )
}
