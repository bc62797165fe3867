import type { DayCount, FactSubject } from '@vadium/margin'
import {
  type CloseOutCause,
  type CollateralType,
  type Order,
  type Position,
  statusSets,
} from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import {
  closedQuantity,
  interestChangesJson,
  type KeptInterestChange,
} from '../positions/interest-changes.ts'
import { interestPaid } from '../positions/position-columns.ts'
import { terminatedId } from '../positions/terminated-close-out.ts'
import type { PositionTerms } from '../positions/valued-position.ts'
import { scopeColumns, type ScopedDeal } from './close-out-scope.ts'

/** A notice that has not ended. */
interface OpenNotice {
  readonly id: string
  readonly cause: CloseOutCause
  readonly creatorId: string
  /** What its fact is about. */
  readonly resource: FactSubject['resource']
  readonly resourceId: string
  readonly occasion: number | null
  /** Since when its fact held when it was declared. RFC 3339. */
  readonly since: string
}

/** The alert of the liquidation level, as the last revaluation left it. */
interface LiquidationAlert {
  readonly occasion: number
  readonly isActive: boolean
  /** When this occasion began. */
  readonly since: string
}

/** A transfer of a deal under way that its close-out may count. */
export interface CountedTransfer {
  readonly id: string
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly senderId: string
  /** Whether its custodian is sending it, or the network confirms it. */
  readonly isOnItsWay: boolean
}

/** A deal with what decides its defaults and their close-outs. Decimals are strings. */
export interface DefaultedDeal extends ScopedDeal {
  readonly positionId: string
  readonly positionStatus: Position['status']
  readonly orderId: string
  readonly orderNumber: number
  readonly orderStatus: Order['status']
  readonly lenderId: string
  readonly lenderName: string
  readonly borrowerId: string
  readonly borrowerName: string
  readonly asset: string
  readonly assetDecimals: number
  /** The quantity that is lent. */
  readonly assetQuantity: string
  readonly collateralAsset: string
  readonly collateralDecimals: number
  readonly collateralType: CollateralType
  /** Settled collateral, including what is on its way back. */
  readonly collateralQuantity: string
  /** The rate at the opening. */
  readonly ratePercent: string
  readonly dayCount: DayCount
  readonly activeAt: string | null
  readonly assetBackAt: string | null
  readonly closedQuantity: string | null
  readonly interestChanges: readonly KeptInterestChange[]
  /** What interest transfers have brought. */
  readonly interestPaid: string
  readonly terms: PositionTerms
  readonly defaultCauses: readonly CloseOutCause[]
  readonly liquidationConfirmSeconds: number
  /** From the notice to the termination. Not for the liquidation level. */
  readonly graceSeconds: number
  /** How long transfers may be under way. Null: as long as the installation allows. */
  readonly settlementTimeSeconds: number | null
  readonly closeOutDiscount: string
  readonly liquidationAlert: LiquidationAlert | null
  readonly positionUpdatedAt: string
  readonly notices: readonly OpenNotice[]
  /** The close-out that was terminated and is not over. */
  readonly terminatedId: string | null
  /**
   * The transfers of the order that are under way, for any purpose but a close-out, and that no
   * close-out has left out. Oldest first.
   */
  readonly transfersUnderWay: readonly CountedTransfer[]
}

const notices = `(
  SELECT coalesce(json_agg(json_build_object('id', n.id, 'cause', n.cause,
    'creatorId', n.creator_id, 'resource', n.fact_resource,
    'resourceId', coalesce(n.fact_resource_id, n.position_id), 'occasion', n.occasion,
    'since', to_char(n.fact_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY n.created_at, n.id), '[]')
  FROM close_outs n WHERE n.position_id = p.id AND n.status = 'NOTICE')`

const alert = `(
  SELECT json_build_object('occasion', al.occasion, 'isActive', al.is_active,
    'since', to_char(al.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM margin_alerts al WHERE al.position_id = p.id AND al.level = 'liquidation')`

