import { Decimal, formatDecimal } from '@vadium/margin'
import type { MarkToMarketDirection, PositionToMark, Today } from '@vadium/schema'
import { type DuePosition, type DuePositions, PositionValuer } from '../deals/index.ts'
import type { PriceReading } from '../prices/index.ts'

/** The prices by which positions were chosen, the time of both, and how many are named. */
interface Moment {
  /** USD. */
  readonly prices: ReadonlyMap<string, string>
  readonly now: string
  readonly rows: number
}

/** The positions for which a request of a direction can be submitted, the largest first. */
export function submittablePositions(
  due: DuePositions,
  direction: MarkToMarketDirection,
  { prices, now, rows }: Moment,
): Today['to_call'] {
  const valuer = new PositionValuer(readingsOf(prices, now))
  const those = due.positions
    .flatMap((position) => {
      const figures = valuer.figures(position)
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
    has_more: due.hasMore,
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
