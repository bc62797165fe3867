import { type ApprovalFacts, approvalFactColumns } from '../approvals/index.ts'
import {
  failedTransfersMax,
  lateTransfersMax,
  statusSets,
  stuckTransfersMax,
  type Today,
  todayCountMax,
  todayPositionsMax,
  usualSeconds,
} from '@vadium/schema'
import type { Caller } from '../../platform/signing/caller.ts'
import { oneOf } from '../../platform/db/one-of.ts'
import type { TenantDatabase } from '../../platform/db/tenant.ts'
import { bothSides, dealColumns } from '../../platform/lists/both-sides.ts'
import type { Refusal } from '../../platform/refusal.ts'
import {
  type DuePositions,
  duePositions,
  failedTransfers,
  type FailedTransfers,
  type TransferRecord,
} from '../deals/index.ts'

/** What was counted of one kind. */
interface Counted {
  readonly count: number
  readonly nextDeadline: string | null
  readonly hasMore: boolean
}

/** A late transfer, and the record that decides what can be done with it. */
export interface LateRow {
  readonly shown: Omit<Today['late_transfers']['transfers'][number], 'actions'>
  readonly record: TransferRecord
}

/** Everything that a snapshot says of what needs a person. Sums are decimal strings. */
export interface TodayRow {
  readonly due: DuePositions
  readonly failed: FailedTransfers
  readonly calls: Counted & Readonly<Record<'owedToUs' | 'owedByUs' | 'disputed', string>>
  readonly orderRequests: Counted
  readonly orders: Counted
  readonly agreements: Counted
  readonly approvals: readonly ApprovalFacts[]
  readonly marginCalls: number
  readonly liquidations: number
  /** Whether there may be more approvals, and positions at a level. */
  readonly approvalsHaveMore: boolean
  readonly levelsHaveMore: boolean
  readonly moving: Readonly<Record<'toUs' | 'fromUs', string>> & {
    readonly hasMore: boolean
    readonly stuck: number
    readonly longest: Today['stuck_transfers']['transfers']
    readonly late: number
    readonly latest: readonly LateRow[]
  }
}

