import type { BusinessCalendar } from '@vadium/margin'
import {
  type CollateralType,
  type MarginTerms,
  type Order,
  type OrderRequestKindOf,
  type OrderStatus,
  type PositionStatus,
  statusSets,
  type TransferCategory,
  type TransferStatus,
} from '@vadium/schema'
import type { Static } from '@sinclair/typebox'
import { oneOf } from '../../../platform/db/one-of.ts'
import { type DivisibleAssets, divisibleAssets } from './coarse-units.ts'
import { closeBlockersColumns } from '../blockers/close-blocker-columns.ts'
import type { CloseBlockers } from '../blockers/close-blockers.ts'
import {
  closedQuantity,
  interestChangesJson,
  type KeptInterestChange,
} from '../positions/interest-changes.ts'
import { terminatedId } from '../positions/terminated-close-out.ts'
import { isUnderWay } from '../transfers/attempts.ts'
import { calendarsOf } from '../terms/calendars-of-deal.ts'
import {
  generalTerms,
  marginTermsJson,
  type NewerTerms,
  newerTermsJson,
  selectTermsInEffect,
  substituteAssets,
} from '../terms/terms-of-deal.ts'

/** A transfer of an opening or a closing. */
export interface OrderLeg {
  readonly id: string
  readonly category: TransferCategory
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly status: TransferStatus
  readonly token: string
  /** Decimal string. */
  readonly quantity: string
  readonly senderId: string
  /** RFC 3339. */
  readonly lateAt: string
  /** Whether a party has requested its cancellation. */
  readonly isToCancel: boolean
  /** Whether its custodian is asked no more until a person looks. */
  readonly isStalled: boolean
}

/** The open part of an order. */
export interface OrderPosition {
  readonly id: string
  readonly status: Static<typeof PositionStatus>
  readonly assetQuantity: string
  /** Settled collateral, including what is on its way back. */
  readonly collateralQuantity: string
  /** RFC 3339. Null until both sides have arrived. */
  readonly activeAt: string | null
  /** When a close had returned the whole asset, and its quantity. Null until then. */
  readonly assetBackAt: string | null
  readonly closedQuantity: string | null
}

/** A payment of interest that failed. */
interface FailedPayment {
  readonly id: string
  readonly quantity: string
  /** The day up to which it was to pay, `YYYY-MM-DD`. Null if it is older than such days. */
  readonly dueOn: string | null
  /** RFC 3339. */
  readonly lateAt: string
  readonly isReplaced: boolean
}

/** What decides the interest that an order owes, beside its position, rate and terms. */
export interface OrderInterest {
  readonly interestChanges: readonly KeptInterestChange[]
  /** The decimals of the smallest unit of the asset. */
  readonly assetDecimals: number
  /** The interest that was paid or is being paid. Decimal string. */
  readonly charged: string
  /** Oldest first. */
  readonly failed: readonly FailedPayment[]
  /** When the next payment is instructed, RFC 3339, under terms with calendars. Otherwise null. */
  readonly nextAt: string | null
  /**
   * What the calendars of its terms say of this month, if the next payment is one of an earlier
   * month, which was not instructed in time. Otherwise null.
   */
  readonly calendars: readonly BusinessCalendar[] | null
}

/** The wallets of an order. Each is null until its side has named it. */
export interface OrderWallets {
  readonly lenderAssetWalletId: string | null
  readonly lenderCollateralWalletId: string | null
  readonly borrowerAssetWalletId: string | null
  readonly borrowerCollateralWalletId: string | null
}

/**
 * The record of an order, with everything that decides what can be done with it. Decimals are
 * strings.
 */
