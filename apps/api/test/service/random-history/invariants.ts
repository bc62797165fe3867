import { type StateMachine, stateMachines } from '@vadium/schema'
import { oneOf } from '../../../src/platform/db/one-of.ts'
import type { TestDatabase } from '../../harness/database.ts'

/** Whether a transfer `t` belongs to no position: its deal was closed out without it. */
const isLeftOut = `(t.sends_back IS NOT NULL OR EXISTS (
  SELECT FROM close_outs c WHERE c.id = t.straggler_of AND c.booked_at IS NOT NULL))`

/** Whether a close-out has ended the deal of a request `r`, and has what it did not send back. */
const isClosedOut = `EXISTS (SELECT FROM close_outs c
  WHERE c.position_id = r.position_id AND c.statement ->> 'scope' = 'full')`

/** The time of a change is that before it has waited for the lock of its deal. */
const lockWait = "interval '2 seconds'"

/** Whether a transfer `sent` without a call has reached some states in a time. */
const reached = (states: readonly Lowercase<string>[], from: string, until: string) => `EXISTS (
  SELECT FROM transfer_steps s WHERE s.transfer_id = sent.id AND s.state ${oneOf(states)}
    AND s.reached_at BETWEEN ${from} - ${lockWait} AND ${until} + ${lockWait})`
const onTheNetwork = ['broadcasting', 'confirming'] as const

/** From the prices of an asset that may have applied at a change `s`. */
const pricesOf = (asset: string) => `FROM prices q WHERE q.asset = ${asset}
  AND q.observed_at <= s.changed_at + ${lockWait} AND q.observed_at >= coalesce((
    SELECT max(b.observed_at) FROM prices b
    WHERE b.asset = q.asset AND b.observed_at <= s.changed_at - ${lockWait}), '-infinity')`

/**
 * Whether what was `sent` without a call explains a `second` request of the direction of the
 * `first` at the same prices. A top-up: a delivery was on the network at the first, and had not
 * arrived at the second. A release: a delivery has come to count since, or what the lender was
 * sending has failed. A lender sends nothing that leaves the requirement unmet, so it explains no
 * top-up.
 */
const changesWhatCounts = `CASE
  WHEN second.direction = 'TopUp' THEN sent.sender_organization_id = sent.borrower_id
    AND ${reached(onTheNetwork, 'sent.create_time', 'first.created_at')}
    AND NOT (sent.status = 'COMPLETED' AND sent.update_time <= second.created_at)
  WHEN sent.sender_organization_id = sent.borrower_id
    THEN ${reached([...onTheNetwork, 'completed'], 'first.created_at', 'second.created_at')}
  ELSE sent.create_time < first.created_at + ${lockWait}
    AND ${reached(['failed', 'rejected', 'cancelled'], 'first.created_at', 'second.created_at')} END`

