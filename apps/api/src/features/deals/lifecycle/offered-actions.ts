import type { Operation, Role, StateMachine } from '@vadium/schema'
import type { Sides } from './deal.ts'
import { notForRole, offer, type OfferedAction } from './offer.ts'
import { moveBlocker } from './state-moves.ts'

/** Who looks at a resource, and when: what may be done with it depends on both. */
export interface Viewer {
  readonly organizationId: string
  readonly role: Role
  /** The time of the book, Unix milliseconds. */
  readonly nowMs: number
}

/** The operation by which each action is asked for. Only these are offered, in this order. */
type OperationOfAction = Readonly<Record<string, Operation>>

/** What else decides about an action, besides state, side and role. */
interface ActionRules {
  /** The move of the state machine that an action comes to, where that is not its own name. */
  readonly moveOf?: (action: string) => string
  /** Why a move that state, side and role allow would be refused all the same. */
  readonly blockerOf: (move: string) => string | undefined
}

/** What a viewer may do next with a resource, and why not: exactly what the operation would refuse. */
export function offeredActions<State extends string>(
  machine: StateMachine<State>,
  resource: Sides & { readonly status: State },
  { organizationId, role }: Viewer,
  operations: OperationOfAction,
  { moveOf = (action) => action, blockerOf }: ActionRules,
): OfferedAction[] {
  return Object.entries(operations).map(([action, operation]) => {
    const move = moveOf(action)
    return offer(
      action,
      moveBlocker(machine, resource, move, organizationId) ??
        notForRole(operation, role) ??
        blockerOf(move),
    )
  })
}