export interface OrderRow extends OrderWallets, CloseBlockers {
  readonly id: string
  /** Its own id, under the name that all records of a deal have. */
  readonly orderId: string
  readonly number: number
  readonly status: Static<typeof OrderStatus>
  readonly creatorId: string
  readonly lenderId: string
  readonly lenderName: string
  readonly borrowerId: string
  readonly borrowerName: string
  readonly asset: string
  readonly assetQuantity: string
  readonly ratePercent: string
  readonly collateralAsset: string
  readonly collateralQuantity: string
  readonly collateralType: CollateralType
  /** Whether the creator is not suspended. */
  readonly creatorIsActive: boolean
  /**
   * The terms with which it would be accepted now. Null if it awaits no answer or there are none.
   */
  readonly termsIdInEffect: string | null
  /** The version of the agreement that has the {@link terms}. */
  readonly termsVersion: number
  /** The assets for which its collateral can be exchanged. */
  readonly substituteAssets: readonly string[]
  /** Newer terms that are in effect. Null if there are none, or unless it is active. */
  readonly newerTerms: NewerTerms | null
  /** The terms in effect while it awaits an answer; after that, those that apply to the deal. */
  readonly terms: MarginTerms
  readonly expireAt: string
  /** When its close begins, RFC 3339. Null: whenever a side begins it. */
  readonly maturityAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly position: OrderPosition | null
  /** Null unless it is closing, or is active and pays interest every month. */
  readonly interest: OrderInterest | null
  /**
   * The transfers of the opening or, once it closes, of the closing. Oldest attempt first. Empty in
   * other states.
   */
  readonly legs: readonly OrderLeg[]
  /** Null unless it awaits an answer, and the terms in effect have causes of default. */
  readonly divisibleAssets: DivisibleAssets | null
  /** The close-out that ends it: its steps are those of the close-out. Null without one. */
  readonly closeOutId: string | null
  /** The kind of the order request that its close carries out. Null without one. */
  readonly closedBy: OrderRequestKindOf<'quantity'> | null
  /**
   * Which of its assets the caller's wallets in use hold, besides those that it names already for
   * the caller. Only while wallets can be named.
   */
  readonly assetsInWallets: readonly string[]
  /** The wallets that it names. */
  readonly wallets: Order['wallets']
  /** The wallets that its creator named and has retired. Only while it awaits an answer. */
  readonly retiredWallets: readonly string[]
}

const termsInEffect = (time: string) =>
  selectTermsInEffect({ lender: 'o.lender_id', borrower: 'o.borrower_id', time })

/**
 * Whether a transfer `t` with its instruction `i` was instructed by the close of the order of
 * position `p`, and not before it or by an earlier one, which was cancelled.
 */
export const isOfClosing = `t.category IN ('close', 'interest') AND i.sequence > p.closes_after`

/**
 * Whether a transfer `t` with its instruction `i` is one of the {@link OrderRow.legs}. A close
 * waits for an earlier payment of interest that is under way, and before it is over for what was
 * sent without a call.
 */
export const isLegOfOrder = `CASE o.status
    WHEN 'CLOSING' THEN (${isOfClosing})
      OR (t.category IN ('interest', 'voluntary')
        AND t.status ${oneOf(statusSets.transfer.underWay)})
    ELSE t.category = 'open' END`

const startOfMonth = (time: string) =>
  `date_trunc('month', ${time}::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`

