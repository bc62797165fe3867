import type { AuditEntry, VadiumClient } from '@vadium/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export const credentialPagesQuery = (client: VadiumClient, organizationId?: string) =>
  infiniteQueryOptions({
    queryKey: ['credentials', organizationId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.credentials.list(
        { organization_id: organizationId, page_size: 200, page_token: pageParam },
        { signal },
      ),
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })

/** Which installation the service is. A proof of possession names it. */
export const installationQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['installation'],
    staleTime: Infinity,
    queryFn: ({ signal }) => client.installation.get({ signal }),
  })

/** How many lines of the audit trail are read to find when a credential was last used. */
const linesRead = 1_000

/** The last use of credentials, as far as the newest lines of the audit trail tell. */
export interface LastUses {
  readonly byCredential: ReadonlyMap<string, string>
  /** A credential that is not among them was last used before this time. Null: it never was. */
  readonly since: string | null
}

export const lastUsesQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['last-uses'],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const { audit_entries, next_page_token } = await client.audit.list(
        { page_size: linesRead },
        { signal },
      )
      return lastUses(audit_entries, next_page_token === undefined)
    },
  })

/** The entries are the newest first. */
function lastUses(entries: readonly AuditEntry[], isWholeTrail: boolean): LastUses {
  const byCredential = new Map<string, string>()
  for (const { kind, credential_id, time } of entries) {
    const isUse = kind === 'request' && credential_id !== null
    if (isUse && !byCredential.has(credential_id)) byCredential.set(credential_id, time)
  }
  return { byCredential, since: isWholeTrail ? null : (entries.at(-1)?.time ?? null) }
}

/** The credentials of an organization, to name who made a request. */
export const credentialNamesQuery = (client: VadiumClient, organizationId?: string) =>
  queryOptions({
    queryKey: ['credentials', 'names', organizationId],
    staleTime: 60_000,
    enabled: organizationId !== undefined,
    queryFn: async ({ signal }) => {
      const filter = { organization_id: organizationId, page_size: linesRead }
      return (await client.credentials.list(filter, { signal })).credentials
    },
  })
