import { statusSets } from '@vadium/schema'

const failed = statusSets.transfer.failed.map((status) => `'${status}'`).join(', ')

/**
 * Whether a transfer `t` of collateral is one of what the position has. What is exchanged is of the
 * position once that is decided, and not while it is under way.
 */
export const isOfPosition = `t.category <> 'substitution'`

/** Whether a transfer `t` brings the new collateral of a substitution. */
export const isNewCollateral = `(t.category = 'substitution'
  AND t.sender_organization_id = t.borrower_id)`

/** Whether it sends that back, because the old collateral stayed. */
export const isGivenBack = `(t.category = 'substitution'
  AND t.sender_organization_id = t.lender_id AND EXISTS (SELECT FROM order_requests kept
    WHERE kept.id = t.order_request_id AND kept.decision = 'keep'))`

/**
 * Whether a transfer `t` of collateral under way counts at a time (RFC 3339, as SQL). What the
 * borrower sends without a call can be held back until it is broadcast, and is owed to nobody: it
 * counts from then on, and no longer than a transfer may be under way. One that is on the network
 * can still fail, so it does not count if it is likely to.
 */
export const countsUnderWay = (now: string) => `(t.category <> 'voluntary'
  OR t.sender_organization_id = t.lender_id
  OR (${isBroadcast} AND t.late_at >= ${now}
    AND NOT delivery_is_doubtful(t.id, ARRAY[${failed}])))`

/** Whether a transfer `t` under way is on the network, so that its sender cannot hold it back. */
export const isBroadcast = `t.provider_state IN ('broadcasting', 'confirming')`
