import { statusSets } from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import { isGivenBack } from '../deals/index.ts'
import type { BookRule } from './book-rule.ts'
import {
  assetLeftOut,
  backByAsset,
  backOfAll,
  collateralUsd,
  dividedWrongly,
  entries,
  figure,
  gone,
  isAgainstLender,
  isBooked,
  isFull,
  keptInOrder,
  keptOf,
  takenByAsset,
} from './close-out-sums.ts'

const closeOut = `format('close-out %s', c.id)`

/** What was taken from the lent bucket: not what has left it with a straggler. */
const takenLent = `CASE WHEN ${isBooked}
  THEN ${figure('discharged_quantity')} - ${assetLeftOut} ELSE 0 END`

const lent = `c.statement ->> 'asset'`

const underWay = oneOf(statusSets.transfer.underWay)

/**
 * The claim in a close-out `c`: of the lender what is discharged, or all; of the borrower its
 * collateral.
 */
const claimed = `coalesce(CASE
  WHEN ${isAgainstLender} THEN ${collateralUsd}
  WHEN ${isFull} THEN (${figure('asset_quantity')} + ${figure('interest_owed')}) * ${figure('asset_price_usd')}
  ELSE ${figure('discharged_quantity')} * ${figure('asset_price_usd')} END, 0)`

