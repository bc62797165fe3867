import type { Corruption } from './corruption.ts'

/** Puts one request of an order into a call set of its own. */
const called = `WITH one AS (
    SELECT r.* FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
    WHERE p.order_id = '$order' ORDER BY r.created_at LIMIT 1),
  made AS (
    INSERT INTO call_sets (id, agreement_id, lender_id, borrower_id, creator_id, direction,
      total_notional_usd, minimum_notional_usd, expire_at, created_at)
    SELECT gen_random_uuid(), a.id, one.lender_id, one.borrower_id, one.creator_id, one.direction,
      one.notional_usd, 0, one.expire_at, one.created_at
    FROM one JOIN agreements a ON a.lender_id = one.lender_id AND a.borrower_id = one.borrower_id
    RETURNING id)
  UPDATE mark_to_market_requests SET call_set_id = (SELECT id FROM made)
  WHERE id = (SELECT id FROM one)`

const likeItsSet = 'the requests of a call set have its creator, direction and times'
const sum = 'the total of a call set is the sum of its requests'
const minimum =
  'what a call set calls below the minimum of its deal has a minimum that applies to the agreement'

const ofSet = 'WHERE call_set_id IS NOT NULL'

/** A violation of each rule about call sets. */
export const callSetCorruptions: Corruption[] = [
  [
    likeItsSet,
    'a request of it has more time',
    'active',
    [called, `UPDATE mark_to_market_requests SET expire_at = expire_at + interval '1 s' ${ofSet}`],
  ],
  [
    sum,
    'a request of it is of a cent more',
    'active',
    [called, `UPDATE mark_to_market_requests SET notional_usd = notional_usd + 0.01 ${ofSet}`],
  ],
  [
    sum,
    'it has no request',
    'active',
    [called, `UPDATE mark_to_market_requests SET call_set_id = NULL ${ofSet}`],
  ],
  [
    minimum,
    'its minimum applies to each deal',
    'active',
    [
      called,
      'UPDATE margin_terms SET minimum_notional_top_up_usd = 1e12, minimum_notional_release_usd = 1e12',
    ],
  ],
]
