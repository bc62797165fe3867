import { type Corruption, dropForeignKeys } from './corruption.ts'

/** A violation of each rule about positions, orders and their requests. */
export const dealCorruptions: Corruption[] = [
  [
    'the collateral of a position is what the journal has as pledged',
    'collateral appears',
    'active',
    [
      `UPDATE positions SET collateral_quantity = collateral_quantity + 0.000000000000000001
       WHERE order_id = '$order'`,
    ],
  ],
  [
    'the collateral of a position is what the journal has as pledged',
    'what is on its way back is forgotten',
    'unwound',
    [`UPDATE positions SET collateral_quantity = 0 WHERE order_id = '$order'`],
  ],
  [
    'what was sent without a call is known of an active position',
    'more is known of than was sent',
    'active',
    [`UPDATE positions SET voluntary_quantity = 1 WHERE order_id = '$order'`],
  ],
  [
    'an order that is over has nothing pledged or under way',
    'a pledge is left behind',
    'active',
    [
      `UPDATE positions SET status = 'CLOSED', closed_at = updated_at WHERE order_id = '$order'`,
      `UPDATE orders SET status = 'CLOSED' WHERE id = '$order'`,
    ],
  ],
  [
    'what was agreed for an order is over when the order is',
    'a return goes on',
    'returned',
    [
      'DROP INDEX order_requests_one_changing',
      `UPDATE order_requests SET status = 'IN_PROGRESS'`,
      `UPDATE orders SET status = 'CLOSED' WHERE id = '$order'`,
    ],
  ],
  [
    'the asset quantity of an opened position is what the journal has as lent',
    'a loan vanishes',
    'active',
    [`UPDATE positions SET asset_quantity = 0 WHERE order_id = '$order'`],
  ],
  [
    'the levels of a position follow from its quantities and terms',
    'a level is at another ratio of the prices',
    'active',
    [
      `UPDATE position_levels SET margin_call_ratio = margin_call_ratio * 2
       WHERE position_id = (SELECT id FROM positions WHERE order_id = '$order')`,
    ],
  ],
  [
    'the levels of a position follow from its quantities and terms',
    'they are missing',
    'active',
    [
      `DELETE FROM position_levels
       WHERE position_id = (SELECT id FROM positions WHERE order_id = '$order')`,
    ],
  ],
  [
    'the states of an order and its position match',
    'a position closes alone',
    'active',
    [`UPDATE positions SET status = 'CLOSING' WHERE order_id = '$order'`],
  ],
  [
    'the states of an order and its position match',
    'a position is deleted',
    'accepted',
    [
      `UPDATE orders SET status = 'OPENING' WHERE id = '$order'`,
      `DELETE FROM position_levels
       WHERE position_id = (SELECT id FROM positions WHERE order_id = '$order')`,
      `DELETE FROM positions WHERE order_id = '$order'`,
    ],
  ],
  [
    'a close of an active order was cancelled, and nothing of it has moved or can still move',
    'a transfer of an active order becomes one of a close',
    'active',
    [`UPDATE transfers SET category = 'close' WHERE order_id = '$order'`],
  ],
  [
    'a level is notified only as long as the asset of its position is lent',
    'an alert begins before the opening',
    'accepted',
    [
      `INSERT INTO margin_alerts SELECT id, 'liquidation', lender_id, borrower_id, 1, true
       FROM positions WHERE order_id = '$order'`,
    ],
  ],
  [
    'at most one mark-to-market request of a position awaits an answer',
    'another one awaits an answer',
    'active',
    [
      'DROP INDEX mark_to_market_requests_one_pending',
      `INSERT INTO mark_to_market_requests
       SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
       FROM mark_to_market_requests r`,
    ],
  ],
  [
    'at most one order request of each side of a position awaits an answer, and at most one moves the asset or exchanges the collateral',
    'another one moves the asset',
    'returned',
    [
      'DROP INDEX order_requests_one_changing',
      `INSERT INTO order_requests
       SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
       FROM order_requests r`,
    ],
  ],
  [
    'the transfers of an order request are not more than it requested, and collateral follows the asset',
    'less was asked for',
    'returned',
    [`UPDATE order_requests SET quantity = quantity - 1`],
  ],
  [
    'the transfers of an order request are not more than it requested, and collateral follows the asset',
    'its collateral is on its way, and the asset is not there',
    'returned',
    [
      `UPDATE transfers SET order_request_id = NULL
       WHERE order_id = '$order' AND category = 'return' AND leg = 'asset'`,
    ],
  ],
  [
    'interest is computed on the lent quantity',
    'another quantity came back',
    'returned',
    [
      `UPDATE interest_changes SET quantity = quantity - 1
       WHERE position_id = (SELECT id FROM positions WHERE order_id = '$order')`,
    ],
  ],
  [
    'the transfers of a mark-to-market request are not more than it requested',
    'a transfer is booked to it',
    'accepted',
    [
      dropForeignKeys('transfers'),
      `UPDATE transfers SET category = 'm2m',
         mark_to_market_request_id = (
           SELECT id FROM mark_to_market_requests ORDER BY created_at DESC LIMIT 1),
         document = jsonb_set(document::jsonb, '{category}', '"m2m"')
       WHERE order_id = '$order' AND leg = 'collateral'`,
    ],
  ],
  [
    'a mark-to-market request that has ended has no transfer under way',
    'it is cancelled before its transfer',
    'accepted',
    [
      dropForeignKeys('transfers'),
      `UPDATE transfers SET category = 'm2m',
         mark_to_market_request_id = (
           SELECT id FROM mark_to_market_requests ORDER BY created_at DESC LIMIT 1),
         document = jsonb_set(document::jsonb, '{category}', '"m2m"')
       WHERE order_id = '$order' AND leg = 'collateral'`,
      `UPDATE mark_to_market_requests SET status = 'CANCELLED'`,
    ],
  ],
  [
    'everything that awaits an answer until a time has a deadline',
    'a deadline is deleted',
    'asked',
    [`DELETE FROM deadlines WHERE resource_id = '$order'`],
  ],
  [
    'everything that awaits an answer until a time has a deadline',
    'the deadlines of requests are deleted',
    'asked',
    [`DELETE FROM deadlines WHERE kind = 'mark_to_market_request'`],
  ],
]
