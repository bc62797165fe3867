import type { Operation, Role } from '@vadium/schema'

/** Something that may be done with a resource, or why it may not. */
export interface OfferedAction {
  action: string
  available: boolean
  reason: string | null
}

/** What may be done with each of some resources, by their ids. */
export type Offers = ReadonlyMap<string, readonly OfferedAction[]>

/** An action that nothing stands against, or this. */
export function offer(action: string, reason: string | undefined): OfferedAction {
  return { action, available: reason === undefined, reason: reason ?? null }
}

export function notForRole({ roles }: Operation, role: Role): string | undefined {
  return roles.includes(role) ? undefined : `the role ${role} does not include it`
}
