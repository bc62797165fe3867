import type { DayCount } from '@vadium/margin'
import type { CollateralType } from '@vadium/schema'
import { type NewestQuotes, newestQuotes } from '../../prices/index.ts'
import {
  closedQuantity,
  interestChangesJson,
  type KeptInterestChange,
} from '../positions/interest-changes.ts'
import { interestPaid, termsJson } from '../positions/position-columns.ts'
import { terminatedId } from '../positions/terminated-close-out.ts'
import type { PositionTerms, ValuedPosition } from '../positions/valued-position.ts'
import { scopeColumns, type ScopedDeal } from './close-out-scope.ts'

/** What the database knows of a deal that is closed out. Decimals are strings. */
export interface CloseOutRow extends ScopedDeal {
  readonly id: string
  readonly status: ValuedPosition['status']
  readonly orderNumber: number
  readonly collateralType: CollateralType
  readonly lenderId: string
  readonly borrowerId: string
  readonly asset: string
  /** The quantity that is lent and has not come back. */
  readonly assetQuantity: string
  readonly assetDecimals: number
  readonly collateralAsset: string
  /** Settled collateral. */
  readonly collateralQuantity: string
  readonly collateralDecimals: number
  /** Percent a year, at the opening. */
  readonly ratePercent: string
  readonly dayCount: DayCount
  readonly interestChanges: readonly KeptInterestChange[]
  readonly activeAt: string | null
  readonly assetBackAt: string | null
  readonly closedQuantity: string | null
  /** The interest of completed transfers. */
  readonly interestPaid: string
  /** A fraction, taken off the price of what is kept. */
  readonly closeOutDiscount: string
  readonly terms: PositionTerms
  readonly updatedAt: string
  /** The close-out that was terminated and is not over. */
  readonly terminatedId: string | null
  /** The newest quotes of both assets. */
  readonly quotes: NewestQuotes
}

/** The part of it that decides the figures. */
export type ClosedOutPosition = Omit<CloseOutRow, 'quotes' | 'terminatedId'>

/** Selects a {@link CloseOutRow} by the id of its position and an organization. */
export const selectCloseOut = `
  SELECT p.id, p.status, o.number AS "orderNumber", o.collateral_type AS "collateralType",
    o.lender_id AS "lenderId", o.borrower_id AS "borrowerId",
    o.asset, trim_scale(p.asset_quantity) AS "assetQuantity", a.decimals AS "assetDecimals",
    o.collateral_asset AS "collateralAsset",
    trim_scale(p.collateral_quantity) AS "collateralQuantity", c.decimals AS "collateralDecimals",
    trim_scale(o.rate_percent) AS "ratePercent", m.day_count AS "dayCount",
    ${interestChangesJson} AS "interestChanges", p.active_at AS "activeAt",
    p.asset_back_at AS "assetBackAt", ${closedQuantity} AS "closedQuantity",
    ${interestPaid} AS "interestPaid",
    trim_scale(m.close_out_discount) AS "closeOutDiscount", p.updated_at AS "updatedAt",
    ${termsJson} AS terms, ${scopeColumns},
    ${terminatedId} AS "terminatedId",
    ${newestQuotes('o.asset', 'o.collateral_asset')} AS quotes
  FROM positions p
  JOIN orders o ON o.id = p.order_id
  JOIN margin_terms m ON m.id = o.terms_id
  JOIN assets a ON a.symbol = o.asset
  JOIN assets c ON c.symbol = o.collateral_asset
  WHERE p.id = $1 AND $2 IN (p.lender_id, p.borrower_id)`
