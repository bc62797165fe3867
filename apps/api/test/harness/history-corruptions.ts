import { type Corruption, dropForeignKeys } from './corruption.ts'

/** A violation of each rule about the history, events and threads of deals. */
export const historyCorruptions: Corruption[] = [
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
