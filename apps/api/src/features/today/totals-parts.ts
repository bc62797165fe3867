import { statusSets } from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import { bothSides, dealColumns } from '../../platform/lists/both-sides.ts'

export const own = '$1::uuid'
export const now = '$2::timestamptz'
/** How many rows of each kind are named. */
export const named = '$4::int'

export const time = (value: string) =>
  `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const nameOf = (id: string) => `(SELECT c.name FROM organizations c WHERE c.id = ${id})`
export const otherSideOf = (deal: string) =>
  `CASE ${deal}.lender_id WHEN ${own} THEN ${deal}.borrower_id ELSE ${deal}.lender_id END`
/** The side of the organization in a row `t`. */
export const sideName = "CASE t.side WHEN 'lender_id' THEN 'lender' ELSE 'borrower' END"

/** The states of the mark-to-market requests that count in a total. */
const counting = [...statusSets.mark_to_market_request.open, 'DISPUTED'] as const
export const isCounting = `status ${oneOf(counting)}`
export const isUnderWay = `status ${oneOf(statusSets.transfer.underWay)}`

/** At a moment: the status of a transfer `t`, and whether a `later` one was there. */
interface Moment {
  readonly statusOfTransfer: string
  readonly wasThere: string
}

const currently: Moment = { statusOfTransfer: 't.status', wasThere: 'true' }

/**
 * What has failed of a mark-to-market request `r` is owed, and nothing that has arrived before: the
 * undisputed part, the disputed part that was conceded, or both.
 */
const failedNotional = ({ statusOfTransfer, wasThere }: Moment) => `(SELECT CASE
    WHEN r.dispute_outcome IS NULL THEN r.notional_usd
    WHEN r.dispute_outcome <> 'disputed' OR failed.quantity = r.agreed_collateral_amount
      THEN r.agreed_notional_usd
    WHEN failed.quantity = r.collateral_amount THEN r.notional_usd
    ELSE r.notional_usd - r.agreed_notional_usd END
  FROM (SELECT sum(t.quantity) AS quantity FROM transfers t
    WHERE t.mark_to_market_request_id = r.id
      AND ${statusOfTransfer} ${oneOf(statusSets.transfer.failed)}
      AND NOT EXISTS (SELECT FROM transfers later WHERE later.replaces = t.id
        AND ${wasThere})) failed)`

/**
 * What is owed of a mark-to-market request `r` in a status (SQL), and to whom. Its columns about a
 * dispute are written once, with the dispute, and a request in dispute or failed has had it before.
 */
export const owedColumns = (status: string, moment: Moment = currently) =>
  `(r.direction = 'TopUp') = (r.lender_id = ${own}) AS is_ours,
   CASE ${status} WHEN 'FAILED' THEN ${failedNotional(moment)}
     WHEN 'PENDING_ACCEPTANCE' THEN r.notional_usd END AS owed, r.disputed_notional_usd`

const sum = (amount: string, which: string) =>
  `coalesce(sum(${amount}) FILTER (WHERE ${which}), 0)::text`

const awaitsMovement = `status ${oneOf(statusSets.mark_to_market_request.open)}`

/** The sums of requests with their {@link owedColumns}, as members of an object. */
export const sumsOfCalls = `
  'owedToUs', ${sum('owed', `is_ours AND ${awaitsMovement}`)},
  'owedByUs', ${sum('owed', `NOT is_ours AND ${awaitsMovement}`)},
  'disputed', ${sum('disputed_notional_usd', "status = 'DISPUTED'")}`

/** The sums of transfers under way, as far as they count. */
export const sumsOfTransfers = `
  'toUs', ${sum('notional_usd', "side = 'receiver' AND counts")},
  'fromUs', ${sum('notional_usd', "side = 'sender' AND counts")}`

/** Whether more rows were read of a side than are counted. */
export const isCut = (from: string, countMax: number) => `(SELECT bool_or(n > ${countMax}) FROM (
    SELECT count(*) AS n FROM ${from} GROUP BY side) sides) IS TRUE`

/** The last market cut, unless it was before the organization. */
export const lastCut = `
  last_cut AS MATERIALIZED (SELECT max(cut_at) AS at FROM market_cuts
    WHERE cut_at <= ${now}
      AND cut_at >= (SELECT created_at FROM organizations WHERE id = ${own}))`
const cutAt = '(SELECT at FROM last_cut)'
export const cutTime = time(cutAt)

/** The condition of the indexes `state_changes_lender_left` and `state_changes_borrower_left`. */
const hasLeft = `(
  (machine = 'transfer' AND to_state ${oneOf(['COMPLETED', ...statusSets.transfer.failed])})
  OR (machine = 'mark_to_market_request' AND from_state ${oneOf(counting)}))`

/** The state of a resource after its last change until the cut. None if it is newer. */
const stateThen = (machine: string, id: string) => `(
  SELECT s.to_state FROM state_changes s
  WHERE s.resource_id = ${id} AND s.machine = ${machine} AND s.changed_at <= ${cutAt}
  ORDER BY s.sequence DESC LIMIT 1)`

const atCut: Moment = {
  statusOfTransfer: stateThen("'transfer'", 't.id'),
  wasThere: `later.create_time <= ${cutAt}`,
}

/**
 * The common table expressions of what was open at the last cut, after those of what is open now:
 * it still is, or has left its state since.
 */
export function readTotalsAtCut(changesMax: number): string {
  const left = bothSides(
    dealColumns,
    (side) => `(SELECT '${side}' AS side, machine, resource_id FROM state_changes
      WHERE ${side} = ${own} AND changed_at > ${cutAt} AND ${hasLeft}
      ORDER BY changed_at LIMIT ${changesMax + 1})`,
  )
  return `
    left_since AS MATERIALIZED (SELECT * FROM ${left} AS s),
    then_known AS MATERIALIZED (
      SELECT machine, id, ${stateThen('seen.machine', 'seen.id')} AS status FROM (
        SELECT machine, resource_id AS id FROM left_since
        UNION SELECT 'mark_to_market_request', id FROM calls
        UNION SELECT 'transfer', id FROM moving) AS seen),
    calls_then AS MATERIALIZED (
      -- With the limit, each is looked up by its id, however many requests there are.
      SELECT k.status, r.* FROM then_known k CROSS JOIN LATERAL (
        SELECT ${owedColumns('k.status', atCut)} FROM mark_to_market_requests r
        WHERE r.id = k.id LIMIT 1) r
      WHERE k.machine = 'mark_to_market_request' AND k.${isCounting}),
    moving_then AS MATERIALIZED (
      SELECT t.* FROM then_known k CROSS JOIN LATERAL (
        SELECT CASE sender_organization_id WHEN ${own} THEN 'sender' ELSE 'receiver' END AS side,
          notional_usd, category <> 'voluntary' OR sender_organization_id = lender_id AS counts
        FROM transfers WHERE id = k.id LIMIT 1) t
      WHERE k.machine = 'transfer' AND k.${isUnderWay})`
}

/** The sums at the last cut, as one object. Null if there was none. */
export const totalsAtCutColumn = (countMax: number, changesMax: number) => `
  CASE WHEN ${cutAt} IS NOT NULL THEN json_build_object(
    'calls', (SELECT json_build_object(${sumsOfCalls}) FROM calls_then),
    'moving', (SELECT json_build_object(${sumsOfTransfers}) FROM moving_then),
    'hasMore', ${isCut('calls', countMax)} OR ${isCut('moving', countMax)}
      OR ${isCut('left_since', changesMax)}) END`
