import { isFullStatement, StatementTotals } from '@vadium/margin'
import { isDocumentWanted, recordDocument } from '../documents/index.ts'
import {
  accruedInterest,
  interestPeriodsUntil,
  PositionValuer,
  rateNow,
  rateNowFrom,
  statedInterestOf,
} from '../deals/index.ts'
import { PricesOfAMoment, readPastPrices } from '../prices/index.ts'
import { instantText } from '../../platform/instant.ts'
import { rowsWithin } from '../../platform/writes/transaction-rows.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { figureMembers, valuedThen } from './position-report.ts'
import { type PositionAt, positionsAt } from './positions-at.ts'

/** A lender and a borrower, and the market cut whose statement they are to have. */
export interface StatedPair {
  readonly lenderId: string
  readonly borrowerId: string
  /** Unix milliseconds. */
  readonly cutMs: number
}

/**
 * States the open deals of a lender and a borrower at a market cut: one statement of the database
 * reads all of them. Nothing is recorded if none was open.
 */
export async function recordMarginStatement(
  tx: WriteTransaction,
  { lenderId, borrowerId, cutMs }: StatedPair,
  priceAgeSecondsMax: number,
): Promise<void> {
  const kind = 'margin_statement'
  const cutTime = instantText(cutMs)
  if (!(await isDocumentWanted(tx, kind, { lenderId, borrowerId }))) return
  const moment = { atMs: cutMs, at: cutTime, until: instantText(cutMs + 1), isNow: false }
  const prices = new PricesOfAMoment(
    { read: (assets) => readPastPrices(tx, assets, cutMs, priceAgeSecondsMax) },
    cutMs,
  )
  const choice = { organizationId: lenderId, counterpartyId: borrowerId }
  const totals = new StatementTotals()
  const listed: ReturnType<typeof statedRow>[] = []
  let periods = 0
  for await (const batch of positionsAt(rowsWithin(tx), choice, moment)) {
    const open = batch.filter(({ side, status }) => side === 'lender' && status !== 'CLOSED')
    const assets = open.flatMap(({ asset, collateralAsset }) => [asset, collateralAsset])
    const valuer = new PositionValuer(await prices.read([...new Set(assets)]))
    for (const position of open) {
      const row = statedRow(position, valuer, cutTime)
      totals.add(row)
      if (isFullStatement(listed.length, periods)) continue
      listed.push(row)
      periods += row.interest.periods.length
    }
  }
  if (listed.length === 0) return
  await recordDocument(
    tx,
    { kind, lenderId, borrowerId, cutTime },
    { cut_time: cutTime, positions: listed, totals: totals.stated(listed.length) },
  )
}

function statedRow(position: PositionAt, valuer: PositionValuer, at: string) {
  const valued = valuedThen(position)
  const { terms } = position
  return {
    order_id: position.orderId,
    order_id_pretty: position.orderNumber,
    status: position.status,
    asset: position.asset,
    asset_quantity: valued.assetQuantity,
    collateral_asset: position.collateralAsset,
    collateral_type: position.collateralType,
    collateral_quantity: valued.collateralQuantity,
    deliveries_in_transit: valued.deliveriesInTransit,
    returns_in_transit: valued.returnsInTransit,
    rate_percent: rateNow(position, at),
    rate_from: position.status === 'OPENING' ? null : rateNowFrom(position, at),
    terms_version: position.termsVersion,
    interest_accrued: accruedInterest(valued, at),
    ...figureMembers(valuer.figures(valued)),
    margin_call_percent: terms.marginCallPercent,
    liquidation_percent: terms.liquidationPercent,
    is_lent: valued.isLent,
    interest: statedInterestOf(position, interestPeriodsUntil(valued, at)),
  }
}