/** The {@link OrderInterest} of an order `o` of position `p`, with terms `m`, at a time. */
const interestJson = (time: string) => `CASE WHEN o.status = 'CLOSING'
    OR (o.status = 'ACTIVE' AND m.interest_schedule = 'monthly') THEN json_build_object(
      'interestChanges', ${interestChangesJson},
      'assetDecimals', (SELECT a.decimals FROM assets a WHERE a.symbol = o.asset),
      'charged', (SELECT trim_scale(coalesce(sum(t.quantity), 0))::text FROM transfers t
        WHERE t.order_id = o.id AND t.category = 'interest'
          AND t.status ${oneOf(statusSets.transfer.counting)}),
      'failed', (SELECT coalesce(json_agg(json_build_object(
          'id', t.id, 'quantity', trim_scale(t.quantity)::text, 'dueOn', t.due_on,
          'lateAt', t.late_at,
          'isReplaced', EXISTS (SELECT FROM transfers n WHERE n.replaces = t.id)
        ) ORDER BY i.sequence), '[]')
        FROM transfers t JOIN instructions i ON i.transfer_id = t.id
        WHERE t.order_id = o.id AND t.category = 'interest'
          AND t.status ${oneOf(statusSets.transfer.failed)}),
      'nextAt', CASE WHEN m.calendars <> '{}' THEN (
        SELECT to_char(d.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        FROM deadlines d WHERE d.kind = 'interest' AND d.resource_id = o.id) END,
      'calendars', CASE WHEN m.calendars <> '{}' AND EXISTS (
        SELECT FROM deadlines d WHERE d.kind = 'interest' AND d.resource_id = o.id
          AND d.due_at < ${startOfMonth(time)}) THEN (
        SELECT json_agg(json_build_object('weekend', v.weekend, 'holidays', (
          SELECT coalesce(json_agg(h ->> 'date'), '[]') FROM jsonb_array_elements(v.holidays) h
          WHERE starts_with(h ->> 'date', to_char(${time}::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM')))))
        FROM ${calendarsOf('m', time)}) END) END`

const legsJson = `(
  SELECT coalesce(json_agg(json_build_object(
    'id', t.id, 'category', t.category, 'leg', t.leg, 'status', t.status, 'token', t.token,
    'quantity', trim_scale(t.quantity)::text, 'senderId', t.sender_organization_id,
    'lateAt', t.late_at, 'isToCancel', i.cancel_asked_at IS NOT NULL,
    'isStalled', i.stalled
  ) ORDER BY i.sequence), '[]')
  FROM transfers t JOIN instructions i ON i.transfer_id = t.id
  WHERE t.order_id = o.id AND ${isLegOfOrder})`

/** The kind of the order request that the close carries out. */
const closedBy = `CASE o.status WHEN 'CLOSING' THEN (
  SELECT r.kind FROM order_requests r
  WHERE r.position_id = p.id AND r.whole AND r.status ${oneOf(statusSets.order_request.agreed)}) END`

/** The wallet that the caller names for an asset `x` of an order `o`. */
const namedByCaller = `CASE
  WHEN o.lender_id = current_organization() AND x.asset = o.asset THEN o.lender_asset_wallet_id
  WHEN o.lender_id = current_organization() THEN o.lender_collateral_wallet_id
  WHEN x.asset = o.asset THEN o.borrower_asset_wallet_id
  ELSE o.borrower_collateral_wallet_id END`

/**
 * For each asset one wallet in use is enough, which indexes find. A join instead of the limit and
 * the subquery may read all wallets for each order.
 */
const assetsInWallets = `CASE
  WHEN o.status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING') THEN ARRAY(
  SELECT x.asset FROM (VALUES (o.asset), (o.collateral_asset)) AS x (asset)
  CROSS JOIN LATERAL (
    SELECT FROM wallet_assets h
    WHERE h.organization_id = current_organization() AND h.asset = x.asset
      AND h.wallet_id IS DISTINCT FROM ${namedByCaller}
      AND (SELECT w.retired_at IS NULL FROM wallets w WHERE w.id = h.wallet_id)
    LIMIT 1) AS other)
  ELSE '{}' END`

const wallets = `(
  SELECT coalesce(json_agg(json_build_object(
    'id', n.id, 'name', n.name, 'custodian', n.custodian_id) ORDER BY n.id COLLATE "C"), '[]')
  FROM wallets_of_orders n WHERE n.order_id = o.id)`

const retiredWallets = `CASE o.status WHEN 'PENDING_ACCEPTANCE' THEN ARRAY(
  SELECT n.id FROM wallets_of_orders n WHERE n.order_id = o.id AND n.retired_at IS NOT NULL)
  ELSE '{}' END`

/**
 * Selects {@link OrderRow}s at a time. Further clauses follow. Decimals are texts, also as JSON.
 */
