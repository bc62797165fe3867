import { orderRequestKindsOf, usualSeconds } from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import { bothSides, dealColumns } from '../../platform/lists/both-sides.ts'
import { namedRows } from '../../platform/lists/named-rows.ts'
import { approvalFactColumns } from '../approvals/index.ts'
import { countsIn, countsUnderWay, noticesOfOrder } from '../deals/index.ts'
import { defaultsColumns, readDefaults } from './defaults-parts.ts'
import { exceededColumns, readExceeded } from './limits-parts.ts'
import {
  isCounting,
  isCut,
  isUnderWay,
  named,
  nameOf,
  now,
  otherSideOf,
  owedColumns,
  own,
  sideName,
  sumsOfCalls,
  sumsOfTransfers,
  time,
} from './totals-parts.ts'

const account = '$3'

const isOpen = (pending: Uppercase<string>) =>
  `status = '${pending}' AND (expire_at IS NULL OR expire_at > ${now})`
/** Requests of the other side that can still be answered, and own ones that still can be. */
const answerable = (pending: Uppercase<string>) => `${isOpen(pending)} AND creator_id <> ${own}`
const awaited = (pending: Uppercase<string>) => `${isOpen(pending)} AND creator_id = ${own}`

const usual = `CASE provider_state ${Object.entries(usualSeconds)
  .map(([state, seconds]) => `WHEN '${state}' THEN ${seconds}`)
  .join(' ')} END`

/**
 * The common table expressions that read at most so many rows of each kind and side, and one more.
 */
export function readRows(countMax: number): string {
  const limit = `LIMIT ${countMax + 1}`
  const ofBothSides = (table: string, columns: string, condition: string) =>
    bothSides(
      dealColumns,
      (side) => `(SELECT '${side}' AS side, ${columns} FROM ${table}
        WHERE ${side} = ${own} AND ${condition} ${limit})`,
    )
  const calls = ofBothSides(
    'mark_to_market_requests r',
    `id, position_id, call_set_id, status, creator_id, expire_at, direction, collateral_amount, notional_usd,
     ${owedColumns('r.status')}`,
    isCounting,
  )
  const requests = ofBothSides(
    'order_requests',
    'id, position_id, status, creator_id, expire_at, kind, quantity, rate_percent, terms_id',
    "status = 'PENDING'",
  )
  // Orders of counterparties that await an answer. There is no deal without terms.
  const pending = ofBothSides(
    `agreements a CROSS JOIN LATERAL (
       SELECT o.id, o.status, o.creator_id, o.expire_at, o.asset_quantity, o.rate_percent
       FROM orders o
       WHERE o.status = 'PENDING_ACCEPTANCE' AND o.lender_id = a.lender_id
         AND o.borrower_id = a.borrower_id
         AND o.creator_id = CASE a.lender_id WHEN ${own} THEN a.borrower_id ELSE a.lender_id END) o`,
    'o.*',
    'true',
  )
  const proposed = bothSides(
    dealColumns,
    (side) => `(SELECT '${side}' AS side, a.id, v.version, v.expire_at, a.lender_id, a.borrower_id
      FROM agreements a JOIN agreement_versions v ON v.agreement_id = a.id AND v.state = 'PROPOSED'
      WHERE a.${side} = ${own} AND v.${side.replace('_id', '')}_accepted_at IS NULL
        AND v.expire_at > ${now} ${limit})`,
  )
  const moving = bothSides(
    ['sender', 'receiver'],
    (side) => `(SELECT '${side}' AS side, id, order_id, order_number, category, leg, status, token,
        quantity, lender_id, borrower_id, sender_organization_id, receiver_organization_id,
        provider_state, provider_label, notional_usd, update_time, late_at, ${usual} AS usual_seconds,
        ${countsUnderWay(now)} AS counts
      FROM transfers t WHERE ${side}_organization_id = ${own}
        AND ${isUnderWay} ${limit})`,
  )
  return `
    calls AS MATERIALIZED (SELECT * FROM ${calls} AS r),
    requests AS MATERIALIZED (SELECT * FROM ${requests} AS r),
    pending AS MATERIALIZED (SELECT * FROM ${pending} AS o),
    created AS MATERIALIZED (SELECT status, creator_id, expire_at FROM orders
      WHERE ${awaited('PENDING_ACCEPTANCE')} ${limit}),
    proposed AS MATERIALIZED (SELECT * FROM ${proposed} AS v),
    moving AS MATERIALIZED (SELECT * FROM ${moving} AS t),
    ${readDefaults(countMax)},
    ${readExceeded(countMax)},
    asked AS MATERIALIZED (
      SELECT 'order' AS kind, side, expire_at, id, id AS order_id, NULL::uuid AS position_id,
        NULL AS direction, NULL AS request_kind, asset_quantity AS quantity, rate_percent,
        NULL::numeric AS notional_usd, NULL::uuid AS terms_id, NULL::int AS requests
      FROM pending WHERE ${answerable('PENDING_ACCEPTANCE')}
      UNION ALL
      SELECT 'mark_to_market_request', side, expire_at, id, NULL, position_id, direction, NULL,
        collateral_amount, NULL, notional_usd, NULL, NULL
      FROM calls WHERE ${answerable('PENDING_ACCEPTANCE')} AND call_set_id IS NULL
      UNION ALL
      SELECT 'call_set', side, min(expire_at), call_set_id, NULL, min(position_id::text)::uuid,
        direction, NULL, NULL, NULL, sum(notional_usd), NULL, count(*)::int
      FROM calls WHERE ${answerable('PENDING_ACCEPTANCE')} AND call_set_id IS NOT NULL
      GROUP BY side, call_set_id, direction
      UNION ALL
      SELECT 'order_request', side, expire_at, id, NULL, position_id, NULL, kind, quantity,
        rate_percent, NULL, terms_id, NULL
      FROM requests WHERE ${answerable('PENDING')})`
}

