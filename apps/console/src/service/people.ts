import type { CurrentCredential, VadiumClient } from '@vadium/client'
import { listAccounts, type Role } from '@vadium/schema'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { withinFirm } from './within-firm.ts'
import { pageSizeMax, wholeList } from './pages.ts'
import { callerQuery } from './queries.ts'
import { useRead } from './read.ts'
import { readingRoles } from './reading-roles.ts'
import { useClient } from './service.tsx'

/** Who acts on this page. Undefined until it is known. */
export const useCaller = (): CurrentCredential | undefined => useRead(callerQuery).data

/** The organization of the page. Empty until it is known. */
export const useOwnId = (): string => useCaller()?.organization.id ?? ''

/** Whether the role of the page includes an operation. False until the role is known. */
export function useMay({ roles }: { readonly roles: readonly Role[] }): boolean {
  const caller = useCaller()
  return roles.some((role) => role === caller?.credential.role)
}

export type Reading = keyof typeof readingRoles

/** Whether the role of a caller includes an operation that reads. */
export const mayRead = ({ credential }: CurrentCredential, id: Reading): boolean =>
  readingRoles[id].some((role) => role === credential.role)

export const accountsQuery = (client: VadiumClient, organizationId?: string) =>
  queryOptions({
    queryKey: ['accounts', organizationId],
    queryFn: ({ signal }) => {
      const filter = { organization_id: organizationId, page_size: pageSizeMax }
      return client.accounts.list(filter, { signal }).toArray(wholeList)
    },
    staleTime: 60_000,
  })

/** The name of an account within its firm, where the role may read names; else its id. */
export function useAccountName(): (id: string) => string {
  const accounts = useQuery({ ...accountsQuery(useClient()), enabled: useMay(listAccounts) })
  const names = new Map(accounts.data?.map(({ id, name }) => [id, name]))
  const caller = useCaller()
  const own = caller?.account
  const within = (name: string) => withinFirm(name, caller?.organization.name ?? null)
  return (id) => (id === own?.id ? `${within(own.name)} (you)` : within(names.get(id) ?? id))
}
