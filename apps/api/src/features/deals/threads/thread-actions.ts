import { answeredResources, awaitsAnswer, type StateMachine } from '@vadium/schema'
import type { Sides } from '../parties/deal.ts'
import type { Mover } from '../parties/mover.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { actionWords } from './action-text.ts'
import { enter, entryEvents } from './thread-entries.ts'
import { entryColumns, type EntryRow } from './thread-entry.ts'

interface Moved extends Sides {
  readonly id: string
  readonly orderId: string
  /** The state before the action. Null if the action created the resource. */
  readonly status: string | null
}

interface Move {
  readonly action: string
  readonly to: string
  readonly mover: Mover
}

/**
 * Updates the thread of an order after a state change: what awaits an answer from now on gets an
 * entry, and the entry of what no longer does is resolved, wherever the answer was given. Nobody
 * waits for it; if the thread has no such entry, the transaction fails.
 */
export function followInThread(
  tx: WriteTransaction,
  machine: StateMachine,
  resource: Moved,
  move: Move,
): void {
  const kind = answeredResources.find((id) => id === machine.id)
  if (kind === undefined) return
  const { status } = resource
  if (status !== null && awaitsAnswer(machine, status)) resolve(tx, resource, move)
  if (!awaitsAnswer(machine, move.to)) return
  enter(tx, {
    kind: 'action',
    orderId: resource.orderId,
    organizationId: move.mover.organizationId ?? null,
    words: actionWords(kind, move.to),
    resource: kind,
    resourceId: resource.id,
    awaits: move.to,
    creatorId: resource.creatorId ?? null,
  })
}

function resolve(tx: WriteTransaction, { id, orderId }: Moved, move: Move): void {
  const resolved = tx.row<EntryRow>(
    `WITH resolved AS (
       UPDATE chat_entries e SET resolution = $3, resolved_by = $4, resolved_at = $5
       WHERE order_id = $1 AND resource_id = $2 AND kind = 'action' AND resolved_at IS NULL
       RETURNING ${entryColumns}),
     turn AS (
       UPDATE chats SET active_at = greatest(active_at, $5::timestamptz)
       WHERE order_id IN (SELECT "orderId" FROM resolved))
     SELECT * FROM resolved`,
    [orderId, id, move.action, move.mover.organizationId ?? null, tx.now],
  )
  tx.publishFrom(
    resolved.then((entry) => {
      if (entry === undefined) throw new Error(`what awaits an answer, ${id}, has no open entry`)
      return entryEvents(entry)
    }),
  )
}
