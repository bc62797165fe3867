import type { DayCount } from '@vadium/margin'
import type { CollateralType } from '@vadium/schema'
import { inOrder } from '../../platform/db/snapshots.ts'
import {
  agreedCollateralBefore,
  closedQuantity,
  collateralBefore,
  generalTerms,
  interestChangesBefore,
  type KeptInterestChange,
  type PositionTerms,
  termsBefore,
  type ValuedPosition,
} from '../deals/index.ts'
import type { ReportMoment } from './report-time.ts'
import type { BatchReader } from '../../platform/writes/transaction-rows.ts'
import { bothSides, dealSides } from '../../platform/lists/both-sides.ts'

/** The organization and the filters. A position must match all filters that are given. */
export interface PositionChoice {
  readonly organizationId: string
  readonly status?: string | undefined
  readonly counterpartyId?: string | undefined
  readonly asset?: string | undefined
  readonly collateralAsset?: string | undefined
  /** The asset that is lent or pledged. */
  readonly eitherAsset?: string | undefined
}

/** A position at a moment. Decimals are strings. */
export interface PositionAt {
  readonly id: string
  readonly orderId: string
  readonly orderNumber: number
  readonly side: 'lender' | 'borrower'
  readonly counterpartyId: string
  readonly counterpartyName: string
  readonly status: ValuedPosition['status']
  readonly asset: string
  readonly assetDecimals: number
  /** The quantity that was agreed at the opening. */
  readonly lentQuantity: string
  /** The quantity with the borrower, including what was on its way back. */
  readonly outstandingQuantity: string
  readonly collateralAsset: string
  readonly collateralDecimals: number
  readonly collateralType: CollateralType
  /** The collateral that was agreed: at the opening, or of a substitution since. */
  readonly agreedCollateralQuantity: string
  readonly collateralQuantity: string
  readonly deliveriesInTransit: string
  readonly returnsInTransit: string
  /** The rate at the opening. */
  readonly ratePercent: string
  readonly interestChanges: readonly KeptInterestChange[]
  readonly dayCount: DayCount
  readonly terms: PositionTerms
  readonly termsVersion: number
  readonly activeAt: string | null
  /** When the loan was over: returned, or closed out. Null if it was not by the moment. */
  readonly assetBackAt: string | null
  readonly closedQuantity: string | null
  /** Whether a full close-out of it was booked: what goes back is no deal any more. */
  readonly isClosedOut: boolean
  readonly createdAt: string
}

/** The state of a position `p` after its last change before a time. */
export const statusBefore = (until: string) => `
  SELECT s.to_state AS status FROM state_changes s
  WHERE s.resource_id = p.id AND s.machine = 'position' AND s.changed_at < ${until}
  ORDER BY s.sequence DESC LIMIT 1`

const inTransit = (leg: 'asset' | 'collateral', holder: string) =>
  `t.leg = '${leg}' AND e.holder_id = ${holder}`

/** What the borrower sends without a call counts in the past once it has settled. */
const isOwed = "t.category <> 'voluntary'"

/**
 * The bucket, if there is one, and the transfers under way that mean something for a position. What
 * is of another asset than its collateral of the time is left out by the statement.
 */
const balances = {
  outstanding: { bucket: 'lent', transfers: inTransit('asset', 'o.borrower_id') },
  collateral: { bucket: 'pledged', transfers: inTransit('collateral', 'o.lender_id') },
  deliveries: {
    bucket: null,
    transfers: `${inTransit('collateral', 'o.borrower_id')} AND ${isOwed}`,
  },
  returns: { bucket: null, transfers: inTransit('collateral', 'o.lender_id') },
} as const

type Balance = keyof typeof balances
export const balanceNames: readonly Balance[] = [
  'outstanding',
  'collateral',
  'deliveries',
  'returns',
]

const columns = (of: (balance: (typeof balances)[Balance]) => string) =>
  balanceNames.map((name) => `coalesce(${of(balances[name])}, 0) AS ${name}`).join(', ')

/**
 * The sums of the entries `e` of an order `o`, of transfers `t`, by what they mean for the
 * position. What is on its way back still counts as held by the other side; but what a close-out
 * has left out does not, once it is booked, by the condition `isOfPosition`.
 */
export const balanceColumns = (isOfPosition: string) =>
  columns(({ bucket, transfers }) => {
    const moving = `e.bucket = 'in_transit' AND ${transfers} AND ${isOfPosition}`
    const held = bucket === null ? '' : `e.bucket = '${bucket}' OR `
    return `sum(e.quantity) FILTER (WHERE ${held}(${moving}))`
  })

