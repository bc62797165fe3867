/**
 * The close-out that was terminated and ends, or has ended, the deal of an order `o`. Only an order
 * that closes, or is closed out, has one.
 */
export const endedBy = `CASE WHEN o.status IN ('CLOSING', 'CLOSED_OUT') THEN (
  SELECT c.id FROM close_outs c JOIN positions p ON p.id = c.position_id
  WHERE p.order_id = o.id AND c.statement ->> 'scope' = 'full') END`

/** The close-out in which a transfer counts if it arrives in time. Null if it counts in none. */
export const countsIn = (transferId: string) => `(
  SELECT ${endedBy} FROM transfers moving JOIN orders o ON o.id = moving.order_id
  WHERE moving.id = ${transferId} AND moving.close_out_id IS NULL AND moving.straggler_of IS NULL)`
