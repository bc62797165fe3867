import type { Corruption } from './corruption.ts'

/** `switched` has its old collateral on its way back, `exchanging` its new one under way. */
export const substitutionCorruptions: Corruption[] = [
  [
    'the collateral of a deal is replaced by a substitution that switched, once and as it asked',
    'another asset was asked for',
    'switched',
    [`UPDATE order_requests SET new_collateral_asset = 'BTC' WHERE decision = 'switch'`],
  ],
  [
    'the collateral of a deal is replaced by a substitution that switched, once and as it asked',
    'it was replaced at another time',
    'switched',
    [
      `UPDATE replaced_terms SET replaced_at = replaced_at - interval '1 minute'
       WHERE collateral_asset IS NOT NULL`,
    ],
  ],
  [
    'nothing is with a lender that is neither the collateral of its deal nor to go back',
    'the deal has another collateral',
    'active',
    [`UPDATE orders SET collateral_asset = 'USDC' WHERE id = '$order'`],
  ],
  [
    'a substitution moves what it exchanges, and ends when nothing of it is under way or left',
    'it ends before the old collateral is back',
    'switched',
    [`UPDATE order_requests SET status = 'COMPLETED' WHERE decision = 'switch'`],
  ],
  [
    'an agreed substitution that is decided has something under way, or to instruct again',
    'what has come is kept, and nothing of it goes back',
    'exchanging',
    [
      `UPDATE transfers SET status = 'COMPLETED',
         document = jsonb_set(document::jsonb, '{status}', '"COMPLETED"')
       WHERE order_id = '$order' AND category = 'substitution'`,
      `UPDATE order_requests SET decision = 'keep', keep_reason = 'late'
       WHERE kind = 'substitution' AND decision IS NULL`,
    ],
  ],
  [
    'an order request moves the collateral that it names',
    'it names another',
    'returned',
    [`UPDATE order_requests SET replaced_collateral_asset = 'USDC' WHERE kind = 'return'`],
  ],
  [
    'an agreed substitution that is not decided has a deadline',
    'nobody decides about it',
    'exchanging',
    [`DELETE FROM deadlines WHERE kind = 'order_request'`],
  ],
]
