import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { clearDeadline } from '../deadlines/deadlines.ts'
import { type Facts, type Lifecycle, moveOf, refusalOf } from './lifecycle.ts'
import { mustMove, type Stateful } from './state-moves.ts'

/** An action that an organization asks for. */
interface AskedAction<Move extends string, F extends Facts> {
  readonly action: Move
  readonly facts: F
  /** In whose name. The caller's, where it is left out. */
  readonly organizationId?: string
  /** The move to record, where what was asked decides which one it is. */
  readonly as?: Move
  /** What must be done before the state is written. It may still refuse. */
  readonly prepare?: () => Promise<Refusal | undefined>
}

/**
 * Carries out one action on a resource: checks the state, the party and the blockers, then writes
 * the new state, then does the work that follows from it. The deal must be locked. After a refusal
 * nothing may be kept of the transaction.
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
  { action, facts, organizationId = tx.organizationId, as, prepare }: AskedAction<Move, F>,
  work?: (status: State) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const { machine, deadline } = lifecycle
  const refusal = refusalOf(lifecycle, resource, action, { organizationId, facts })
  if (refusal !== undefined) return refusal
  const unsuitable = await prepare?.()
  if (unsuitable !== undefined) return unsuitable
  const move = as ?? moveOf(lifecycle, resource, action, organizationId)
  const status = await mustMove(tx, machine, resource, move, { organizationId })
  if (resource.status === machine.initial) await clearDeadline(tx, deadline, resource.id)
  return work?.(status)
}