/** The rules that the book keeps at every moment, as queries of violations. */
const rules: Readonly<Record<string, string>> = {
  'every journal transaction balances': `
    SELECT transaction_id, asset, sum(quantity) FROM journal_entries
    GROUP BY transaction_id, asset HAVING sum(quantity) <> 0`,
  'every balance is the sum of its journal entries': `
    SELECT * FROM journal_balances b FULL JOIN (
      SELECT order_id, bucket, holder_id, asset, sum(quantity) AS quantity FROM journal_entries
      GROUP BY order_id, bucket, holder_id, asset
    ) e USING (order_id, bucket, holder_id, asset)
    WHERE coalesce(b.quantity, 0) <> coalesce(e.quantity, 0)`,
  'a position holds the collateral that the journal says': `
    SELECT p.id, p.collateral_quantity FROM positions p JOIN orders o ON o.id = p.order_id
    WHERE p.collateral_quantity <> coalesce((
      SELECT sum(b.quantity) FROM journal_balances b
      WHERE b.order_id = o.id AND b.asset = o.collateral_asset AND b.holder_id = o.lender_id
        AND b.bucket IN ('pledged', 'in_transit')), 0) - coalesce((
      SELECT sum(t.quantity) FROM transfers t
      WHERE t.order_id = o.id AND t.leg = 'collateral' AND t.sender_organization_id = o.lender_id
        AND t.token = o.collateral_asset
        AND t.status IN ('PENDING', 'IN_PROGRESS') AND ${isLeftOut}), 0)`,
  'an active position lends what the journal says': `
    SELECT p.id FROM positions p JOIN orders o ON o.id = p.order_id
    WHERE p.status = 'ACTIVE' AND p.asset_quantity <> coalesce((
      SELECT sum(b.quantity) FROM journal_balances b
      WHERE b.order_id = o.id AND b.asset = o.asset AND b.holder_id = o.borrower_id
        AND b.bucket IN ('lent', 'in_transit')), 0)`,
  'what is under way is in transit': `
    SELECT t.order_id, t.token FROM (
      SELECT order_id, token, sender_organization_id AS holder_id, sum(quantity) AS quantity
      FROM transfers WHERE status IN ('PENDING', 'IN_PROGRESS') GROUP BY 1, 2, 3
    ) t FULL JOIN (
      SELECT order_id, asset AS token, holder_id, quantity FROM journal_balances
      WHERE bucket = 'in_transit' AND quantity <> 0
    ) b USING (order_id, token, holder_id)
    WHERE t.quantity IS DISTINCT FROM b.quantity`,
  'a transfer that is over has one end, and it is the right one': `
    SELECT t.id, t.status, count(j.id) FROM transfers t
    LEFT JOIN journal_transactions j ON j.transfer_id = t.id AND j.kind IN ('settle', 'revert')
    GROUP BY t.id, t.status
    HAVING count(j.id) <> (t.status NOT IN ('PENDING', 'IN_PROGRESS'))::int
      OR max(j.kind) <> CASE t.status WHEN 'COMPLETED' THEN 'settle' ELSE 'revert' END`,
  'a document says what its row says': `
    SELECT id FROM transfers
    WHERE document::jsonb ->> 'status' <> status
      OR document::jsonb #>> '{provider_lifecycle,state}' <> provider_state`,
  'nothing moved twice at the custodian': `
    SELECT external_transfer_id FROM simulated_instructions WHERE movements_begun > 1`,
  'what was cancelled without a word was never sent': `
    SELECT t.id FROM transfers t JOIN instructions i ON i.transfer_id = t.id
    JOIN simulated_instructions s ON s.external_transfer_id = t.external_transfer_id
    WHERE t.status = 'CANCELLED' AND t.provider_request_state IS NULL`,
  'no more was moved for a request than it asked for': `
    SELECT r.id FROM mark_to_market_requests r
    JOIN transfers t ON t.mark_to_market_request_id = r.id
      AND t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')
    GROUP BY r.id, r.collateral_amount HAVING sum(t.quantity) > r.collateral_amount`,
  'no more was moved for a part than was to go back': `
    SELECT r.id FROM order_requests r JOIN transfers t ON t.order_request_id = r.id
      AND t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')
    WHERE r.kind <> 'substitution'
    GROUP BY r.id, r.quantity, r.collateral_returned, t.leg
    HAVING sum(t.quantity) > CASE t.leg WHEN 'asset' THEN r.quantity ELSE r.collateral_returned END`,
  'one change a side awaits an answer, and one moves the asset': `
    SELECT position_id FROM order_requests
    WHERE status = 'PENDING' OR (kind <> 'rerate' AND status IN ('ACCEPTED', 'IN_PROGRESS'))
    GROUP BY position_id, CASE status WHEN 'PENDING' THEN creator_id END HAVING count(*) > 1`,
  'interest runs on what is lent': `
    SELECT p.id FROM positions p CROSS JOIN LATERAL (
      SELECT quantity FROM interest_changes WHERE position_id = p.id AND quantity IS NOT NULL
      ORDER BY effective_on DESC, sequence DESC LIMIT 1) last
    WHERE p.status = 'ACTIVE' AND p.asset_quantity <> last.quantity`,
  'a close-out is booked once, and nothing else is': `
    SELECT c.id, c.status FROM close_outs c
    LEFT JOIN journal_transactions j ON j.close_out_id = c.id AND j.kind = 'appropriate'
      AND j.transfer_id IS NULL
    GROUP BY c.id HAVING count(j.id) <> (c.booked_at IS NOT NULL)::int`,
  'a termination is booked in time': `
    SELECT id FROM close_outs WHERE terminated_at IS NOT NULL AND booked_at IS NULL
      AND counted_until < now() - interval '30 seconds'`,
  'what arrived without counting is sent back by its receiver': `
    SELECT t.id FROM transfers t JOIN close_outs c ON c.id = t.straggler_of
    WHERE t.status = 'COMPLETED' AND c.booked_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM transfers b WHERE b.sends_back = t.id AND b.quantity = t.quantity
        AND b.sender_organization_id = t.receiver_organization_id)`,
  'nothing is lent or pledged once a deal is closed out': `
    SELECT b.order_id FROM journal_balances b JOIN orders o ON o.id = b.order_id
    WHERE o.status = 'CLOSED_OUT' AND b.bucket IN ('lent', 'pledged') AND b.quantity <> 0`,
  'a deal has one collateral, and the rest is under way in an exchange': `
    SELECT b.order_id, b.asset, b.bucket FROM journal_balances b JOIN orders o ON o.id = b.order_id
    WHERE b.asset NOT IN (o.asset, o.collateral_asset) AND b.quantity <> 0
      AND b.bucket IN ('pledged', 'in_transit') AND NOT EXISTS (
        SELECT FROM order_requests r JOIN positions p ON p.id = r.position_id
        WHERE p.order_id = o.id AND r.kind = 'substitution' AND r.status IN ('ACCEPTED', 'IN_PROGRESS')
          AND b.asset = CASE WHEN r.decision IS NOT DISTINCT FROM 'switch'
            THEN r.replaced_collateral_asset ELSE r.new_collateral_asset END)
      AND NOT (o.status = 'CLOSING' OR b.bucket = 'in_transit' AND o.status = 'CLOSED_OUT')`,
  'what an exchange has moved is what it gave and what goes back': `
    SELECT r.id FROM order_requests r LEFT JOIN transfers t ON t.order_request_id = r.id
      AND t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')
    WHERE r.kind = 'substitution'
    GROUP BY r.id HAVING
      coalesce(sum(t.quantity) FILTER (WHERE t.sender_organization_id = r.borrower_id), 0)
        NOT IN (0, r.new_collateral_quantity)
      OR coalesce(sum(t.quantity) FILTER (WHERE t.sender_organization_id = r.lender_id), 0)
        NOT IN (0, CASE r.decision WHEN 'switch' THEN r.collateral_returned ELSE r.new_collateral_quantity END)
      OR (r.status = 'COMPLETED') <> (r.decision IS NOT DISTINCT FROM 'switch'
        AND coalesce(sum(t.quantity) FILTER (WHERE t.sender_organization_id = r.lender_id
          AND t.status = 'COMPLETED'), 0) = r.collateral_returned)
      OR (r.status = 'CANCELLED' AND bool_or(t.status <> 'COMPLETED'))
      OR (r.status = 'CANCELLED' AND sum(CASE t.sender_organization_id WHEN r.lender_id
        THEN -t.quantity ELSE t.quantity END) <> 0 AND NOT ${isClosedOut})`,
  'a switch leaves the requirement met at its prices': `
    SELECT r.id, lent.quantity, asset.least, given.most FROM order_requests r
    JOIN state_changes s ON s.resource_id = r.id AND s.action = 'switch'
    JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id
    JOIN (SELECT t.order_request_id, coalesce(
        lead(t.terms_id) OVER (PARTITION BY t.order_id ORDER BY t.sequence), n.terms_id) AS terms_id
      FROM replaced_terms t JOIN orders n ON n.id = t.order_id) after ON after.order_request_id = r.id
    JOIN margin_terms m ON m.id = after.terms_id
    CROSS JOIN LATERAL (SELECT sum(e.quantity) AS quantity FROM journal_entries e
      JOIN journal_transactions j ON j.id = e.transaction_id
      WHERE e.order_id = o.id AND e.asset = o.asset AND e.bucket = 'lent'
        AND j.recorded_at <= s.changed_at) lent
    CROSS JOIN LATERAL (SELECT min(q.price_usd) AS least ${pricesOf('o.asset')}) asset
    CROSS JOIN LATERAL (SELECT max(q.price_usd) AS most ${pricesOf('r.new_collateral_asset')}) given
    WHERE (r.new_collateral_quantity * given.most * (1 - coalesce(m.haircut, 0)) >=
      lent.quantity * asset.least * coalesce(m.requirement_percent, 100) / 100 - m.threshold_usd)
      IS NOT TRUE`,
  'no order was made twice': `
    SELECT asset_quantity FROM orders GROUP BY asset_quantity HAVING count(*) > 1`,
  'one request awaits an answer': `
    SELECT position_id FROM mark_to_market_requests WHERE status = 'PENDING_ACCEPTANCE'
    GROUP BY position_id HAVING count(*) > 1`,
  // At unchanged prices a second call, in the same direction, while all of the first is still open.
  'nobody was called twice for one shortfall': `
    SELECT first.id, second.id FROM mark_to_market_requests first
    JOIN mark_to_market_requests second ON second.position_id = first.position_id
      AND second.created_at > first.updated_at AND second.direction = first.direction
      AND second.asset_price_usd = first.asset_price_usd
      AND second.collateral_price_usd = first.collateral_price_usd
    WHERE first.status IN ('ACCEPTED', 'IN_PROGRESS', 'COMPLETED') AND first.counter_notional_usd IS NULL
      AND NOT EXISTS (
        SELECT FROM mark_to_market_requests other
        WHERE other.position_id = first.position_id AND other.id NOT IN (first.id, second.id)
          AND other.created_at < second.created_at AND other.updated_at > first.created_at)
      -- With the quantity, the shortfall is another.
      AND NOT EXISTS (
        SELECT FROM order_requests other WHERE other.position_id = first.position_id
          AND other.kind <> 'rerate' AND other.created_at < second.created_at
          AND other.updated_at > first.created_at)
      -- So it is if what counted without a call was lost since, or what did not count does.
      AND NOT EXISTS (
        SELECT FROM transfers sent JOIN positions p ON p.order_id = sent.order_id
        WHERE p.id = first.position_id AND sent.category = 'voluntary'
          AND sent.create_time < second.created_at + ${lockWait} AND ${changesWhatCounts})`,
}