/** The negative sums of what was in transit, with which a booking takes it out of the position. */
export const leftOutColumns = columns(
  ({ transfers }) => `sum(-e.quantity) FILTER (WHERE e.bucket = 'in_transit' AND ${transfers})`,
)

/**
 * Whether a transfer `t` belongs to a position at a time. From the booking of a close-out on, what
 * it has left out belongs to none, nor does what is sent back of it.
 */
export const isOfPosition = (isBooked: (bookedAt: string) => string) => `t.sends_back IS NULL
  AND NOT EXISTS (
    SELECT FROM close_outs c WHERE c.id = t.straggler_of AND ${isBooked('c.booked_at')})`

/** The balances of an order `o` in the journal at the moment, with the collateral of then `c`. */
const journalThen = `
  SELECT ${balanceColumns(isOfPosition((bookedAt) => `${bookedAt} < $2`))}
  FROM journal_entries e
  JOIN journal_transactions j ON j.id = e.transaction_id
  LEFT JOIN transfers t ON t.id = j.transfer_id
  WHERE e.order_id = o.id AND e.asset IN (o.asset, c.symbol) AND j.recorded_at < $2`

const batchRows = 500

/** The positions of an organization that existed at a moment, newest first, in batches. */
export function positionsAt(
  snapshot: BatchReader,
  choice: PositionChoice,
  { until }: ReportMoment,
): AsyncGenerator<PositionAt[], void, undefined> {
  const values: unknown[] = [choice.organizationId, until]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { counterpartyId, status, asset, collateralAsset, eitherAsset } = choice
  const other = counterpartyId === undefined ? undefined : bind(counterpartyId)
  const conditions = [
    ...(status === undefined ? [] : [`h.status = ${bind(status)}`]),
    ...(asset === undefined ? [] : [`o.asset = ${bind(asset)}`]),
    ...(collateralAsset === undefined ? [] : [`c.symbol = ${bind(collateralAsset)}`]),
    ...(eitherAsset === undefined ? [] : [`${bind(eitherAsset)} IN (o.asset, c.symbol)`]),
  ]
  const scan = (side: 'lender' | 'borrower', otherSide: 'lender' | 'borrower') => `(
    SELECT p.id, p.order_id, p.active_at, p.asset_back_at, p.interest_quantity, p.created_at,
      '${side}' AS side, p.${otherSide}_id AS counterparty_id
    FROM positions p WHERE p.${side}_id = $1::uuid AND p.created_at < $2
    ${other === undefined ? '' : `AND p.${otherSide}_id = ${other}::uuid`}
    ${inOrder('p.created_at DESC, p.id DESC')})`
  const text = `
    SELECT p.id, o.id AS "orderId", o.number AS "orderNumber", p.side,
      p.counterparty_id AS "counterpartyId",
      (SELECT name FROM organizations WHERE id = p.counterparty_id) AS "counterpartyName",
      h.status,
      o.asset, a.decimals AS "assetDecimals", trim_scale(o.asset_quantity) AS "lentQuantity",
      trim_scale(q.outstanding) AS "outstandingQuantity",
      c.symbol AS "collateralAsset", c.decimals AS "collateralDecimals",
      o.collateral_type AS "collateralType",
      trim_scale(${agreedCollateralBefore('$2')}) AS "agreedCollateralQuantity",
      trim_scale(q.collateral) AS "collateralQuantity",
      trim_scale(q.deliveries) AS "deliveriesInTransit", trim_scale(q.returns) AS "returnsInTransit",
      trim_scale(o.rate_percent) AS "ratePercent", m.day_count AS "dayCount",
      m.position_terms AS terms,
      agreed.version AS "termsVersion",
      ${interestChangesBefore('$2')} AS "interestChanges",
      p.active_at AS "activeAt",
      CASE WHEN p.asset_back_at < $2 THEN p.asset_back_at END AS "assetBackAt",
      ${closedQuantity} AS "closedQuantity", EXISTS (SELECT FROM close_outs b
        WHERE b.position_id = p.id AND b.booked_at < $2 AND b.statement->>'scope' = 'full')
        AS "isClosedOut", p.created_at AS "createdAt"
    FROM ${bothSides(dealSides, scan)} AS p
    JOIN orders o ON o.id = p.order_id
    JOIN margin_terms m ON m.id = ${termsBefore('$2')}
    JOIN agreement_versions agreed ON agreed.terms_id = ${generalTerms('m')}
    JOIN assets a ON a.symbol = o.asset
    JOIN assets c ON c.symbol = ${collateralBefore('$2')}
    CROSS JOIN LATERAL (${statusBefore('$2')}) h
    CROSS JOIN LATERAL (${journalThen}) q
    ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
    ORDER BY p.created_at DESC, p.id DESC`
  return snapshot.rows<PositionAt>(text, values, batchRows)
}
