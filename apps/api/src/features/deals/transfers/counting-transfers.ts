import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'

/**
 * Whether the last transfer that its sender sent before the transfer `t`, without a call, has ended
 * without arriving. One that is on the network can still fail: what fails again and again must not
 * keep calls away.
 */
const lastHasFailed = `EXISTS (SELECT FROM transfers f
  WHERE f.id = (SELECT b.id FROM transfers b
      WHERE b.order_id = t.order_id AND b.category = 'voluntary'
        AND b.sender_organization_id = t.sender_organization_id
        AND b.create_time <= t.create_time AND b.id <> t.id
      ORDER BY b.create_time DESC, b.id DESC LIMIT 1)
    AND f.status ${oneOf(statusSets.transfer.failed)})`

/** Whether its sender has asked for the cancellation of the transfer `t`, which may yet succeed. */
const isCalledBack = `EXISTS (SELECT FROM instructions i
  WHERE i.transfer_id = t.id AND i.cancel_asked_at IS NOT NULL)`

/**
 * Whether a transfer `t` of collateral under way counts at a time (RFC 3339, as SQL). What the
 * borrower sends without a call can be held back until it is broadcast, and is owed to nobody: it
 * counts from then on, and no longer than a transfer may be under way.
 */
export const countsUnderWay = (now: string) => `(t.category <> 'voluntary'
  OR t.sender_organization_id = t.lender_id
  OR (${isBroadcast} AND t.late_at >= ${now} AND NOT ${isCalledBack} AND NOT ${lastHasFailed}))`

/** Whether a transfer `t` under way is on the network, so that its sender cannot hold it back. */
export const isBroadcast = `t.provider_state IN ('broadcasting', 'confirming')`