const own = '$1::uuid'
const now = '$2::timestamptz'
const account = '$3'
const time = (value: string) =>
  `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Requests of the other side that can still be answered. */
const answerable = (pending: Uppercase<string>) =>
  `status = '${pending}' AND creator_id <> ${own} AND (expire_at IS NULL OR expire_at > ${now})`

/**
 * What has failed of a mark-to-market request `r` is owed, and nothing that has arrived before: the
 * undisputed part, the disputed part that was conceded, or both.
 */
const failedNotional = `(SELECT CASE
    WHEN r.dispute_outcome IS NULL THEN r.notional_usd
    WHEN r.dispute_outcome <> 'disputed' OR failed.quantity = r.agreed_collateral_amount
      THEN r.agreed_notional_usd
    WHEN failed.quantity = r.collateral_amount THEN r.notional_usd
    ELSE r.notional_usd - r.agreed_notional_usd END
  FROM (SELECT sum(t.quantity) AS quantity FROM transfers t
    WHERE t.mark_to_market_request_id = r.id AND t.status ${oneOf(statusSets.transfer.failed)}
      AND NOT EXISTS (SELECT FROM transfers later WHERE later.replaces = t.id)) failed)`

const isStuck = `update_time < ${now} - make_interval(secs => usual_seconds)`
const isLate = `late_at < ${now}`
/** Those of the transfers under way, `moving`, that are late, longest first. */
const late = `(SELECT json_agg(json_build_object(
    'shown', json_build_object('id', id, 'order_id', order_id, 'order_id_pretty', order_number,
      'category', category, 'leg', leg, 'provider_state', provider_state,
      'label', provider_label, 'late_since', ${time('late_at')},
      'cancellation_requested', EXISTS (SELECT FROM instructions i
        WHERE i.transfer_id = l.id AND i.cancel_asked_at IS NOT NULL)),
    'record', json_build_object('id', id, 'orderId', order_id, 'lenderId', lender_id,
      'borrowerId', borrower_id, 'senderId', sender_organization_id,
      'receiverId', receiver_organization_id, 'category', category, 'leg', leg,
      'status', status, 'lateAt', ${time('late_at')})))
  FROM (SELECT * FROM moving WHERE ${isLate} ORDER BY late_at, id LIMIT ${lateTransfersMax}) l)`

/** The parts of the statement that look at no more than so many rows of each kind. */
function partsOf(countMax: number) {
  const counted = (which: string, from: string) => `
    'count', count(*) FILTER (WHERE ${which}),
    'nextDeadline', ${time(`min(expire_at) FILTER (WHERE ${which})`)},
    'hasMore', (SELECT bool_or(n > ${countMax}) FROM (
      SELECT count(*) AS n FROM ${from} GROUP BY side) sides) IS TRUE`

  const sum = (amount: string, which: string) =>
    `coalesce(sum(${amount}) FILTER (WHERE ${which}), 0)::text`

  /** The rows of both sides of a table, each with its side, and a bounded number of each. */
  const ofBothSides = (table: string, columns: string, condition: string) =>
    bothSides(
      dealColumns,
      (side) => `(SELECT '${side}' AS side, ${columns} FROM ${table}
        WHERE ${side} = ${own} AND ${condition} LIMIT ${countMax + 1})`,
    )

  const openCalls = ofBothSides(
    'mark_to_market_requests r',
    `status, creator_id, expire_at, (direction = 'TopUp') = (lender_id = ${own}) AS is_ours,
     CASE status WHEN 'FAILED' THEN ${failedNotional}
       ELSE coalesce(agreed_notional_usd, notional_usd) END AS owed, disputed_notional_usd`,
    `status ${oneOf([...statusSets.mark_to_market_request.open, 'DISPUTED'])}`,
  )
  const awaitsMovement = `status ${oneOf(statusSets.mark_to_market_request.open)}`

  const pendingRequests = ofBothSides(
    'order_requests',
    'status, creator_id, expire_at',
    "status = 'PENDING'",
  )

  /** Orders of counterparties that await an answer. There is no deal without terms. */
  const pendingOrders = ofBothSides(
    `agreements a CROSS JOIN LATERAL (
       SELECT o.status, o.creator_id, o.expire_at FROM orders o
       WHERE o.status = 'PENDING_ACCEPTANCE' AND o.lender_id = a.lender_id
         AND o.borrower_id = a.borrower_id
         AND o.creator_id = CASE a.lender_id WHEN ${own} THEN a.borrower_id ELSE a.lender_id END) o`,
    'o.*',
    'true',
  )

  const proposals = bothSides(
    ['lender', 'borrower'],
    (side) => `(SELECT '${side}' AS side, v.expire_at FROM agreements a
      JOIN agreement_versions v ON v.agreement_id = a.id AND v.state = 'PROPOSED'
      WHERE a.${side}_id = ${own} AND v.${side}_accepted_at IS NULL AND v.expire_at > ${now}
      LIMIT ${countMax + 1})`,
  )

  /** Approvals expire within 30 days, so older ones need not be looked at. */
  const pendingApprovals = `
    SELECT ${approvalFactColumns(account)} FROM approvals a
    WHERE a.state = 'PENDING' AND a.decider_id = ${own} AND a.expires_at > ${now}
      AND a.created_at > ${now} - interval '31 days'
    ORDER BY a.created_at DESC LIMIT ${countMax + 1}`

  const usual = `CASE provider_state ${Object.entries(usualSeconds)
    .map(([state, seconds]) => `WHEN '${state}' THEN ${seconds}`)
    .join(' ')} END`

  const underWay = bothSides(
    ['sender', 'receiver'],
    (side) => `(SELECT '${side}' AS side, id, order_id, order_number, category, leg, status,
        lender_id, borrower_id, sender_organization_id, receiver_organization_id, provider_state,
        provider_label, notional_usd, update_time, late_at,
        ${usual} AS usual_seconds
      FROM transfers t WHERE ${side}_organization_id = ${own}
        AND status ${oneOf(statusSets.transfer.underWay)} LIMIT ${countMax + 1})`,
  )
  const reached = (level: string) => `(
    SELECT count(*)::int FROM ${bothSides(
      dealColumns,
      (side) =>
        `(SELECT FROM position_levels WHERE ${side} = ${own} AND ${level}_reached LIMIT ${countMax + 1})`,
    )} AS l)`

  return {
    awaitsMovement,
    counted,
    openCalls,
    pendingApprovals,
    pendingOrders,
    pendingRequests,
    proposals,
    reached,
    sum,
    underWay,
  }
}

/** Reads everything in one statement, so that it is of one snapshot. */
export class TodayRepository {
  readonly #database: TenantDatabase
  readonly #countMax: number

  /** @param countMax The most rows of each kind that are counted. */
  constructor(database: TenantDatabase, countMax = todayCountMax) {
    this.#database = database
    this.#countMax = countMax
  }

  /** @param prices The prices in USD of all assets that have a current one. */
  async read(
    caller: Caller,
    nowText: string,
    prices: ReadonlyMap<string, string>,
  ): Promise<TodayRow | Refusal> {
    const values: unknown[] = [caller.organizationId, nowText, caller.accountId]
    const bind = (value: unknown) => `$${values.push(value)}`
    const countMax = this.#countMax
    const due = duePositions(bind, prices, Math.min(countMax, todayPositionsMax))
    const failed = failedTransfers(countMax, failedTransfersMax)
    const part = partsOf(countMax)
    const text = `
      WITH RECURSIVE ${due.expressions}, ${failed.expressions},
        calls AS MATERIALIZED (SELECT * FROM ${part.openCalls} AS r),
        requests AS MATERIALIZED (SELECT * FROM ${part.pendingRequests} AS r),
        pending AS MATERIALIZED (SELECT * FROM ${part.pendingOrders} AS o),
        proposed AS MATERIALIZED (SELECT * FROM ${part.proposals} AS v),
        moving AS MATERIALIZED (SELECT * FROM ${part.underWay} AS t)
      SELECT ${due.column} AS due, ${failed.column} AS failed,
        (SELECT json_build_object(${part.counted(answerable('PENDING_ACCEPTANCE'), 'calls')},
          'owedToUs', ${part.sum('owed', `is_ours AND ${part.awaitsMovement}`)},
          'owedByUs', ${part.sum('owed', `NOT is_ours AND ${part.awaitsMovement}`)},
          'disputed', ${part.sum('disputed_notional_usd', "status = 'DISPUTED'")}) FROM calls) AS calls,
        (SELECT json_build_object(${part.counted(answerable('PENDING'), 'requests')}) FROM requests)
          AS "orderRequests",
        (SELECT json_build_object(${part.counted(answerable('PENDING_ACCEPTANCE'), 'pending')})
          FROM pending) AS orders,
        (SELECT json_build_object(${part.counted('true', 'proposed')}) FROM proposed) AS agreements,
        coalesce((SELECT json_agg(approval) FROM (${part.pendingApprovals}) approval), '[]') AS approvals,
        ${part.reached('margin_call')} AS "marginCalls", ${part.reached('liquidation')} AS liquidations,
        (SELECT json_build_object(
          'toUs', ${part.sum('notional_usd', "side = 'receiver'")},
          'fromUs', ${part.sum('notional_usd', "side = 'sender'")},
          'hasMore', count(*) FILTER (WHERE side = 'receiver') > ${countMax}
            OR count(*) FILTER (WHERE side = 'sender') > ${countMax},
          'stuck', count(*) FILTER (WHERE ${isStuck}),
          'longest', coalesce((SELECT json_agg(json_build_object('id', id,
              'order_id_pretty', order_number, 'provider_state', provider_state,
              'label', provider_label, 'since', ${time('update_time')},
              'usual_seconds', usual_seconds)) FROM (
            SELECT * FROM moving WHERE ${isStuck} ORDER BY update_time, id LIMIT ${stuckTransfersMax})
            longest), '[]'),
          'late', count(*) FILTER (WHERE ${isLate}),
          'latest', coalesce(${late}, '[]')) FROM moving) AS moving`
    const rows = await this.#database.read<Omit<TodayRow, 'approvalsHaveMore' | 'levelsHaveMore'>>(
      caller,
      { name: `today, ${countMax} of each`, text, values },
      'generic',
    )
    if (!Array.isArray(rows)) return rows
    const [row] = rows
    if (row === undefined) throw new Error('the statement of today answers one row')
    const approvalsHaveMore = row.approvals.length > countMax
    const levelsHaveMore = row.marginCalls > countMax || row.liquidations > countMax
    return { ...row, approvalsHaveMore, levelsHaveMore }
  }
}
