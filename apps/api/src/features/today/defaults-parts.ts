import { statusSets } from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import { bothSides, dealColumns } from '../../platform/lists/both-sides.ts'
import { namedRows } from '../../platform/lists/named-rows.ts'
import { earliestTerminateAt } from '../deals/index.ts'
import { isCut, nameOf, named, now, otherSideOf, own, sideName, time } from './totals-parts.ts'

/** Close-outs of an organization that are not over, as `defaulted`. */
export const readDefaults = (countMax: number) => `
  defaulted AS MATERIALIZED (SELECT d.*,
      CASE d.status WHEN 'CLAIM_OPEN' THEN d.statement->>'residual_claim_usd' END AS claim
    FROM ${bothSides(
      dealColumns,
      (side) => `(SELECT '${side}' AS side, id, position_id, lender_id, borrower_id, status, cause,
          creator_id, ${earliestTerminateAt('c')} AS earliest_terminate_at, statement, excess_late
        FROM close_outs c WHERE ${side} = ${own}
          AND status ${oneOf(statusSets.close_out.open)} LIMIT ${countMax + 1})`,
    )} AS d)`

const defaultedRow = `(SELECT json_build_object('id', t.id, 'order_id', o.id,
    'order_id_pretty', o.number, 'counterparty_id', ${otherSideOf('o')},
    'counterparty_name', ${nameOf(otherSideOf('o'))}, 'position_id', t.position_id,
    'side', ${sideName}, 'is_ours', t.creator_id = ${own}, 'status', t.status, 'cause', t.cause,
    'earliest_terminate_time', ${time('t.earliest_terminate_at')},
    'residual_claim_usd', t.claim,
    'excess_late', t.excess_late AND t.status = 'CLOSING_OUT')
  FROM orders o WHERE o.id = (SELECT p.order_id FROM positions p WHERE p.id = t.position_id))`

const isDefault = "status IN ('NOTICE', 'CLOSING_OUT')"

/** What is counted of the rows of {@link readDefaults}, and the first of them. */
export const defaultsColumns = (countMax: number) => `
  (SELECT json_build_object(
      'againstUs', count(*) FILTER (WHERE ${isDefault} AND creator_id <> ${own}),
      'byUs', count(*) FILTER (WHERE ${isDefault} AND creator_id = ${own}),
      'claimsOpen', count(*) FILTER (WHERE status = 'CLAIM_OPEN'),
      'nextDeadline', ${time(`min(earliest_terminate_at) FILTER (
        WHERE status = 'NOTICE' AND earliest_terminate_at > ${now})`)},
      'hasMore', ${isCut('defaulted', countMax)}) FROM defaulted) AS defaults,
  ${namedRows('defaulted', {
    row: defaultedRow,
    order: "status <> 'NOTICE', earliest_terminate_at, id",
    usd: 't.claim::numeric',
    max: named,
  })} AS defaulted`