export const selectOrders = (time: string): string => `
  SELECT o.id, o.id AS "orderId", o.number, o.status, o.creator_id AS "creatorId",
    o.lender_id AS "lenderId", lender.name AS "lenderName",
    o.borrower_id AS "borrowerId", borrower.name AS "borrowerName",
    o.asset, trim_scale(o.asset_quantity)::text AS "assetQuantity",
    trim_scale(o.rate_percent)::text AS "ratePercent",
    o.collateral_asset AS "collateralAsset",
    trim_scale(o.collateral_quantity)::text AS "collateralQuantity",
    o.collateral_type AS "collateralType",
    o.lender_asset_wallet_id AS "lenderAssetWalletId",
    o.lender_collateral_wallet_id AS "lenderCollateralWalletId",
    o.borrower_asset_wallet_id AS "borrowerAssetWalletId",
    o.borrower_collateral_wallet_id AS "borrowerCollateralWalletId",
    CASE o.creator_id WHEN o.lender_id THEN lender.status ELSE borrower.status END = 'active'
      AS "creatorIsActive",
    effective.terms_id AS "termsIdInEffect", ${marginTermsJson('m')} AS terms,
    agreed.version AS "termsVersion", ${substituteAssets} AS "substituteAssets", ${newerTermsJson(time)} AS "newerTerms", o.expire_at AS "expireAt", o.maturity_at AS "maturityAt", o.created_at AS "createdAt", o.updated_at AS "updatedAt",
    CASE WHEN p.id IS NOT NULL THEN json_build_object(
      'id', p.id, 'status', p.status, 'assetQuantity', trim_scale(p.asset_quantity)::text,
      'collateralQuantity', trim_scale(p.collateral_quantity)::text, 'activeAt', p.active_at,
      'assetBackAt', p.asset_back_at, 'closedQuantity', (${closedQuantity})::text) END AS position,
    ${interestJson(time)} AS interest,
    CASE WHEN o.status IN ('ACCEPTED', 'OPENING', 'CLOSING') THEN ${legsJson} ELSE '[]' END AS legs,
    CASE o.status WHEN 'PENDING_ACCEPTANCE' THEN ${divisibleAssets} END AS "divisibleAssets",
    CASE o.status WHEN 'CLOSING' THEN ${terminatedId} END AS "closeOutId", ${closedBy} AS "closedBy", ${assetsInWallets} AS "assetsInWallets",
    ${wallets} AS wallets, ${retiredWallets} AS "retiredWallets",
    ${closeBlockersColumns}
  FROM orders o
  JOIN organizations lender ON lender.id = o.lender_id
  JOIN organizations borrower ON borrower.id = o.borrower_id
  LEFT JOIN positions p ON p.order_id = o.id
  LEFT JOIN LATERAL (${termsInEffect(time)}) effective ON o.status = 'PENDING_ACCEPTANCE'
  JOIN margin_terms m ON m.id = coalesce(effective.terms_id, o.terms_id)
  JOIN agreement_versions agreed ON agreed.terms_id = ${generalTerms('m')}`

/** The position of an accepted order. */
export function positionOf({ id, status, position, lenderId, borrowerId }: OrderRow) {
  if (position === null) throw new Error(`order ${id} is ${status} and has no position`)
  return { ...position, orderId: id, lenderId, borrowerId }
}

export function legsUnderWay({ legs }: OrderRow): OrderLeg[] {
  return legs.filter(isUnderWay)
}

/** The legs under way that a close waits for between its steps. */
export function stepsUnderWay(order: OrderRow): OrderLeg[] {
  return legsUnderWay(order).filter(({ category }) => category !== 'voluntary')
}

/** What was sent without a call and is under way while the order closes. */
export function voluntaryUnderWay(order: OrderRow): OrderLeg[] {
  return legsUnderWay(order).filter(({ category }) => category === 'voluntary')
}

export function arrivedLegs({ legs }: OrderRow): OrderLeg[] {
  return legs.filter(({ status }) => status === 'COMPLETED')
}

/** The newest attempt to return the asset of a closing order. */
export function assetOnItsWayBack({ legs }: OrderRow): OrderLeg | undefined {
  return legs.findLast(({ leg }) => leg === 'asset')
}
