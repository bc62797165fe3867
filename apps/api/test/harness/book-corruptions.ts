/** What breaks a rule, in a statement each; `$order` stands for the id of an order. */
export const corruptions: [rule: string, what: string, order: string, statements: string[]][] = [
  [
    'every transaction of the journal has entries, and they sum to nothing in each asset',
    'an entry is changed',
    'active',
    [
      `UPDATE journal_entries SET quantity = quantity + 0.00000001
      WHERE order_id = '$order' AND bucket = 'lent'`,
    ],
  ],
  [
    'every transaction of the journal has entries, and they sum to nothing in each asset',
    'entries are deleted',
    'active',
    [`DELETE FROM journal_entries WHERE order_id = '$order' AND asset = 'ETH'`],
  ],
  [
    'every entry belongs to a transaction of its own order',
    'entries are moved to another order',
    'active',
    [
      dropForeignKeys('journal_entries'),
      `UPDATE journal_entries SET order_id = gen_random_uuid() WHERE order_id = '$order'`,
    ],
  ],
  [
    'balances are the sums of their entries',
    'a balance is changed',
    'active',
    [
      `UPDATE journal_balances SET quantity = quantity - 1
      WHERE order_id = '$order' AND bucket = 'pledged'`,
    ],
  ],
  [
    'balances are the sums of their entries',
    'a balance is deleted',
    'active',
    [`DELETE FROM journal_balances WHERE order_id = '$order' AND bucket = 'lent'`],
  ],
  [
    'nothing that is lent, pledged or in transit is less than nothing',
    'more comes back than was lent',
    'active',
    [
      `UPDATE journal_entries SET quantity = quantity * -5
       WHERE order_id = '$order' AND bucket = 'lent'`,
    ],
  ],
  [
    'what the journal says of a transfer is what the transfer says',
    'a settlement brings it to somebody else',
    'active',
    [
      `UPDATE journal_entries SET holder_id = lender_id
       WHERE order_id = '$order' AND bucket = 'lent'`,
    ],
  ],
  [
    'what the journal says of a transfer is what the transfer says',
    'a transfer says another quantity',
    'closed',
    [
      `UPDATE transfers SET quantity = quantity + 1,
         document = jsonb_set(document::jsonb, '{quantity}', to_jsonb(quantity + 1))
       WHERE order_id = '$order' AND category = 'interest'`,
    ],
  ],
  [
    'every transaction of a transfer belongs to one that is there, of the same order',
    'a transfer is deleted',
    'accepted',
    [
      dropForeignKeys('journal_transactions'),
      dropForeignKeys('instructions'),
      `DELETE FROM transfers WHERE order_id = '$order' AND leg = 'asset'`,
    ],
  ],
  [
    'a transfer is instructed once, and comes to one end, the one that its status says',
    'a settlement is deleted',
    'active',
    [
      dropForeignKeys('journal_entries'),
      `DELETE FROM journal_transactions WHERE order_id = '$order' AND kind = 'settle'`,
    ],
  ],
  [
    'a transfer is instructed once, and comes to one end, the one that its status says',
    'an instruction to the journal is deleted',
    'closed',
    [
      dropForeignKeys('journal_entries'),
      `DELETE FROM journal_transactions WHERE order_id = '$order'
         AND transfer_id IN (SELECT id FROM transfers WHERE category = 'interest')`,
    ],
  ],
  [
    'a transfer is instructed once, and comes to one end, the one that its status says',
    'a settlement is a reversal',
    'active',
    [
      `UPDATE journal_transactions SET kind = 'revert' WHERE order_id = '$order' AND kind = 'settle'`,
    ],
  ],
  [
    'what is in transit is what transfers have under way',
    'a transfer is over that was under way',
    'accepted',
    [
      `UPDATE transfers SET status = 'FAILED',
         document = jsonb_set(document::jsonb, '{status}', '"FAILED"')
       WHERE order_id = '$order' AND leg = 'asset'`,
    ],
  ],
  ...[
    `jsonb_set(document::jsonb, '{provider_lifecycle,label}', '"Sent."')`,
    `jsonb_set(document::jsonb, '{receiver,wallet_address}', '"0xelsewhere"')`,
    `jsonb_set(document::jsonb, '{notional}', '"1.00"')`,
    `jsonb_set(document::jsonb, '{create_time}', '"2020-01-01T00:00:00.000Z"')`,
    `document::jsonb || '{"more":1}'`,
    `document::jsonb - 'category'`,
  ].map((document): (typeof corruptions)[number] => [
    'the document of a transfer says what its row says',
    `a document is ${document}`,
    'accepted',
    [`UPDATE transfers SET document = ${document} WHERE order_id = '$order' AND leg = 'asset'`],
  ]),
  [
    'a transfer replaces only one of the same movement, and only one that failed',
    'it makes up for one that arrived',
    'active',
    [
      `UPDATE transfers t SET replaces = other.id FROM transfers other
       WHERE t.order_id = '$order' AND other.order_id = '$order' AND t.leg = 'asset'
         AND other.leg = 'collateral'`,
    ],
  ],
  [
    'what is under way is followed up with its custodian',
    'an instruction is deleted',
    'accepted',
    [`DELETE FROM instructions WHERE order_id = '$order'`],
  ],
  [
    'what is under way is followed up with its custodian',
    'an instruction is never due',
    'accepted',
    [`UPDATE instructions SET due_at = NULL WHERE order_id = '$order'`],
  ],
  [
    'a position has the collateral that the journal says is pledged',
    'collateral appears',
    'active',
    [
      `UPDATE positions SET collateral_quantity = collateral_quantity + 0.000000000000000001
       WHERE order_id = '$order'`,
    ],
  ],
  [
    'a position has the collateral that the journal says is pledged',
    'what is on its way back is forgotten',
    'unwound',
    [`UPDATE positions SET collateral_quantity = 0 WHERE order_id = '$order'`],
  ],
  [
    'a position lends what the journal says is lent, once it has opened',
    'a loan vanishes',
    'active',
    [`UPDATE positions SET asset_quantity = 0 WHERE order_id = '$order'`],
  ],
  [
    'an order and its position are as far as each other',
    'a position closes alone',
    'active',
    [`UPDATE positions SET status = 'CLOSING' WHERE order_id = '$order'`],
  ],
  [
    'an order and its position are as far as each other',
    'a position is deleted',
    'accepted',
    [
      `UPDATE orders SET status = 'OPENING' WHERE id = '$order'`,
      `DELETE FROM positions WHERE order_id = '$order'`,
    ],
  ],
  [
    'one mark-to-market request of a position awaits an answer at the most',
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
    'one order request a side of a position awaits an answer at the most, and one moves the asset',
    'another one moves the asset',
    'returned',
    [
      'DROP INDEX order_requests_one_moving',
      `INSERT INTO order_requests
       SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
       FROM order_requests r`,
    ],
  ],
  [
    'no more moves for an order request than it asked for, and no collateral before its asset',
    'less was asked for',
    'returned',
    [`UPDATE order_requests SET quantity = quantity - 1`],
  ],
  [
    'no more moves for an order request than it asked for, and no collateral before its asset',
    'its collateral is on its way, and the asset is not there',
    'returned',
    [
      `UPDATE transfers SET order_request_id = NULL
       WHERE order_id = '$order' AND category = 'return' AND leg = 'asset'`,
    ],
  ],
  [
    'interest is computed on what is lent',
    'another quantity came back',
    'returned',
    [`UPDATE interest_changes SET quantity = quantity - 1`],
  ],
  [
    'no more moves for a mark-to-market request than it asked for',
    'a transfer is booked to it',
    'accepted',
    [
      dropForeignKeys('transfers'),
      `UPDATE transfers SET category = 'm2m',
         mark_to_market_request_id = (SELECT id FROM mark_to_market_requests),
         document = jsonb_set(document::jsonb, '{category}', '"m2m"')
       WHERE order_id = '$order' AND leg = 'collateral'`,
    ],
  ],
  [
    'what awaits an answer until a time ends when it has come',
    'a deadline is deleted',
    'asked',
    [`DELETE FROM deadlines WHERE resource_id = '$order'`],
  ],
  [
    'what awaits an answer until a time ends when it has come',
    'the deadlines of requests are deleted',
    'asked',
    [`DELETE FROM deadlines WHERE kind = 'mark_to_market_request'`],
  ],
  [
    'every move is one that the state machine has',
    'a move is another one',
    'closed',
    [
      `UPDATE state_changes SET action = 'accept' WHERE resource_id = '$order' AND action = 'settle'`,
    ],
  ],
  [
    'every move begins where the one before it ended',
    'a move is deleted',
    'closed',
    [`DELETE FROM state_changes WHERE resource_id = '$order' AND action = 'close'`],
  ],
  [
    'a resource is in the state to which its last move led',
    'the last move is deleted',
    'closed',
    [`DELETE FROM state_changes WHERE resource_id = '$order' AND action = 'settle'`],
  ],
  [
    'a resource is in the state to which its last move led',
    'an order is put back',
    'closed',
    [`UPDATE orders SET status = 'ACTIVE' WHERE id = '$order'`],
  ],
  [
    'a resource is in the state to which its last move led',
    'an order is deleted',
    'asked',
    [dropForeignKeys('chats'), `DELETE FROM orders WHERE id = '$order'`],
  ],
  [
    'the events of a log that are kept follow one another, up to its newest',
    'one is deleted',
    'active',
    [`DELETE FROM events WHERE position = 3`],
  ],
  [
    'the events of a log that are kept follow one another, up to its newest',
    'the newest is deleted',
    'active',
    [
      `DELETE FROM events e USING event_heads h
      WHERE e.organization_id = h.organization_id AND e.position = h.position`,
    ],
  ],
  [
    'every event carries the number of the event before it, and the head of a log that of its newest',
    'an event is another one',
    'active',
    ['UPDATE events SET nonce = nonce + 1 WHERE position = 2'],
  ],
  [
    'every event carries the number of the event before it, and the head of a log that of its newest',
    'the newest is another one',
    'active',
    ['UPDATE event_heads SET nonce = nonce + 1'],
  ],
  [
    'every event of a move tells of one that was made',
    'the move is deleted',
    'active',
    [`DELETE FROM state_changes WHERE resource_id = '$order' AND action = 'accept'`],
  ],
  [
    'every event behind the position of a webhook endpoint that its filter lets through has its delivery',
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
    'every order has a thread, whose entries follow one another up to its newest',
    'an entry is deleted',
    'asked',
    [`DELETE FROM chat_entries WHERE order_id = '$order'`],
  ],
  [
    'an action that is open in a thread is about what awaits an answer',
    'the order was answered past it',
    'asked',
    [`UPDATE orders SET status = 'REJECTED' WHERE id = '$order'`],
  ],
]

/** Past the constraints that would keep the corruption from happening. */
function dropForeignKeys(table: string): string {
  return `DO $do$ DECLARE key record; BEGIN
    FOR key IN SELECT conrelid::regclass AS holder, conname FROM pg_constraint
      WHERE contype = 'f' AND '${table}'::regclass IN (conrelid, confrelid)
    LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.holder, key.conname);
    END LOOP; END $do$`
}
