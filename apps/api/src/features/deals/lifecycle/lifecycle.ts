import type { Operation, Role, StateMachine } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { DeadlineKind } from '../deadlines/deadlines.ts'
import { issueOf, notForRole, offer, type OfferedAction } from './offer.ts'
import { allowedMove, moveBlocker, type Stateful } from './state-moves.ts'

/** What decides about an action besides the resource: at least the time of the book. */
export interface Facts {
  /** Unix milliseconds. */
  readonly nowMs: number
}

/** Refuses what state and party would allow. */
export type Blocker<Resource, F extends Facts = Facts> = (
  resource: Resource,
  facts: F,
) => Refusal | undefined

/** The blockers of each move. The first that refuses decides. */
export type Blockers<Move extends string, Resource, F extends Facts = Facts> = Readonly<
  Partial<Record<Move, readonly Blocker<Resource, F>[]>>
>

/**
 * What the two sides can do with the resources of one state machine. The same table decides what
 * is offered and what is refused.
 */
export interface Lifecycle<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts = Facts,
> {
  readonly machine: StateMachine<State, Move> & { readonly id: string }
  /** Ends the time to answer, which runs while the resource is in its first state. */
  readonly deadline: DeadlineKind
  /** The operation that asks for each action. Only these are offered, in this order. */
  readonly operations: readonly (readonly [action: Move, operation: Operation])[]
  /** The move that an action comes to, where that is not the move of its own name. */
  readonly moveOf?: (resource: Resource, action: Move, organizationId: string) => Move
  readonly blockers: Blockers<Move, Resource, F>
}

/** Who looks at a resource, and when. */
export interface Viewer extends Facts {
  readonly organizationId: string
  readonly role: Role
}

/** What a viewer can do next with a resource, and why not. */
export function offeredActions<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts,
>(
  lifecycle: Lifecycle<State, Move, Resource, F>,
  resource: Resource,
  { organizationId, role }: Viewer,
  facts: F,
): OfferedAction[] {
  return lifecycle.operations.map(([action, operation]) => {
    const move = moveOf(lifecycle, resource, action, organizationId)
    const reason =
      moveBlocker(lifecycle.machine, resource, move, organizationId) ??
      notForRole(operation, role) ??
      issueOf(blockerOf(lifecycle, resource, move, facts))
    return offer(action, reason)
  })
}

/** Why an organization cannot do an action now: the state, then the party, then the blockers. */
export function refusalOf<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts,
>(
  lifecycle: Lifecycle<State, Move, Resource, F>,
  resource: Resource,
  action: Move,
  { organizationId, facts }: { readonly organizationId: string; readonly facts: F },
): Refusal | undefined {
  const move = moveOf(lifecycle, resource, action, organizationId)
  const found = allowedMove(lifecycle.machine, resource, move, { organizationId })
  return found instanceof Refusal ? found : blockerOf(lifecycle, resource, move, facts)
}

export function moveOf<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts,
>(
  lifecycle: Lifecycle<State, Move, Resource, F>,
  resource: Resource,
  action: Move,
  organizationId: string,
): Move {
  return lifecycle.moveOf?.(resource, action, organizationId) ?? action
}

function blockerOf<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts,
>(
  lifecycle: Lifecycle<State, Move, Resource, F>,
  resource: Resource,
  move: Move,
  facts: F,
): Refusal | undefined {
  for (const blocker of lifecycle.blockers[move] ?? []) {
    const refusal = blocker(resource, facts)
    if (refusal !== undefined) return refusal
  }
  return undefined
}
