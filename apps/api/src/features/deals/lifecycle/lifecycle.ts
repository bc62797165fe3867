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

/** Refuses an action that the state and the party would allow; undefined if it does not. */
export type Blocker<Resource, F extends Facts = Facts> = (
  resource: Resource,
  facts: F,
) => Refusal | undefined

/** The blockers of each transition. The first that refuses decides. */
export type Blockers<Move extends string, Resource, F extends Facts = Facts> = Readonly<
  Partial<Record<Move, readonly Blocker<Resource, F>[]>>
>

/**
 * What the two sides can do with the resources of a state machine. The same table decides what is
 * offered and what is refused.
 */
export interface Lifecycle<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts = Facts,
> {
  readonly machine: StateMachine<State, Move> & { readonly id: string }
  /** The deadline that an answer to the first state ends, if there is one. */
  readonly deadline?: DeadlineKind
  /** The operation of each action. Only these actions are offered, in this order. */
  readonly operations: readonly (readonly [action: Move, operation: Operation])[]
  /** The transition of an action, if it is not the one of the same name. */
  readonly moveOf?: (resource: Resource, action: Move, organizationId: string) => Move
  readonly blockers: Blockers<Move, Resource, F>
}

/** Who looks at a resource, and when. */
export interface Viewer extends Facts {
  readonly organizationId: string
  readonly role: Role
}

/** The actions that a viewer may do with a resource, with the reason if one is not available. */
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

/**
 * Why an organization cannot do an action now. The state is checked first, then the party, then the
 * blockers.
 */
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
