import { type ErrorReason, errorReason, type Operation, type Role } from '@vadium/schema'
import type { Refusal } from '../../../platform/refusal.ts'

/** An action on a resource, with the reason if it is not available. */
export interface OfferedAction {
  action: string
  available: boolean
  reason: string | null
}

/** The actions of resources, by id. */
export type Offers = ReadonlyMap<string, readonly OfferedAction[]>

/** An action that is available if there is no reason against it. */
export function offer(action: string, reason: string | undefined): OfferedAction {
  return { action, available: reason === undefined, reason: reason ?? null }
}

export function notForRole({ roles }: Operation, role: Role): string | undefined {
  return roles.includes(role) ? undefined : `the role ${role} may not do this`
}

/** Reasons whose details continue the name of their field, as in "ETH: has no price". */
const continued: ReadonlySet<ErrorReason> = new Set([
  'PRICE_MISSING',
  'PRICE_STALE',
  'VALUE_INVALID',
])

/** The refusal as the reason of an action that is not available. */
export function issueOf(refusal: Refusal | undefined): string | undefined {
  if (refusal === undefined) return undefined
  const { reason, details } = refusal
  const [detail] = details
  if (detail === undefined) return errorReason(reason).message
  return continued.has(reason) ? `${detail.field}: ${detail.issue}` : detail.issue
}
