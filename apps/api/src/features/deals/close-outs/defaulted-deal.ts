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
import { isOfPresentCollateral } from '../terms/replaced-terms.ts'
import { isGivenBack, isNewCollateral } from '../transfers/counting-transfers.ts'
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

/** Collateral that is with the lender and secures a deal. */
interface HeldCollateral {
  readonly asset: string
  readonly decimals: number
  /** Settled, including what is on its way back. Decimal string. */
  readonly quantity: string
}

/** Collateral that a substitution has replaced, and the wallets that it goes back between. */
interface ReplacedCollateral extends HeldCollateral {
  readonly orderRequestId: string
  readonly lenderWalletId: string
  readonly borrowerWalletId: string
}

/** A transfer of a deal under way that its close-out may count. */
export interface CountedTransfer {
  readonly id: string
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly senderId: string
  /**
   * Whether its custodian is sending it, or the network confirms it. New collateral that is not that
   * of the deal never counts.
   */
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
  /** What has not come back of a collateral that a substitution has replaced. Null: nothing. */
  readonly replacedCollateral: ReplacedCollateral | null
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
   * close-out has left out. Oldest first. Without new collateral that did not replace the old one and
   * goes back: it is the borrower's, whatever becomes of the deal.
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
  SELECT json_build_object('occasion', al.occasion,
    'isActive', al.is_active AND ${isOfPresentCollateral('al', 'o.id')},
    'since', to_char(al.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM margin_alerts al WHERE al.position_id = p.id AND al.level = 'liquidation')`

/**
 * What has arrived without counting in a close-out has not come back. All of it is sent back by one
 * transfer.
 */
const replacedCollateral = `(
  SELECT json_build_object('asset', old.symbol, 'decimals', old.decimals,
    'quantity', trim_scale(r.collateral_returned)::text, 'orderRequestId', r.id,
    'lenderWalletId', r.replaced_lender_wallet_id, 'borrowerWalletId', r.replaced_borrower_wallet_id)
  FROM order_requests r JOIN assets old ON old.symbol = r.replaced_collateral_asset
  WHERE r.position_id = p.id AND r.decision = 'switch' AND r.collateral_returned > 0
    AND NOT EXISTS (SELECT FROM transfers t WHERE t.order_request_id = r.id AND t.status = 'COMPLETED'
      AND t.sender_organization_id = r.lender_id AND t.straggler_of IS NULL)
  ORDER BY r.created_at DESC, r.id DESC LIMIT 1)`

/** The asset of it, for prices. */
export const replacedAsset = `(${replacedCollateral} ->> 'asset')`

/** The columns of a {@link DefaultedDeal}, from {@link defaultedTables}. */
export const defaultedColumns = `
  p.id AS "positionId", p.status AS "positionStatus", o.id AS "orderId", o.number AS "orderNumber",
  o.status AS "orderStatus", o.lender_id AS "lenderId", lender.name AS "lenderName",
  o.borrower_id AS "borrowerId", borrower.name AS "borrowerName",
  o.asset, a.decimals AS "assetDecimals", trim_scale(p.asset_quantity)::text AS "assetQuantity",
  o.collateral_asset AS "collateralAsset", c.decimals AS "collateralDecimals",
  o.collateral_type AS "collateralType",
  trim_scale(p.collateral_quantity)::text AS "collateralQuantity",
  ${replacedCollateral} AS "replacedCollateral",
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
      'isOnItsWay', t.provider_state IN ('broadcasting', 'confirming')
        AND NOT ${isNewCollateral}) ORDER BY t.create_time, t.id), '[]')
    FROM transfers t
    WHERE t.order_id = o.id AND t.status ${oneOf(statusSets.transfer.underWay)}
      AND t.close_out_id IS NULL AND t.straggler_of IS NULL
      AND NOT ${isGivenBack}) AS "transfersUnderWay"`

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

/** The collateral that secures a deal: its own, and then what is left of a replaced one. */
export function collateralOf({
  collateralAsset: asset,
  collateralDecimals: decimals,
  collateralQuantity: quantity,
  replacedCollateral,
}: SecuredDeal): readonly HeldCollateral[] {
  return [
    { asset, decimals, quantity },
    ...(replacedCollateral === null ? [] : [replacedCollateral]),
  ]
}

/** The assets of a deal whose prices its close-out may need. */
export function assetsOf(deal: Pick<DefaultedDeal, 'asset'> & SecuredDeal): string[] {
  return [deal.asset, ...collateralOf(deal).map(({ asset }) => asset)]
}

type SecuredDeal = Pick<
  DefaultedDeal,
  'collateralAsset' | 'collateralDecimals' | 'collateralQuantity' | 'replacedCollateral'
>

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
