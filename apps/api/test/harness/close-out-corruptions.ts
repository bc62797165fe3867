import type { Corruption } from './corruption.ts'

const ofOrder = `position_id = (SELECT id FROM positions WHERE order_id = '$order')`
const left = `UPDATE transfers SET straggler_of = NULL WHERE order_id = '$order' AND straggler_of IS NOT NULL`
const changed = (path: string, value: string) =>
  `UPDATE close_outs SET statement = jsonb_set(statement::jsonb, '${path}', '"${value}"')::json
   WHERE ${ofOrder}`

/** A violation of each rule about close-outs. */
export const closeOutCorruptions: Corruption[] = [
  [
    'what a close-out keeps and discharges is what its statement says, and in full all of the deal',
    'its statement keeps less',
    'closing_out',
    [changed('{kept,0,kept_quantity}', '1')],
  ],
  [
    'what a close-out keeps and discharges is what its statement says, and in full all of the deal',
    'a close-out in part discharges less',
    'closed_in_part',
    [changed('{discharged_quantity}', '1')],
  ],
  [
    'what a close-out keeps and discharges is what its statement says, and in full all of the deal',
    'a lender in default is owed more of the asset',
    'lender_closing_out',
    [changed('{kept,0,back_quantity}', '2')],
  ],
  [
    'what a close-out keeps and discharges is what its statement says, and in full all of the deal',
    'more is kept of the old collateral',
    'exchanged',
    [changed('{kept,1,kept_quantity}', '50')],
  ],
  [
    'a close-out keeps what covers its claim at its prices, no unit more, and leaves the rest as a claim',
    'the old collateral is kept before the new one',
    'exchanged',
    [
      `UPDATE close_outs SET statement = jsonb_set(jsonb_set(statement::jsonb, '{kept,0}',
         statement::jsonb #> '{kept,1}'), '{kept,1}', statement::jsonb #> '{kept,0}')::json
       WHERE ${ofOrder}`,
    ],
  ],
  [
    'what goes back in a close-out is under way once',
    'more of the old collateral is sent back than goes back',
    'exchanged',
    [changed('{kept,1,back_quantity}', '1')],
  ],
  [
    'nothing is with a lender that is neither the collateral of its deal nor to go back',
    'what goes back of the old collateral is still pledged',
    'exchanged',
    [
      `INSERT INTO journal_entries SELECT (jsonb_populate_record(e, '{"bucket": "pledged", "line": 9}')).*
       FROM journal_entries e JOIN journal_transactions j ON j.id = e.transaction_id
       WHERE j.order_id = '$order' AND j.kind = 'settle' AND e.asset = 'ETH' AND e.quantity > 0
       LIMIT 1`,
    ],
  ],
  [
    'a close-out is settled once what goes back has arrived, and not before',
    'a lender in default still waits for interest',
    'lender_closing_out',
    [changed('{back_interest}', '1'), `UPDATE close_outs SET status = 'SETTLED' WHERE ${ofOrder}`],
  ],
  [
    'what a close-out in part discharges bears no interest any more',
    'it bears interest as before',
    'closed_in_part',
    [`DELETE FROM interest_changes WHERE ${ofOrder}`],
  ],
  [
    'a close-out leaves a claim or something that goes back, and never both',
    'a claim is left beside what goes back',
    'closing_out',
    [changed('{residual_claim_usd}', '1.00')],
  ],
  [
    'a close-out is settled once what goes back has arrived, and not before',
    'it is settled, and nothing has arrived',
    'closing_out',
    [`UPDATE close_outs SET status = 'SETTLED' WHERE ${ofOrder}`],
  ],
  [
    'an order is closed out by one close-out in full, and is over with it',
    'it is over before its close-out',
    'closing_out',
    [`UPDATE orders SET status = 'CLOSED_OUT' WHERE id = '$order'`],
  ],
  [
    'a default has a cause that the terms of its order had when it was declared',
    'its terms never had the cause',
    'closing_out',
    [`UPDATE margin_terms SET default_causes = '{}'`],
  ],
  [
    'an open notice ends when its deal or what it is about does',
    'its asset is back',
    'closing_out',
    [
      `UPDATE close_outs SET status = 'NOTICE', statement = NULL, terminated_at = NULL WHERE ${ofOrder}`,
    ],
  ],
  [
    'a default can be terminated once the grace of its terms is over, and not before',
    'it was terminated before its time',
    'closing_out',
    [
      `UPDATE close_outs SET earliest_terminate_at = terminated_at + interval '1 second',
         created_at = terminated_at + interval '1 second' WHERE ${ofOrder}`,
    ],
  ],
  [
    'a default can be terminated once the grace of its terms is over, and not before',
    'it was given no grace',
    'closing_out',
    [
      `UPDATE close_outs SET cause = 'MISSED_RETURN', occasion = NULL, fact_resource = 'order',
        fact_resource_id = '$order' WHERE ${ofOrder}`,
    ],
  ],
  [
    'a notice is about something of its own deal, from before it was declared',
    'it is about another order',
    'closing_out',
    [
      `UPDATE close_outs SET cause = 'MISSED_RETURN', occasion = NULL, fact_resource = 'order',
        fact_resource_id = gen_random_uuid() WHERE ${ofOrder}`,
    ],
  ],
  [
    'a notice is checked within its time, which ends it',
    'nothing checks it',
    'closing_out',
    [
      `UPDATE close_outs SET status = 'NOTICE', terminated_at = NULL, statement = NULL WHERE ${ofOrder}`,
      `DELETE FROM deadlines WHERE kind = 'close_out'`,
    ],
  ],
  [
    'nothing of a deal that is closed out awaits an answer or moves, but what its close-out knows',
    'a transfer belongs to no close-out',
    'closing_out',
    [`UPDATE transfers SET close_out_id = NULL WHERE order_id = '$order'`],
  ],
  [
    'nothing of a deal that is closed out awaits an answer or moves, but what its close-out knows',
    'what moves without counting is not left out',
    'left_out',
    [left],
  ],
  [
    'what a close-out keeps and discharges is what its statement says, and in full all of the deal',
    'what has left with a transfer that does not count was taken with the rest',
    'left_out',
    [
      `UPDATE transfers SET leg = 'interest' WHERE order_id = '$order' AND straggler_of IS NOT NULL`,
    ],
  ],
  [
    'a close-out with provisional figures waits for a transfer, and has a time to book them',
    'it would never be booked',
    'counting',
    [
      `DELETE FROM deadlines WHERE kind = 'close_out' AND resource_id IN (
         SELECT id FROM close_outs WHERE ${ofOrder})`,
    ],
  ],
  [
    'a close-out with provisional figures waits for a transfer, and has a time to book them',
    'what it waits for has ended',
    'counting',
    [
      `UPDATE transfers SET straggler_of = (SELECT id FROM close_outs WHERE ${ofOrder})
       WHERE order_id = '$order' AND status IN ('PENDING', 'IN_PROGRESS')`,
    ],
  ],
  [
    'what arrives without counting in a close-out is sent back by its receiver',
    'its receiver keeps it',
    'sent_back',
    [`UPDATE transfers SET sends_back = NULL WHERE order_id = '$order'`],
  ],
  [
    'nothing is lent or pledged in a deal that a close-out has ended',
    'something is pledged after its end',
    'sent_back',
    [
      `INSERT INTO journal_balances (order_id, lender_id, borrower_id, bucket, holder_id, asset, quantity)
       SELECT id, lender_id, borrower_id, 'pledged', lender_id, collateral_asset, 1 FROM orders
       WHERE id = '$order'
       ON CONFLICT (order_id, bucket, holder_id, asset) DO UPDATE SET quantity = 1`,
    ],
  ],
  [
    'a close-out keeps what covers its claim at its prices, no unit more, and leaves the rest as a claim',
    'its price is another',
    'closing_out',
    [changed('{asset_price_usd}', '1')],
  ],
  [
    'a close-out keeps what covers its claim at its prices, no unit more, and leaves the rest as a claim',
    'one in part claims more than it discharges',
    'closed_in_part',
    [changed('{discharged_quantity}', '1')],
  ],
  [
    'a close-out keeps what covers its claim at its prices, no unit more, and leaves the rest as a claim',
    'it keeps a unit too much',
    'closing_out',
    [
      `UPDATE close_outs SET statement = jsonb_set(statement::jsonb, '{kept,0,kept_quantity}', to_jsonb(
         ((statement -> 'kept' -> 0 ->> 'kept_quantity')::numeric + 1)::text))::json WHERE ${ofOrder}`,
    ],
  ],
  [
    'what goes back in a close-out is under way once',
    'more is sent back than goes back',
    'closing_out',
    [changed('{kept,0,back_quantity}', '0.1')],
  ],
  [
    'what goes back in a close-out is under way once',
    'a lender in default is sent interest in place of the asset',
    'lender_closing_out',
    [
      `UPDATE transfers SET leg = 'interest' WHERE order_id = '$order' AND category = 'liquidation'`,
    ],
  ],
  [
    'the figures of a close-out are final once it is booked, after its termination',
    'its figures are final before it is booked',
    'counting',
    [
      `UPDATE close_outs SET statement = jsonb_set(statement::jsonb, '{provisional}', 'false')::json
       WHERE ${ofOrder}`,
    ],
  ],
  [
    'the figures of a close-out are final once it is booked, after its termination',
    'it was booked before it was terminated',
    'closing_out',
    [`UPDATE close_outs SET booked_at = terminated_at - interval '1 second' WHERE ${ofOrder}`],
  ],
  [
    'what a close-out leaves out is a transfer of its deal that was under way when it was terminated',
    'it was instructed after the termination',
    'left_out',
    [`UPDATE close_outs SET terminated_at = terminated_at - interval '1 day' WHERE ${ofOrder}`],
  ],
  [
    'a default is declared by the side that is not in it, and its statement names both',
    'a borrower has declared its own default',
    'closing_out',
    [`UPDATE close_outs SET creator_id = borrower_id WHERE ${ofOrder}`],
  ],
  [
    'a default is declared by the side that is not in it, and its statement names both',
    'a statement against the lender is called one against the borrower',
    'lender_closing_out',
    [changed('{in_default}', 'borrower')],
  ],
  [
    'a close-out is in part only where the terms say so and collateral is missing, and is then over',
    'the terms of its time ask for all',
    'closed_in_part',
    [
      `UPDATE margin_terms SET close_out_scope = 'full' WHERE id IN (
         SELECT terms_id FROM replaced_terms WHERE order_id = '$order')`,
    ],
  ],
  [
    'the service accepts only what a side under notice offers',
    'a return of a deal without a default was accepted by the service',
    'returned',
    [
      `UPDATE state_changes SET actor_id = NULL WHERE machine = 'order_request' AND action = 'accept'
         AND resource_id IN (SELECT id FROM order_requests WHERE ${ofOrder})`,
    ],
  ],
]