const ofRequest = (column: string) => `(SELECT r.${column} FROM order_requests r WHERE r.id = t.id)`

const askedRow = `(SELECT json_build_object('kind', t.kind, 'id', t.id, 'order_id', o.id,
    'order_id_pretty', o.number, 'counterparty_id', ${otherSideOf('o')},
    'counterparty_name', ${nameOf(otherSideOf('o'))}, 'side', ${sideName},
    'expire_time', ${time('t.expire_at')}, 'direction', t.direction,
    'request_kind', t.request_kind,
    'requests', t.requests,
    'token', CASE WHEN t.kind IN ('mark_to_market_request', 'call_set') THEN o.collateral_asset
      WHEN t.request_kind = 'substitution' THEN ${ofRequest('new_collateral_asset')} ELSE o.asset END,
    'quantity', trim_scale(coalesce(t.quantity, CASE WHEN t.request_kind ${oneOf(orderRequestKindsOf('quantity'))} THEN
      (SELECT p.asset_quantity FROM positions p WHERE p.id = t.position_id)
      WHEN t.request_kind = 'substitution' THEN ${ofRequest('new_collateral_quantity')} END))::text,
    'rate_percent', trim_scale(t.rate_percent)::text, 'notional_usd', t.notional_usd::text,
    'terms_version', (SELECT v.version FROM agreement_versions v WHERE v.terms_id = t.terms_id))
  FROM orders o WHERE o.id = coalesce(t.order_id,
    (SELECT p.order_id FROM positions p WHERE p.id = t.position_id)))`

const proposedRow = `json_build_object('agreement_id', t.id, 'version', t.version,
  'counterparty_id', ${otherSideOf('t')}, 'counterparty_name', ${nameOf(otherSideOf('t'))},
  'side', ${sideName}, 'expire_time', ${time('t.expire_at')})`

const movingMembers = `'id', t.id, 'order_id', t.order_id, 'order_id_pretty', t.order_number,
  'counterparty_id', ${otherSideOf('t')}, 'counterparty_name', ${nameOf(otherSideOf('t'))},
  'category', t.category, 'leg', t.leg, 'token', t.token, 'is_ours', t.side = 'sender',
  'quantity', trim_scale(t.quantity)::text, 'notional', t.notional_usd::text,
  'provider_state', t.provider_state, 'label', t.provider_label`
const stuckRow = `json_build_object(${movingMembers}, 'since', ${time('t.update_time')},
  'usual_seconds', t.usual_seconds)`
const lateRow = `json_build_object(
  'shown', json_build_object(${movingMembers}, 'late_since', ${time('t.late_at')},
    'cancellation_requested', EXISTS (SELECT FROM instructions i
      WHERE i.transfer_id = t.id AND i.cancel_asked_at IS NOT NULL)),
  'record', json_build_object('id', t.id, 'orderId', t.order_id, 'lenderId', t.lender_id,
    'borrowerId', t.borrower_id, 'senderId', t.sender_organization_id,
    'receiverId', t.receiver_organization_id, 'category', t.category, 'leg', t.leg,
    'status', t.status, 'lateAt', ${time('t.late_at')},
    'providerState', t.provider_state,
    'orderStatus', (SELECT o.status FROM orders o WHERE o.id = t.order_id),
    'countsIn', ${countsIn('t.id')}, 'notices', ${noticesOfOrder('t.order_id')}))`

