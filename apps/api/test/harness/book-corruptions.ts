import { type Corruption, dropForeignKeys } from './corruption.ts'

/** A violation of each rule about deals, their journal, history, events and threads. */
export const dealCorruptions: Corruption[] = [
  [
    'every journal transaction has entries, and they sum to zero in each asset',
    'an entry is changed',
    'active',
    [
      `UPDATE journal_entries SET quantity = quantity + 0.00000001
      WHERE order_id = '$order' AND bucket = 'lent'`,
    ],
  ],
  [
    'every journal transaction has entries, and they sum to zero in each asset',
    'entries are deleted',
    'active',
    [`DELETE FROM journal_entries WHERE order_id = '$order' AND asset = 'ETH'`],
  ],
  [
    'every journal entry belongs to a transaction of its own order',
    'entries are moved to another order',
    'active',
    [
      dropForeignKeys('journal_entries'),
      `UPDATE journal_entries SET order_id = gen_random_uuid() WHERE order_id = '$order'`,
    ],
  ],
  [
    'every balance is the sum of its journal entries',
    'a balance is changed',
    'active',
    [
      `UPDATE journal_balances SET quantity = quantity - 1
      WHERE order_id = '$order' AND bucket = 'pledged'`,
    ],
  ],
  [
    'every balance is the sum of its journal entries',
    'a balance is deleted',
    'active',
    [`DELETE FROM journal_balances WHERE order_id = '$order' AND bucket = 'lent'`],
  ],
  [
    'no lent, pledged or in-transit balance is below zero',
    'more comes back than was lent',
    'active',
    [
      `UPDATE journal_entries SET quantity = quantity * -5
       WHERE order_id = '$order' AND bucket = 'lent'`,
    ],
  ],
  [
    'the journal entries of a transfer match the transfer',
    'a settlement brings it to somebody else',
    'active',
    [
      `UPDATE journal_entries SET holder_id = lender_id
       WHERE order_id = '$order' AND bucket = 'lent'`,
    ],
  ],
  [
    'the journal entries of a transfer match the transfer',
    'a transfer says another quantity',
    'closed',
    [
      `UPDATE transfers SET quantity = quantity + 1,
         document = jsonb_set(document::jsonb, '{quantity}', to_jsonb(quantity + 1))
       WHERE order_id = '$order' AND category = 'interest'`,
    ],
  ],
  [
    'the transfer of every journal transaction exists and has the same order',
    'a transfer is deleted',
    'accepted',
    [
      dropForeignKeys('journal_transactions'),
      dropForeignKeys('instructions'),
      `DELETE FROM transfers WHERE order_id = '$order' AND leg = 'asset'`,
    ],
  ],
  [
    'every transfer is instructed once, and ends once, as its status says',
    'a settlement is deleted',
    'active',
    [
      dropForeignKeys('journal_entries'),
      `DELETE FROM journal_transactions WHERE order_id = '$order' AND kind = 'settle'`,
    ],
  ],
  [
    'every transfer is instructed once, and ends once, as its status says',
    'an instruction to the journal is deleted',
    'closed',
    [
      dropForeignKeys('journal_entries'),
      `DELETE FROM journal_transactions WHERE order_id = '$order'
         AND transfer_id IN (SELECT id FROM transfers WHERE category = 'interest')`,
    ],
  ],
  [
    'every transfer is instructed once, and ends once, as its status says',
    'a settlement is a reversal',
    'active',
    [
      `UPDATE journal_transactions SET kind = 'revert' WHERE order_id = '$order' AND kind = 'settle'`,
    ],
  ],
  [
    'the in-transit balances are the quantities of the transfers under way',
    'a transfer is over that was under way',
    'accepted',
    [
      `UPDATE transfers SET status = 'FAILED',
         document = jsonb_set(document::jsonb, '{status}', '"FAILED"')
       WHERE order_id = '$order' AND leg = 'asset'`,
    ],
  ],
  [
    'the steps of a transfer lead to its state, and belong to its sides',
    'its last step is of another state',
    'active',
    [
      'ALTER TABLE transfer_steps DISABLE TRIGGER USER',
      `UPDATE transfer_steps s SET state = 'failed' FROM transfers t
       WHERE t.id = s.transfer_id AND t.order_id = '$order' AND s.state = 'completed'`,
    ],
  ],
  ...[
    `jsonb_set(document::jsonb, '{provider_lifecycle,label}', '"Sent."')`,
    `jsonb_set(document::jsonb, '{receiver,wallet_address}', '"0xelsewhere"')`,
    `jsonb_set(document::jsonb, '{notional}', '"1.00"')`,
    `jsonb_set(document::jsonb, '{create_time}', '"2020-01-01T00:00:00.000Z"')`,
    `document::jsonb || '{"more":1}'`,
    `document::jsonb - 'category'`,
  ].map((document): Corruption => [
    'the document of a transfer matches its row',
    `a document is ${document}`,
    'accepted',
    [`UPDATE transfers SET document = ${document} WHERE order_id = '$order' AND leg = 'asset'`],
  ]),
  [
    'the wallets of a transfer belong to its sender and its receiver',
    'it goes to a wallet of a third organization',
    'accepted',
    [
      `UPDATE transfers t SET receiver_custodian_id = w.custodian_id,
         receiver_wallet_address = w.address,
         document = jsonb_set(jsonb_set(t.document::jsonb, '{receiver,custodian}',
           to_jsonb(w.custodian_id)), '{receiver,wallet_address}', to_jsonb(w.address))
       FROM wallets w
       WHERE t.order_id = '$order' AND w.organization_id NOT IN (t.lender_id, t.borrower_id)`,
    ],
  ],
  [
    'a transfer replaces only a failed transfer with the same parties and quantity',
    'it replaces one that arrived',
    'active',
    [
      `UPDATE transfers t SET replaces = other.id FROM transfers other
       WHERE t.order_id = '$order' AND other.order_id = '$order' AND t.leg = 'asset'
         AND other.leg = 'collateral'`,
    ],
  ],
  [
    'every attempt at a transfer is late when the first one is',
    'the day begins again',
    'accepted',
    [
      `UPDATE transfers t SET replaces = other.id, late_at = other.late_at + interval '1 hour'
       FROM transfers other
       WHERE t.order_id = '$order' AND other.order_id = '$order' AND t.leg = 'asset'
         AND other.leg = 'collateral'`,
    ],
  ],
  [
    'every transfer under way has an instruction that will be processed',
    'an instruction is deleted',
    'accepted',
    [`DELETE FROM instructions WHERE order_id = '$order'`],
  ],
  [
    'every transfer under way has an instruction that will be processed',
    'an instruction is never due',
    'accepted',
    [`UPDATE instructions SET due_at = NULL WHERE order_id = '$order'`],
  ],
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
    'at most one order request of each side of a position awaits an answer, and at most one moves the asset',
    'another one moves the asset',
    'returned',
    [
      'DROP INDEX order_requests_one_returning',
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
  [
    'every state change is a transition of its state machine',
    'a move is another one',
    'closed',
    [
      `UPDATE state_changes SET action = 'accept' WHERE resource_id = '$order' AND action = 'settle'`,
    ],
  ],
  [
    'every state change starts from the state that the one before it reached',
    'a move is deleted',
    'closed',
    [`DELETE FROM state_changes WHERE resource_id = '$order' AND action = 'close'`],
  ],
  [
    'every resource is in the state that its last state change reached',
    'the last move is deleted',
    'closed',
    [`DELETE FROM state_changes WHERE resource_id = '$order' AND action = 'settle'`],
  ],
  [
    'every resource is in the state that its last state change reached',
    'an order is put back',
    'closed',
    [`UPDATE orders SET status = 'ACTIVE' WHERE id = '$order'`],
  ],
  [
    'every resource is in the state that its last state change reached',
    'an order is deleted',
    'asked',
    [dropForeignKeys('chats'), `DELETE FROM orders WHERE id = '$order'`],
  ],
  [
    'the events of a log have no gaps up to the newest',
    'one is deleted',
    'active',
    [`DELETE FROM events WHERE position = 3`],
  ],
  [
    'the events of a log have no gaps up to the newest',
    'the newest is deleted',
    'active',
    [
      `DELETE FROM events e USING event_heads h
      WHERE e.organization_id = h.organization_id AND e.position = h.position`,
    ],
  ],
  [
    'no position of a log is given twice',
    'one is there again',
    'active',
    [
      `INSERT INTO events SELECT organization_id, position, nonce, previous_nonce, type, time, data,
         recorded_at + interval '1 microsecond' FROM events WHERE position = 2`,
    ],
  ],
  [
    'every event contains the nonce of the event before it, and the head of a log that of its newest',
    'an event is another one',
    'active',
    ['UPDATE events SET nonce = nonce + 1 WHERE position = 2'],
  ],
  [
    'every event contains the nonce of the event before it, and the head of a log that of its newest',
    'the newest is another one',
    'active',
    ['UPDATE event_heads SET nonce = nonce + 1'],
  ],
  [
    'every event of a state change has its recorded state change',
    'the move is deleted',
    'active',
    [`DELETE FROM state_changes WHERE resource_id = '$order' AND action = 'accept'`],
  ],
  [
    'every event of a state change has its recorded state change',
    'an event that has no position yet is of a move that was not made',
    'asked',
    [
      `INSERT INTO unnumbered_events (organization_id, type, time, data)
       SELECT lender_id, 'order.updated', now(), jsonb_build_object('change', jsonb_build_object(
         'resource', 'order', 'resource_id', id, 'action', 'accept', 'to', 'ACTIVE'))
       FROM orders WHERE id = '$order'`,
    ],
  ],
  [
    'every event that a webhook endpoint has passed and its filter includes has a delivery',
    'a position moved past events that no deliveries were made of',
    'active',
    [
      `INSERT INTO webhook_endpoints (id, organization_id, url, event_types, secret, position, filtered_from,
         created_at, enabled_at)
       SELECT gen_random_uuid(), organization_id, 'https://hooks.example.com/', '{}',
         decode(repeat('00', 32), 'hex'), position, position - 1, now(), now()
       FROM event_heads`,
    ],
  ],
  [
    'every order has a thread, and its entries are numbered without gaps',
    'an entry is deleted',
    'asked',
    [`DELETE FROM chat_entries WHERE order_id = '$order'`],
  ],
  [
    'every open action of a thread belongs to a resource that awaits that answer',
    'the order was answered past it',
    'asked',
    [`UPDATE orders SET status = 'REJECTED' WHERE id = '$order'`],
  ],
]
