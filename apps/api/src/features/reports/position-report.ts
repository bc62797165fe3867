import { Decimal } from '@vadium/margin'
import type { PositionReportRow } from '@vadium/schema'
import type { Snapshot } from '../../platform/db/snapshots.ts'
import {
  accruedInterest,
  type PositionFigures,
  PositionValuer,
  rateNow,
  type WatchedPosition,
} from '../deals/index.ts'
import { type PositionAt, type PositionChoice, positionsAt } from './positions-at.ts'
import type { ReportPrices } from './report-prices.ts'
import type { ReportMoment } from './report-time.ts'

/** The positions at a moment, valued at the prices of that moment. */
export async function* positionReport(
  snapshot: Snapshot,
  choice: PositionChoice,
  moment: ReportMoment,
  prices: ReportPrices,
): AsyncGenerator<PositionReportRow[], void, undefined> {
  const ofMoment = prices.ofMoment(snapshot, moment)
  for await (const positions of positionsAt(snapshot, choice, moment)) {
    const assets = positions.flatMap(({ asset, collateralAsset }) => [asset, collateralAsset])
    const valuer = new PositionValuer(await ofMoment.read([...new Set(assets)]))
    yield positions.map((position) => reportRow(position, valuer, moment))
  }
}

function reportRow(
  position: PositionAt,
  valuer: PositionValuer,
  moment: ReportMoment,
): PositionReportRow {
  const valued = valuedThen(position)
  return {
    position_id: position.id,
    order_id: position.orderId,
    order_id_pretty: position.orderNumber,
    side: position.side,
    counterparty_id: position.counterpartyId,
    counterparty_name: position.counterpartyName,
    status: position.status,
    asset: position.asset,
    asset_quantity: valued.assetQuantity,
    collateral_asset: position.collateralAsset,
    collateral_type: position.collateralType,
    collateral_quantity: valued.collateralQuantity,
    deliveries_in_transit: valued.deliveriesInTransit,
    returns_in_transit: valued.returnsInTransit,
    rate_percent: rateNow(position, moment.at),
    terms_version: position.termsVersion,
    interest_accrued: accruedInterest(valued, moment.at),
    ...figureMembers(valuer.figures(valued)),
    create_time: position.createdAt,
  }
}

/** Prices, values and flags of a position, as reports show them. */
export function figureMembers(figures: PositionFigures) {
  return {
    asset_price_usd: figures.assetPriceUsd,
    collateral_price_usd: figures.collateralPriceUsd,
    ...valueMembers(figures),
  }
}

/** The values and flags of a position, as reports show them. */
export function valueMembers(figures: PositionFigures) {
  return {
    asset_notional_usd: figures.assetNotionalUsd,
    collateral_value_usd: figures.collateralValueUsd,
    ltv_percent: figures.ltvPercent,
    ccr_percent: figures.ccrPercent,
    margin_call_reached: figures.marginCallReached,
    liquidation_reached: figures.liquidationReached,
  }
}

/** What is known of the quantities of a position at a past time. */
type PositionThen = Pick<
  PositionAt,
  'lentQuantity' | 'outstandingQuantity' | 'activeAt' | 'assetBackAt'
> &
  Omit<
    WatchedPosition,
    | 'assetQuantity'
    | 'isLent'
    | 'collateralDisputedQuantity'
    | 'openMarkToMarketRequests'
    | 'changingOrderRequest'
  >

/**
 * The input of the calculation. A position in its opening counts with the quantity to be lent.
 * Disputed quantities are not kept for the past, and no figure of the report depends on them.
 */
export function valuedThen<Position extends PositionThen>(
  position: Position,
): Position & WatchedPosition {
  return {
    ...position,
    isLent: wasLent(position),
    assetQuantity:
      position.status === 'OPENING' ? position.lentQuantity : position.outstandingQuantity,
    collateralDisputedQuantity: '0',
    openMarkToMarketRequests: [],
    changingOrderRequest: null,
  }
}

/** As asset_is_lent of the database. */
function wasLent({ status, activeAt, assetBackAt, outstandingQuantity }: PositionThen): boolean {
  if (status === 'ACTIVE') return true
  if (status !== 'CLOSING' || activeAt === null || assetBackAt !== null) return false
  return !new Decimal(outstandingQuantity).isZero()
}
