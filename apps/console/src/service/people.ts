import type { Account, VadiumClient } from '@vadium/client'
import { listAccounts, type Role } from '@vadium/schema'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callerQuery } from './queries.ts'
import { useClient } from './service.tsx'

const pageSize = 1_000

/** Whether the role of the page includes an operation. False until the role is known. */
export function useMay({ roles }: { readonly roles: readonly Role[] }): boolean {
  const caller = useQuery(callerQuery(useClient()))
  return roles.some((role) => role === caller.data?.credential.role)
}

export const accountsQuery = (client: VadiumClient, organizationId?: string) =>
  queryOptions({
    queryKey: ['accounts', organizationId],
    queryFn: async ({ signal }) => {
      const filter = { organization_id: organizationId, page_size: pageSize }
      const accounts: Account[] = []
      for await (const account of client.accounts.list(filter, { signal })) accounts.push(account)
      return accounts
    },
    staleTime: 60_000,
  })

/** The name of an account, where the role may read names; else its id. */
export function useAccountName(): (id: string) => string {
  const client = useClient()
  const caller = useQuery(callerQuery(client))
  const accounts = useQuery({ ...accountsQuery(client), enabled: useMay(listAccounts) })
  const names = new Map(accounts.data?.map(({ id, name }) => [id, name]))
  const own = caller.data?.account
  return (id) => (id === own?.id ? `${own.name} (you)` : (names.get(id) ?? id))
}
