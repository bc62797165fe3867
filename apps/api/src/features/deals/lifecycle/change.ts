import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { clearDeadline } from '../deadlines/deadlines.ts'
import type { Mover } from '../parties/mover.ts'
import type { Facts, Lifecycle } from './lifecycle.ts'
import { type Columns, mustMove, type Stateful } from './state-moves.ts'

/** An action that an organization requests. */
interface AskedAction<Move extends string, F extends Facts> {
  readonly action: Move
  readonly facts: F
  /** The organization that acts. Default: that of the caller. */
  readonly organizationId?: string
  /** Whether the service acts in its place. */
  readonly byService?: boolean
  /** The transition to record, if the request decides which one it is. */
  readonly as?: Move
  /** Work before the state is written. It may still refuse, or name columns to write with it. */
  readonly prepare?: () => Promise<Columns | Refusal | undefined>
}

/**
 * Carries out an action on a resource: checks the state, the party and the blockers, writes the new
 * state, and does the work that follows. The deal must be locked. After a refusal the transaction
 * must be rolled back.
 */
export async function change<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts,
>(
  tx: WriteTransaction,
  lifecycle: Lifecycle<State, Move, Resource, F>,
  resource: Resource,
  asked: AskedAction<Move, F>,
  work?: (status: State) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const { machine, deadline } = lifecycle
  const {
    action,
    facts,
    organizationId = tx.organizationId,
    byService = false,
    as,
    prepare,
  } = asked
  const mover: Mover = byService ? { actor: 'service' } : { organizationId }
  const refusal = lifecycle.refusalOf(resource, action, { organizationId, facts, mover })
  if (refusal !== undefined) return refusal
  const columns = await prepare?.()
  if (columns instanceof Refusal) return columns
  const move = as ?? lifecycle.moveOf(resource, action, organizationId)
  const status = await mustMove(tx, machine, resource, move, mover, columns)
  if (deadline !== undefined && resource.status === machine.initial) {
    await clearDeadline(tx, deadline, resource.id)
  }
  return work?.(status)
}
