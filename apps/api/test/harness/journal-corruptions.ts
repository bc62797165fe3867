import { type Corruption, dropForeignKeys } from './corruption.ts'

/** A violation of each rule about the journal and transfers. */
export const journalCorruptions: Corruption[] = [
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
    'the wallets of a transfer belong to its sender and its receiver, and hold its token',
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
    'the wallets of a transfer belong to its sender and its receiver, and hold its token',
    'a wallet is none for what it received',
    'accepted',
    [
      dropForeignKeys('wallet_assets'),
      `DELETE FROM wallet_assets a USING transfers t, wallets w
       WHERE t.order_id = '$order' AND w.id = a.wallet_id AND a.asset = t.token
         AND (w.custodian_id, w.address) = (t.receiver_custodian_id, t.receiver_wallet_address)`,
    ],
  ],
  [
    'a side sends one quantity of collateral without a call after the other, and nobody sends it again',
    'what was sent without a call is instructed again',
    'closed',
    [
      'ALTER TABLE transfers DROP CONSTRAINT only_collateral_is_voluntary',
      `UPDATE transfers SET category = 'voluntary' WHERE order_id = '$order' AND replaces IS NOT NULL`,
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
]