/** The columns of a {@link DefaultedDeal}, from {@link defaultedTables}. */
export const defaultedColumns = `
  p.id AS "positionId", p.status AS "positionStatus", o.id AS "orderId", o.number AS "orderNumber",
  o.status AS "orderStatus", o.lender_id AS "lenderId", lender.name AS "lenderName",
  o.borrower_id AS "borrowerId", borrower.name AS "borrowerName",
  o.asset, a.decimals AS "assetDecimals", trim_scale(p.asset_quantity)::text AS "assetQuantity",
  o.collateral_asset AS "collateralAsset", c.decimals AS "collateralDecimals",
  o.collateral_type AS "collateralType",
  trim_scale(p.collateral_quantity)::text AS "collateralQuantity",
  trim_scale(o.rate_percent)::text AS "ratePercent", m.day_count AS "dayCount",
  p.updated_at AS "positionUpdatedAt", p.active_at AS "activeAt", p.asset_back_at AS "assetBackAt",
  (${closedQuantity})::text AS "closedQuantity", ${interestChangesJson} AS "interestChanges",
  ${interestPaid} AS "interestPaid",
  m.position_terms AS terms, m.default_causes AS "defaultCauses",
  m.liquidation_confirm_seconds AS "liquidationConfirmSeconds", m.grace_seconds AS "graceSeconds",
  m.settlement_time_seconds AS "settlementTimeSeconds",
  trim_scale(m.close_out_discount)::text AS "closeOutDiscount",
  ${scopeColumns},
  ${alert} AS "liquidationAlert", ${notices} AS notices,
  ${terminatedId} AS "terminatedId",
  (SELECT coalesce(json_agg(json_build_object('id', t.id, 'leg', t.leg,
      'senderId', t.sender_organization_id,
      'isOnItsWay', t.provider_state IN ('broadcasting', 'confirming')) ORDER BY t.create_time, t.id), '[]')
    FROM transfers t
    WHERE t.order_id = o.id AND t.status ${oneOf(statusSets.transfer.underWay)}
      AND t.close_out_id IS NULL AND t.straggler_of IS NULL) AS "transfersUnderWay"`

export const defaultedTables = `
  positions p
  JOIN orders o ON o.id = p.order_id
  JOIN margin_terms m ON m.id = o.terms_id
  JOIN assets a ON a.symbol = o.asset
  JOIN assets c ON c.symbol = o.collateral_asset
  JOIN organizations lender ON lender.id = o.lender_id
  JOIN organizations borrower ON borrower.id = o.borrower_id`

/** The deal of a position. It must be locked. */
export async function readDefaultedDeal(
  tx: WriteTransaction,
  positionId: string,
): Promise<DefaultedDeal> {
  const deal = await tx.row<DefaultedDeal>(
    `SELECT ${defaultedColumns} FROM ${defaultedTables} WHERE p.id = $1`,
    [positionId],
  )
  if (deal === undefined) throw new Error(`position ${positionId} is missing`)
  return deal
}

/** A deal under the names that valued positions have. */
export interface ClosedOutPosition extends DefaultedDeal {
  readonly id: string
  readonly status: Position['status']
  readonly updatedAt: string
}

export function closedOutPosition(deal: DefaultedDeal): ClosedOutPosition {
  const { positionId: id, positionStatus: status, positionUpdatedAt: updatedAt } = deal
  return { ...deal, id, status, updatedAt }
}

/** The order of a deal, as its state machine knows it. */
export function orderOf({ orderId, orderStatus, lenderId, borrowerId }: DefaultedDeal) {
  return { id: orderId, orderId, status: orderStatus, lenderId, borrowerId }
}

/** The position of a deal, as its state machine knows it. */
export function positionOf(deal: DefaultedDeal) {
  const { positionId: id, orderId, positionStatus: status, lenderId, borrowerId } = deal
  return { id, orderId, status, lenderId, borrowerId }
}