/** Close-outs must match the journal, their transfers and their deals. */
export const closeOutRules: readonly BookRule[] = [
  {
    rule: 'what a close-out keeps and discharges is what its statement says, and in full all of the deal',
    breaches: `
      SELECT ${closeOut} AS subject, format('it takes %s of %s, but the journal has %s',
        trim_scale(by.taken), by.asset, trim_scale(by.booked)) AS issue
      FROM close_outs c JOIN positions p ON p.id = c.position_id CROSS JOIN LATERAL ${takenByAsset} by
      WHERE c.statement IS NOT NULL AND by.taken <> by.booked
      UNION ALL SELECT ${closeOut}, format('of %s of %s it keeps %s and sends %s back',
        trim_scale(by.quantity), by.asset, trim_scale(${keptOf('by.asset', 'kept_quantity')}),
        trim_scale(${keptOf('by.asset', 'back_quantity')}))
      FROM close_outs c CROSS JOIN LATERAL ${dividedWrongly} by
      WHERE c.statement IS NOT NULL
      UNION ALL SELECT ${closeOut}, format('it discharges %s of %s and the journal has %s; %s of it go back',
        trim_scale(${figure('discharged_quantity')}), c.statement ->> 'asset_quantity',
        trim_scale(-${entries('appropriate', 'lent')}), trim_scale(${backOfAll}))
      FROM close_outs c JOIN positions p ON p.id = c.position_id
      CROSS JOIN LATERAL (SELECT ${keptOf(lent, 'kept_quantity')} AS kept, ${keptOf(lent, 'back_quantity')} AS back) of
      WHERE c.statement IS NOT NULL AND (${takenLent} <> -${entries('appropriate', 'lent')}
        OR ${isFull} AND CASE WHEN ${isAgainstLender}
          THEN ${figure('discharged_quantity')} + of.back <> ${figure('asset_quantity')}
            OR of.kept + of.back + ${figure('back_interest')}
              <> ${figure('asset_quantity')} + ${figure('interest_owed')}
          ELSE ${figure('discharged_quantity')} <> ${figure('asset_quantity')}
            OR ${figure('back_interest')} <> 0 END)`,
  },
  {
    rule: 'what a close-out in part discharges bears no interest any more',
    breaches: `
      SELECT ${closeOut} AS subject, format('it discharges %s of %s, but interest counts %s less of %s',
        trim_scale(${figure('discharged_quantity')}), trim_scale(${figure('asset_quantity')}),
        coalesce(trim_scale(less.quantity)::text, 'nothing'), coalesce(trim_scale(less.before)::text, 'it')) AS issue
      FROM close_outs c
      CROSS JOIN LATERAL (
        SELECT sum(i.quantity_before - i.quantity) AS quantity, max(i.quantity_before) AS before
        FROM interest_changes i WHERE i.position_id = c.position_id AND i.close_out_id = c.id) less
      WHERE c.statement IS NOT NULL
        AND (less.quantity, less.before) IS DISTINCT FROM (
          CASE WHEN NOT ${isFull} THEN ${figure('discharged_quantity')} END,
          CASE WHEN NOT ${isFull} THEN ${figure('asset_quantity')} END)`,
  },
  {
    rule: 'a close-out leaves a claim or something that goes back, and never both',
    breaches: `
      SELECT ${closeOut} AS subject, format('%s goes back, and a claim of %s USD is left',
        ${backOfAll}, ${figure('residual_claim_usd')}) AS issue
      FROM close_outs c WHERE c.statement IS NOT NULL
        AND ${backOfAll} > 0 AND ${figure('residual_claim_usd')} > 0`,
  },
  {
    rule: 'a close-out keeps what covers its claim at its prices, no unit more, and leaves the rest as a claim',
    breaches: `
      SELECT ${closeOut} AS subject, format(
        'it claims %s USD of %s, keeps what covers %s, and leaves %s', trim_scale(${figure('claim_usd')}),
        trim_scale(${claimed}), trim_scale(of.covered), ${figure('residual_claim_usd')}) AS issue
      FROM close_outs c
      CROSS JOIN LATERAL (SELECT coalesce(sum(kept * net), 0) AS covered,
          bool_or(kept > 0 AND before_usd + (kept - unit) * net >= ${claimed}
            OR kept < available AND later > 0) AS wrong
        FROM ${keptInOrder} each_kept) of
      WHERE c.statement IS NOT NULL AND (of.wrong IS NOT FALSE
        OR ${figure('claim_usd')} <> ${claimed}
        OR ${figure('residual_claim_usd')} <> trunc(greatest(0, ${claimed} - of.covered), 2))`,
  },
  {
    rule: 'a close-out is settled once what goes back has arrived, and not before',
    breaches: `
      SELECT ${closeOut} AS subject, format('it is %s, and of what goes back there has gone %s', c.status,
        of.each) AS issue
      FROM close_outs c
      CROSS JOIN LATERAL (SELECT bool_or(gone > back) AS exceeds, bool_or(gone < back) AS waits,
          string_agg(format('%s of %s %s', trim_scale(gone), trim_scale(back), asset), ', ' ORDER BY asset) AS each
        FROM ${backByAsset} by_asset) of
      WHERE c.statement IS NOT NULL AND (of.exceeds
        OR (c.status = 'CLOSING_OUT') <> (NOT ${isBooked} OR of.waits)
        OR c.status = 'CLAIM_OPEN' AND ${figure('residual_claim_usd')} = 0)`,
  },
  {
    rule: 'a close-out with provisional figures waits for a transfer, and has a time to book them',
    breaches: `
      SELECT ${closeOut} AS subject, format('it waits until %s for %s transfers, with %s deadlines',
        coalesce(c.counted_until::text, 'no time'), counted.number, due.number) AS issue
      FROM close_outs c JOIN positions p ON p.id = c.position_id
      CROSS JOIN LATERAL (SELECT count(*) AS number FROM transfers t
        WHERE t.order_id = p.order_id AND t.close_out_id IS NULL AND t.straggler_of IS NULL
          AND t.status ${underWay} AND NOT ${isGivenBack}) counted
      CROSS JOIN LATERAL (SELECT count(*) AS number FROM deadlines d
        WHERE d.kind = 'close_out' AND d.resource_id = c.id) due
      WHERE c.statement IS NOT NULL AND NOT ${isBooked}
        AND (c.counted_until IS NULL OR counted.number = 0 OR due.number = 0)`,
  },
  {
    rule: 'what goes back in a close-out is under way once',
    breaches: `
      SELECT ${closeOut} AS subject, format('%s %s of its %s are sent back, and %s and %s of interest go back',
        trim_scale(sent.quantity), sent.token, sent.leg,
        trim_scale(${keptOf('sent.token', 'back_quantity')}), ${figure('back_interest')}) AS issue
      FROM close_outs c CROSS JOIN LATERAL (
        SELECT t.leg, t.token, sum(t.quantity) AS quantity FROM transfers t
        WHERE t.close_out_id = c.id AND t.sends_back IS NULL AND t.status IN (${gone})
        GROUP BY t.leg, t.token) sent
      WHERE sent.quantity > CASE sent.leg WHEN 'interest' THEN ${figure('back_interest')}
        WHEN CASE WHEN ${isAgainstLender} THEN 'asset' ELSE 'collateral' END
          THEN ${keptOf('sent.token', 'back_quantity')} ELSE 0 END`,
  },
  {
    rule: 'the figures of a close-out are final once it is booked, after its termination',
    breaches: `
      SELECT ${closeOut} AS subject, format('it was terminated at %s, counts until %s, and was booked at %s',
        c.terminated_at, coalesce(c.counted_until::text, 'then'), coalesce(c.booked_at::text, 'no time')) AS issue
      FROM close_outs c WHERE c.statement IS NOT NULL AND ((c.booked_at IS NOT NULL) <> ${isBooked}
        OR least(c.booked_at, c.counted_until) < c.terminated_at)`,
  },
  {
    rule: 'what a close-out leaves out is a transfer of its deal that was under way when it was terminated',
    breaches: `
      SELECT format('transfer %s', t.id) AS subject, format(
        'it is of order %s and was instructed at %s, but is left out of %s, terminated at %s',
        t.order_number, t.create_time, ${closeOut}, coalesce(c.terminated_at::text, 'no time')) AS issue
      FROM transfers t JOIN close_outs c ON c.id = t.straggler_of JOIN positions p ON p.id = c.position_id
      WHERE t.order_id <> p.order_id OR c.terminated_at IS NULL OR t.create_time > c.terminated_at
        OR NOT ${isFull}`,
  },
  {
    rule: 'what arrives without counting in a close-out is sent back by its receiver',
    breaches: `
      SELECT format('transfer %s', t.id) AS subject, format(
        'it does not count in a close-out and has arrived, but %s transfers send it back', back.number) AS issue
      FROM transfers t JOIN close_outs c ON c.id = t.straggler_of
      CROSS JOIN LATERAL (
        SELECT count(*) AS number, count(*) FILTER (WHERE b.status NOT IN ('FAILED', 'REJECTED', 'CANCELLED')) AS alive,
          bool_and((b.close_out_id, b.leg, b.token, b.quantity, b.sender_organization_id)
            = (c.id, t.leg, t.token, t.quantity, t.receiver_organization_id)) AS same
        FROM transfers b WHERE b.close_out_id = c.id AND b.sends_back = t.id) back
      WHERE t.status = 'COMPLETED' AND ${isBooked}
        AND (back.number = 0 OR back.alive > 1 OR NOT back.same)`,
  },
  {
    rule: 'nothing is lent or pledged in a deal that a close-out has ended',
    breaches: `
      SELECT ${closeOut} AS subject, format('it is %s, but %s %s are %s', c.status,
        trim_scale(b.quantity), b.asset, b.bucket) AS issue
      FROM close_outs c JOIN positions p ON p.id = c.position_id
        JOIN journal_balances b ON b.order_id = p.order_id
      WHERE c.status IN ('CLAIM_OPEN', 'SETTLED') AND ${isFull}
        AND b.bucket IN ('lent', 'pledged') AND b.quantity <> 0`,
  },
  {
    rule: 'an order is closed out by one close-out in full, and is over with it',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('it is %s, with %s terminated close-outs, of which %s send something back', o.status,
          ended.number, ended.sending) AS issue
      FROM orders o JOIN positions p ON p.order_id = o.id
      CROSS JOIN LATERAL (
        SELECT count(*) AS number, count(*) FILTER (WHERE c.status = 'CLOSING_OUT') AS sending
        FROM close_outs c WHERE c.position_id = p.id AND ${isFull}) ended
      WHERE ended.number > 1
        OR ended.number = 1 AND o.status <> CASE ended.sending WHEN 0 THEN 'CLOSED_OUT' ELSE 'CLOSING' END
        OR ended.number = 0 AND o.status = 'CLOSED_OUT'`,
  },
  {
    rule: 'nothing of a deal that is closed out awaits an answer or moves, but what its close-out knows',
    breaches: `
      SELECT ${closeOut} AS subject, format('%s of its deal is %s', waiting.what, waiting.status) AS issue
      FROM close_outs c JOIN positions p ON p.id = c.position_id
      CROSS JOIN LATERAL (
        SELECT format('mark-to-market request %s', r.id) AS what, r.status
        FROM mark_to_market_requests r WHERE r.position_id = p.id
          AND r.status NOT IN ('COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED')
          AND (r.status = 'PENDING_ACCEPTANCE' OR NOT EXISTS (
            SELECT FROM transfers t WHERE t.mark_to_market_request_id = r.id AND t.status ${underWay}))
        UNION ALL SELECT format('order request %s', r.id), r.status
        FROM order_requests r WHERE r.position_id = p.id
          AND r.status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS')
          AND (r.status = 'PENDING' OR NOT EXISTS (
            SELECT FROM transfers t WHERE t.order_id = p.order_id AND t.status ${underWay}
              AND (t.order_request_id = r.id OR r.whole AND t.category IN ('close', 'interest'))))
        UNION ALL SELECT format('transfer %s', t.id), t.status
        FROM transfers t WHERE t.order_id = p.order_id AND t.close_out_id IS NULL
          AND t.straggler_of IS NULL AND ${isBooked} AND t.status ${underWay}
          AND NOT ${isGivenBack}) waiting
      WHERE ${isFull}`,
  },
]
