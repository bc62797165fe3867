import type { PositionReportRow } from '@vadium/schema'
import type { Snapshot } from '../../platform/db/snapshots.ts'
import {
  accruedInterest,
  type PositionFigures,
  PositionValuer,
  rateNow,
  type ValuedPosition,
} from '../deals/index.ts'
import { type PositionAt, type PositionChoice, positionsAt } from './positions-at.ts'
import type { ReportPrices } from './report-prices.ts'
import type { ReportMoment } from './report-time.ts'

/** A position whose state at the moment is known. */
type KnownPosition = PositionAt & { readonly status: NonNullable<PositionAt['status']> }

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
  const known = isKnown(position) ? valuedThen(position) : undefined
  return {
    position_id: position.id,
    order_id: position.orderId,
    order_id_pretty: position.orderNumber,
    side: position.side,
    counterparty_id: position.counterpartyId,
    counterparty_name: position.counterpartyName,
    status: position.status,
    asset: position.asset,
    asset_quantity: known?.assetQuantity ?? null,
    collateral_asset: position.collateralAsset,
    collateral_type: position.collateralType,
    collateral_quantity: known?.collateralQuantity ?? null,
    deliveries_in_transit: known?.deliveriesInTransit ?? null,
    returns_in_transit: known?.returnsInTransit ?? null,
    rate_percent: rateNow(position, moment.at),
    interest_accrued: known === undefined ? null : accruedInterest(known, moment.at),
    ...figureMembers(known && valuer.figures(known)),
    create_time: position.createdAt,
  }
}

function figureMembers(figures: PositionFigures | undefined) {
  return {
    asset_price_usd: figures?.assetPriceUsd ?? null,
    collateral_price_usd: figures?.collateralPriceUsd ?? null,
    asset_notional_usd: figures?.assetNotionalUsd ?? null,
    collateral_value_usd: figures?.collateralValueUsd ?? null,
    ltv_percent: figures?.ltvPercent ?? null,
    ccr_percent: figures?.ccrPercent ?? null,
    margin_call_reached: figures?.marginCallReached ?? null,
    liquidation_reached: figures?.liquidationReached ?? null,
  }
}

function isKnown(position: PositionAt): position is KnownPosition {
  return position.status !== null
}

/**
 * The input of the calculation. A position in its opening counts with the quantity to be lent.
 * Disputed quantities are not kept for the past, and no figure of the report depends on them.
 */
function valuedThen(position: KnownPosition): KnownPosition & ValuedPosition {
  return {
    ...position,
    assetQuantity:
      position.status === 'OPENING' ? position.lentQuantity : position.outstandingQuantity,
    collateralDisputedQuantity: '0',
    openMarkToMarketRequests: [],
    changingOrderRequests: [],
  }
}