/** The columns of a TodayRow that follow from the rows that were read. */
export function countedColumns(countMax: number): string {
  const counted = (which: string, from: string) => `
    'count', count(*) FILTER (WHERE ${which}),
    'nextDeadline', ${time(`min(expire_at) FILTER (WHERE ${which})`)},
    'hasMore', ${isCut(from, countMax)}`
  const first = (from: string, row: string, order: string, usd: string) =>
    namedRows(from, { row, order, usd, max: named })
  const transfers = (which: string, row: string) =>
    first(
      `moving WHERE ${which} AND (side = 'sender' OR counts)`,
      row,
      'notional_usd DESC, id',
      'notional_usd',
    )
  const reached = (level: string) => `(
    SELECT json_build_object('hasMore', bool_or(n > ${countMax}) IS TRUE,
      'count', coalesce(sum(priced), 0))
    FROM (SELECT count(*) AS n, count(*) FILTER (WHERE EXISTS (
          SELECT FROM priced_pairs q
          WHERE q.asset = l.asset AND q.collateral_asset = l.collateral_asset)) AS priced
      FROM ${bothSides(
        dealColumns,
        (side) => `(SELECT '${side}' AS side, asset, collateral_asset FROM position_levels
          WHERE ${side} = ${own} AND ${level}_reached LIMIT ${countMax + 1})`,
      )} AS l GROUP BY side) sides)`
  const pendingApprovals = `
    SELECT a.id, a.order_id AS "orderId", a.amount_usd::text AS "amountUsd",
      ${approvalFactColumns(account)} FROM approvals a
    WHERE a.state = 'PENDING' AND a.decider_id = ${own} AND a.expires_at > ${now}
      -- Approvals expire within 30 days, so older ones need not be looked at.
      AND a.created_at > ${now} - interval '31 days'
    ORDER BY a.created_at DESC LIMIT ${countMax + 1}`
  return `
    (SELECT json_build_object(${counted(answerable('PENDING_ACCEPTANCE'), 'calls')},
      'inSets', count(*) FILTER (WHERE call_set_id IS NOT NULL AND ${answerable('PENDING_ACCEPTANCE')}),
      'sets', count(DISTINCT call_set_id) FILTER (WHERE ${answerable('PENDING_ACCEPTANCE')}),
      ${sumsOfCalls}) FROM calls) AS calls,
    (SELECT json_build_object(${counted(answerable('PENDING'), 'requests')}) FROM requests)
      AS "orderRequests",
    (SELECT json_build_object(${counted(answerable('PENDING_ACCEPTANCE'), 'pending')})
      FROM pending) AS orders,
    ${first('asked', askedRow, 'expire_at, notional_usd DESC NULLS LAST, id', 'notional_usd')} AS asked,
    (SELECT json_build_object('count', count(*), 'nextDeadline', ${time('min(expire_at)')},
        'hasMore', ${isCut('calls', countMax)} OR ${isCut('requests', countMax)}
          OR (SELECT count(*) > ${countMax} FROM created))
      FROM (SELECT min(expire_at) AS expire_at FROM calls WHERE ${awaited('PENDING_ACCEPTANCE')}
          GROUP BY coalesce(call_set_id, id)
        UNION ALL SELECT expire_at FROM requests WHERE ${awaited('PENDING')}
        UNION ALL SELECT expire_at FROM created) a) AS awaited,
    (SELECT json_build_object(${counted('true', 'proposed')}) FROM proposed) AS agreements,
    ${first('proposed', proposedRow, 'expire_at, id, version', 'NULL::numeric')} AS versions,
    coalesce((SELECT json_agg(approval) FROM (${pendingApprovals}) approval), '[]') AS approvals,
    ${reached('margin_call')} AS "marginCalls", ${reached('liquidation')} AS liquidations,
    (SELECT json_build_object(${sumsOfTransfers},
      'hasMore', ${isCut('moving', countMax)}) FROM moving) AS moving,
    ${transfers(`update_time < ${now} - make_interval(secs => usual_seconds)`, stuckRow)} AS stuck,
    ${transfers(`late_at < ${now}`, lateRow)} AS late,
    ${defaultsColumns(countMax)},
    ${exceededColumns(countMax)}`
}
