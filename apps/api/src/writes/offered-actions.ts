import type { Operation, Role, StateMachine } from '@vadium/schema'
import type { Sides } from './deal.ts'
import { availableActions } from './state-moves.ts'

/** Who looks at a resource, and when: what may be done with it depends on both. */
export interface Viewer {
  readonly organizationId: string
  readonly role: Role
  /** The time of the book, Unix milliseconds. */
  readonly nowMs: number
}

/** Something that may be done with a resource, or why it may not. */
export interface OfferedAction {
  action: string
  available: boolean
  reason: string | null
}

/** By which operation each action is asked for; what has none is not offered. */
type OperationOfAction = Readonly<Record<string, Operation>>

/**
 * What a viewer may do next with a resource, and why not. What state and party allow is not all: `obstacleTo` tells
 * what else a refusal would say.
 */
export function offeredActions<State extends string>(
  machine: StateMachine<State>,
  resource: Sides & { readonly status: State },
  { organizationId, role }: Viewer,
  operations: OperationOfAction,
  obstacleTo: (action: string) => string | undefined,
): OfferedAction[] {
  return availableActions(machine, resource, organizationId).flatMap((offered) => {
    const operation = operations[offered.action]
    if (operation === undefined) return []
    if (!offered.available) return [offered]
    return [offer(offered.action, notForRole(operation, role) ?? obstacleTo(offered.action))]
  })
}

/** An action that nothing stands against, or this. */
export function offer(action: string, reason: string | undefined): OfferedAction {
  return { action, available: reason === undefined, reason: reason ?? null }
}

export function notForRole({ roles }: Operation, role: Role): string | undefined {
  return roles.includes(role) ? undefined : `the role ${role} does not include it`
}
