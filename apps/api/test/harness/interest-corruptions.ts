import type { Corruption } from './corruption.ts'

/** A violation of each rule about interest and maturities. */
export const interestCorruptions: Corruption[] = [
  [
    'interest is charged as it accrues, rounded up once, and all of it by the end',
    'a unit too much was charged',
    'closed',
    [
      `UPDATE transfers SET quantity = quantity + 0.00000001,
         document = jsonb_set(document::jsonb, '{quantity}', to_jsonb(quantity + 0.00000001))
       WHERE order_id = '$order' AND category = 'interest'`,
    ],
  ],
  [
    'interest is charged as it accrues, rounded up once, and all of it by the end',
    'a payment is for an earlier day',
    'lasting',
    [
      `UPDATE transfers SET due_on = due_on - 1 WHERE order_id = '$order' AND category = 'interest'`,
    ],
  ],
  [
    'interest is charged as it accrues, rounded up once, and all of it by the end',
    'a day was not charged',
    'closed',
    [
      `UPDATE positions SET asset_back_at = asset_back_at + interval '1 day' WHERE order_id = '$order'`,
    ],
  ],
  [
    'interest is charged as it accrues, rounded up once, and all of it by the end',
    'a unit too much was charged before a close-out',
    'closing_out',
    [
      `UPDATE transfers SET quantity = quantity + 0.00000001,
         document = jsonb_set(document::jsonb, '{quantity}', to_jsonb(quantity + 0.00000001))
       WHERE order_id = '$order' AND category = 'interest'`,
    ],
  ],
  [
    'an active order awaits its next payment of interest, and its maturity',
    'it never pays again',
    'lasting',
    [`DELETE FROM deadlines WHERE kind = 'interest' AND resource_id = '$order'`],
  ],
  [
    'an active order awaits its next payment of interest, and its maturity',
    'it never closes',
    'lasting',
    [`DELETE FROM deadlines WHERE kind = 'maturity' AND resource_id = '$order'`],
  ],
  [
    'the maturity of an order is the latest that both sides agreed on',
    'it is the earlier one',
    'lasting',
    [`UPDATE orders SET maturity_at = maturity_at - interval '1 day' WHERE id = '$order'`],
  ],
]
