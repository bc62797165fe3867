import { expect } from 'vitest'
import type { SimulatedCustody } from '../../src/features/custody/simulated/simulated-custody.ts'
import { externalIdOf } from './decided-transfer.ts'
import type { RunningService } from './service.ts'

/** What is written down of a transfer that came to an end, and how often it moved. */
const lives: Readonly<Record<string, object>> = {
  COMPLETED: { actions: 'create submit complete', kinds: 'instruct settle', moved: 1 },
  FAILED: { actions: 'create submit fail', kinds: 'instruct revert', moved: 0 },
  REJECTED: { actions: 'create submit reject', kinds: 'instruct revert', moved: 0 },
  CANCELLED: { actions: 'create submit cancel', kinds: 'instruct revert', moved: 0 },
}

/**
 * Has all that was decided carried out to its end, and expects that each movement was made once or
 * not at all, as its custodian says, that each was followed once, and that the journal balances.
 */
export async function expectSettledBook(
  service: RunningService,
  custodian: SimulatedCustody,
  transferIds: readonly string[],
  shown = '',
): Promise<void> {
  await untilNothingIsUnderWay(service)
  const { rows } = await service.database.query(
    `SELECT t.id, t.status, i.stalled OR i.due_at IS NOT NULL OR i.claim IS NOT NULL AS open,
       (SELECT string_agg(action, ' ' ORDER BY sequence) FROM state_changes
        WHERE resource_id = t.id) AS actions,
       (SELECT string_agg(kind, ' ' ORDER BY sequence) FROM journal_transactions
        WHERE transfer_id = t.id) AS kinds
     FROM transfers t JOIN instructions i ON i.transfer_id = t.id WHERE t.id = ANY($1)`,
    [transferIds],
  )
  expect(rows).toHaveLength(transferIds.length)
  const movements = new Map(
    (await custodian.movements()).map((movement) => [movement.externalTransferId, movement.times]),
  )
  for (const { id, status, open, actions, kinds } of rows) {
    const moved = movements.get(externalIdOf(String(id))) ?? 0
    // What failed at the first answer was never under way. To ask is no move.
    const through = String(actions)
      .replace(' ask_to_cancel', '')
      .replace(/^create (?=fail|reject|cancel)/, 'create submit ')
    const seen = { id, status, open, actions: through, kinds, moved }
    expect(seen, shown).toEqual({ id, status, open: false, ...lives[String(status)] })
  }
  await expectBalancedJournal(service)
}

async function untilNothingIsUnderWay({
  services,
  clock,
  database,
}: RunningService): Promise<void> {
  const open = 'SELECT count(*)::int AS count FROM instructions WHERE due_at IS NOT NULL OR stalled'
  for (let turns = 0; (await database.query(open)).rows[0]?.['count'] !== 0; turns += 1) {
    if (turns > 500) throw new Error('something is under way that never ends')
    await services.custodyWorker.runDue()
    clock.set(new Date(clock.now() + 30_000).toISOString())
  }
}

/**
 * Each transaction sums to zero, and each balance is the sum of its entries and what the transfers
 * say.
 */
export async function expectBalancedJournal({ database }: RunningService): Promise<void> {
  const faults = await database.query(
    `SELECT 'transaction ' || transaction_id AS fault FROM journal_entries
       GROUP BY transaction_id, asset HAVING sum(quantity) <> 0
     UNION ALL
     SELECT 'balance of order ' || order_id FROM journal_balances b WHERE b.quantity IS DISTINCT FROM (
       SELECT sum(e.quantity) FROM journal_entries e
       WHERE (e.order_id, e.bucket, e.holder_id, e.asset) = (b.order_id, b.bucket, b.holder_id, b.asset))
     UNION ALL
     SELECT 'in transit of order ' || order_id FROM journal_balances b
       WHERE b.bucket = 'in_transit' AND b.quantity IS DISTINCT FROM (
         SELECT coalesce(sum(t.quantity), 0) FROM transfers t
         WHERE t.order_id = b.order_id AND t.token = b.asset AND t.sender_organization_id = b.holder_id
           AND t.status IN ('PENDING', 'IN_PROGRESS'))
     UNION ALL
     SELECT 'pledge of order ' || order_id FROM journal_balances b
       WHERE b.bucket = 'pledged' AND b.quantity IS DISTINCT FROM (
         SELECT coalesce(sum(CASE
           WHEN t.receiver_organization_id = b.holder_id AND t.status = 'COMPLETED' THEN t.quantity
           WHEN t.sender_organization_id = b.holder_id
             AND t.status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED') THEN -t.quantity
           ELSE 0 END), 0)
         FROM transfers t JOIN instructions i ON i.transfer_id = t.id
         WHERE t.order_id = b.order_id AND t.leg = 'collateral')`,
  )
  expect(faults.rows).toEqual([])
}
