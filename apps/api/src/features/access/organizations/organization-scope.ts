import type { Tenant } from '../../../platform/db/tenant.ts'

/** The condition that the caller may see a row. Its parameters are `$1` and `$2`. */
export const inScope = (column: string) =>
  `($1::uuid IS NULL OR ${column} = $1) AND ($2::uuid IS NULL OR ${column} = $2)`

/**
 * The parameters of {@link inScope}: the organization that the caller is bound to (null for an
 * operator), and the requested one. A request for another organization finds nothing.
 */
export function scopeValues(
  tenant: Tenant,
  asked: string | undefined,
): [bound: string | null, asked: string | null] {
  return [boundTo(tenant), asked ?? null]
}

/** The organization that the caller is bound to. Null for an operator, who acts for any. */
export function boundTo({ role, organizationId }: Tenant): string | null {
  return role === 'operator' ? null : organizationId
}