interface Change {
  readonly machine: string
  readonly resource_id: string
  readonly action: string
  readonly from_state: string | null
  readonly to_state: string
}

/** The violations in the book at this moment, in one snapshot. Empty if there are none. */
export async function brokenRules(database: TestDatabase): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await database.query(query)
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  const { rows } = await database.query<Change>(
    'SELECT machine, resource_id, action, from_state, to_state FROM state_changes ORDER BY sequence',
  )
  return [...broken, ...illegalMoves(rows)]
}

function illegalMoves(changes: readonly Change[]): string[] {
  const machines = new Map<string, StateMachine>(
    stateMachines.map((machine) => [machine.id, machine]),
  )
  const states = new Map<string, string>()
  return changes.flatMap((change) => {
    const { machine, resource_id: id, action, from_state: from, to_state: to } = change
    const known = states.get(id) ?? null
    states.set(id, to)
    const legal =
      from === null
        ? to === machines.get(machine)?.initial
        : machines
            .get(machine)
            ?.transitions.some((t) => t.action === action && t.to === to && t.from.includes(from))
    return legal === true && known === from ? [] : [`an illegal move: ${JSON.stringify(change)}`]
  })
}

/** Where a resource has another state than its history. */
export async function forgottenStates(database: TestDatabase): Promise<unknown[]> {
  const { rows } = await database.query(`
    SELECT s.id, s.status, last.to_state FROM (
      SELECT id, status FROM orders UNION ALL SELECT id, status FROM positions
      UNION ALL SELECT id, status FROM transfers UNION ALL SELECT id, status FROM mark_to_market_requests
      UNION ALL SELECT id, status FROM order_requests
      UNION ALL SELECT id, status FROM close_outs
    ) s JOIN LATERAL (
      SELECT to_state FROM state_changes c WHERE c.resource_id = s.id ORDER BY sequence DESC LIMIT 1
    ) last ON true WHERE last.to_state <> s.status`)
  return rows
}
