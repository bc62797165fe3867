import type { MarkablePosition } from './markable-position.ts'
import { noticeIsOpen } from '../parties/open-notice.ts'
import {
  type CollateralUnderWay,
  type SumsUnderWay,
  sumsUnderWay,
  underWayColumn,
} from './collateral-under-way.ts'
import { requestsThatBlock, valuedTables } from './position-columns.ts'

/**
 * A position as {@link selectMarkable} selects it: with a column for each value, but one for all
 * collateral under way.
 */
export type MarkableRow = Omit<MarkablePosition, 'lender' | 'borrower' | keyof SumsUnderWay> &
  CollateralUnderWay & {
    readonly lenderId: string
    readonly lenderName: string
    readonly lenderCustodian: string
    readonly lenderWalletId: string
    readonly lenderWalletName: string
    readonly borrowerId: string
    readonly borrowerName: string
    readonly borrowerCustodian: string
    readonly borrowerWalletId: string
    readonly borrowerWalletName: string
  }

/**
 * Selects a {@link MarkableRow} at a time (RFC 3339, as SQL), with further columns. It is read once
 * for every preview, and what costs time is the number of its tables, sub-selects and columns, so
 * it has as few as it can.
 */
export const selectMarkable = (now: string, ...further: readonly string[]) => `
  SELECT ${[
    `p.id, p.status, p.order_id AS "orderId", o.asset, o.number AS "orderNumber",
    trim_scale(p.asset_quantity) AS "assetQuantity", o.collateral_asset AS "collateralAsset",
    c.decimals AS "collateralDecimals", o.collateral_type AS "collateralType",
    trim_scale(p.collateral_quantity) AS "collateralQuantity",
    trim_scale(p.collateral_disputed_quantity) AS "collateralDisputedQuantity",
    trim_scale(p.voluntary_quantity) AS "voluntaryQuantity",
    trim_scale(p.price_at_last_m2m_usd) AS "priceAtLastM2mUsd", p.last_m2m_at AS "lastM2mAt",
    p.updated_at AS "updatedAt", ${noticeIsOpen} AS "hasNotice"`,
    'm.position_terms AS terms',
    requestsThatBlock,
    underWayColumn(now),
    `p.lender_id AS "lenderId", s.lender_name AS "lenderName",
    s.lender_custodian_id AS "lenderCustodian", s.lender_wallet_id AS "lenderWalletId",
    s.lender_wallet_name AS "lenderWalletName",
    p.borrower_id AS "borrowerId", s.borrower_name AS "borrowerName",
    s.borrower_custodian_id AS "borrowerCustodian", s.borrower_wallet_id AS "borrowerWalletId",
    s.borrower_wallet_name AS "borrowerWalletName"`,
    ...further,
  ].join(', ')}
  FROM ${valuedTables}
  -- With the limit, the view is asked for this order alone, not for all orders of the caller.
  CROSS JOIN LATERAL (SELECT * FROM sides_of_orders WHERE order_id = p.order_id LIMIT 1) s`

export function markablePosition(row: MarkableRow): MarkablePosition {
  return {
    id: row.id,
    status: row.status,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    asset: row.asset,
    assetQuantity: row.assetQuantity,
    collateralAsset: row.collateralAsset,
    collateralDecimals: row.collateralDecimals,
    collateralType: row.collateralType,
    collateralQuantity: row.collateralQuantity,
    collateralDisputedQuantity: row.collateralDisputedQuantity,
    ...sumsUnderWay(row),
    voluntaryQuantity: row.voluntaryQuantity,
    terms: row.terms,
    openMarkToMarketRequests: row.openMarkToMarketRequests,
    changingOrderRequest: row.changingOrderRequest,
    priceAtLastM2mUsd: row.priceAtLastM2mUsd,
    lastM2mAt: row.lastM2mAt,
    updatedAt: row.updatedAt,
    hasNotice: row.hasNotice,
    lender: {
      organizationId: row.lenderId,
      organizationName: row.lenderName,
      custodian: row.lenderCustodian,
      walletId: row.lenderWalletId,
      walletName: row.lenderWalletName,
    },
    borrower: {
      organizationId: row.borrowerId,
      organizationName: row.borrowerName,
      custodian: row.borrowerCustodian,
      walletId: row.borrowerWalletId,
      walletName: row.borrowerWalletName,
    },
  }
}
