import type { CollateralMovementRow } from '@vadium/schema'
import { inOrder, type Snapshot } from '../../platform/db/snapshots.ts'
import type { ReportPeriod } from './report-time.ts'
import { bothSides, dealSides } from '../../platform/lists/both-sides.ts'

/** The organization and the filters. A row must match all filters that are given. */
export interface RowChoice {
  readonly organizationId: string
  readonly counterpartyId?: string | undefined
  readonly asset?: string | undefined
}

const batchRows = 1000

/** Whether an entry `e` of an order `o` changes the collateral that the lender holds. */
const isHeld = `(e.bucket = 'pledged' OR (e.bucket = 'in_transit' AND e.holder_id = o.lender_id))`

/** Whether a transfer `t` of an order `o` sends collateral back that its close-out leaves out. */
const isLeftOut = `(t.straggler_of IS NOT NULL AND t.leg = 'collateral'
  AND t.sender_organization_id = o.lender_id)`

/**
 * What each close-out of an order `o` has left out of its collateral, taken out at its booking: what
 * was on its way back then, or had come back. The statement divides all of the collateral, and the
 * other side sends back what arrives of this.
 */
const leftOut = `
  SELECT e.asset, booked.sequence, booked.recorded_at, NULL::uuid AS transfer_id, true AS is_booking,
    e.quantity
  FROM journal_transactions booked
  JOIN transfers t ON t.order_id = o.id AND t.straggler_of = booked.close_out_id AND ${isLeftOut}
  JOIN journal_transactions j ON j.transfer_id = t.id AND j.kind <> 'appropriate'
    AND j.sequence < booked.sequence
  JOIN journal_entries e ON e.transaction_id = j.id AND e.bucket = 'pledged'
  WHERE booked.order_id = o.id AND booked.kind = 'appropriate' AND booked.transfer_id IS NULL
    AND booked.recorded_at < $2`

/**
 * The changes of the settled collateral of an order `o` in the journal, with the balance of its
 * asset after each. Collateral on its way back still belongs to the balance until it arrives. What
 * arrived without counting in a close-out leaves the balance when it is sent back.
 */
const movements = `
  SELECT asset, sequence, recorded_at, is_kept, transfer_id, change,
    sum(change) OVER (PARTITION BY asset ORDER BY sequence) AS balance
  FROM (
    SELECT asset, sequence, recorded_at, transfer_id, sum(quantity) AS change,
      is_booking AND sum(quantity) < 0 AS is_kept
    FROM (
      SELECT e.asset, j.sequence, j.recorded_at, j.transfer_id,
        j.kind = 'appropriate' AND t.status IS DISTINCT FROM 'COMPLETED' AS is_booking, e.quantity
      FROM journal_entries e JOIN journal_transactions j ON j.id = e.transaction_id
        LEFT JOIN transfers t ON t.id = j.transfer_id
      WHERE t.sends_back IS NULL AND ${isLeftOut} IS NOT TRUE AND e.order_id = o.id
        AND e.asset <> o.asset AND j.recorded_at < $2 AND ${isHeld}
      UNION ALL ${leftOut}
    ) AS parts
    GROUP BY asset, sequence, recorded_at, transfer_id, is_booking
  ) AS changes
  WHERE change <> 0`

/**
 * The settled collateral of an organization's orders, order by order, with the balance after each
 * change. The journal is read only for orders with an entry since the start of the range.
 */
export function collateralMovementReport(
  snapshot: Pick<Snapshot, 'rows'>,
  { organizationId, counterpartyId, asset }: RowChoice,
  { from, until }: ReportPeriod,
): AsyncGenerator<CollateralMovementRow[], void, undefined> {
  const scan = (own: 'lender' | 'borrower', other: 'lender' | 'borrower') => `(
    SELECT id, number, asset, lender_id, '${own}' AS side, ${other}_id AS counterparty_id
    FROM orders WHERE ${own}_id = $1::uuid
      AND ($4::uuid IS NULL OR ${other}_id = $4) AND ($5::text IS NULL OR collateral_asset = $5 OR EXISTS (
        SELECT FROM replaced_terms r WHERE r.order_id = orders.id AND r.collateral_asset = $5))
    ${inOrder('number')})`
  return snapshot.rows<CollateralMovementRow>(
    `SELECT x.recorded_at AS time, p.id AS position_id, o.id AS order_id, o.number AS order_id_pretty,
       o.side, o.counterparty_id,
       (SELECT name FROM organizations WHERE id = o.counterparty_id) AS counterparty_name,
       x.transfer_id, (SELECT category FROM transfers WHERE id = x.transfer_id) AS category,
       CASE WHEN x.is_kept THEN 'kept' WHEN (x.change > 0) = (o.side = 'lender') THEN 'received' ELSE 'sent' END AS direction,
       x.asset, trim_scale(abs(x.change)) AS quantity,
       trim_scale(x.balance) AS balance
     FROM ${bothSides(dealSides, scan)} AS o
     JOIN positions p ON p.order_id = o.id
     CROSS JOIN LATERAL (${movements}) x
     WHERE ($3::timestamptz IS NULL OR x.recorded_at >= $3) AND ($5::text IS NULL OR x.asset = $5)
       AND ($3 IS NULL OR EXISTS (
         SELECT FROM journal_transactions j WHERE j.order_id = o.id AND j.recorded_at >= $3))
     ORDER BY o.number, x.sequence`,
    [organizationId, until, from, counterpartyId ?? null, asset ?? null],
    batchRows,
  )
}
