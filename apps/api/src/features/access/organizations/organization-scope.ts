import type { Tenant } from '../../../platform/db/tenant.ts'

/** The condition that a row belongs to whoever may see it, for the first two values of a statement. */
export const inScope = (column: string) =>
  `($1::uuid IS NULL OR ${column} = $1) AND ($2::uuid IS NULL OR ${column} = $2)`

/**
 * The two values of {@link inScope}: the organization to which the caller is bound, which for the operator is
 * none, and the one that was asked for. Asking for another's finds nothing.
 */
export function scopeValues(
  tenant: Tenant,
  asked: string | undefined,
): [bound: string | null, asked: string | null] {
  return [boundTo(tenant), asked ?? null]
}

/** The organization within which a caller acts; null for the operator, who acts for any. */
export function boundTo({ role, organizationId }: Tenant): string | null {
  return role === 'operator' ? null : organizationId
}
