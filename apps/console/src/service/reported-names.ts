import type { Transfer, VadiumClient } from '@vadium/client'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { mayRead, useCaller } from './people.ts'
import { useClient } from './service.tsx'

/** The name of a counterparty by the report of one transfer with it. Undefined if it has no row. */
const reportedNameQuery = (
  client: VadiumClient,
  id: string,
  createTime: string,
  bookTime: string,
) =>
  queryOptions({
    queryKey: ['reported names', id],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const to = new Date(Date.parse(createTime) + 1).toISOString()
      // No period ends after now, and the time of a sandbox may stand still at the transfer.
      const range = to <= bookTime ? { from: createTime, to } : { as_of: createTime }
      const rows = client.reports.transfers({ counterparty_id: id, ...range }, { signal })
      for await (const { counterparty_name: name } of rows) return { id, name }
      return { id, name: undefined }
    },
  })

/**
 * The names of the counterparties of transfers by their ids, for a role that reads reports but no
 * agreements: of what it reads, only reports have them. Empty for other roles.
 */
export function useReportedNames(transfers: readonly Transfer[]): ReadonlyMap<string, string> {
  const client = useClient()
  const caller = useCaller()
  const isNeeded =
    caller !== undefined && !mayRead(caller, 'listAgreements') && mayRead(caller, 'reportTransfers')
  const times = new Map<string, string>()
  if (isNeeded) {
    for (const { sender, receiver, create_time: time } of transfers) {
      for (const { organization_id: name } of [sender, receiver]) {
        const id = organizationIdOf(name)
        // The oldest, which most likely is in the past.
        if (id !== caller.organization.id) times.set(id, time)
      }
    }
  }
  const read = useQueries({
    queries: [...times].map(([id, time]) =>
      reportedNameQuery(client, id, time, caller?.book_time ?? ''),
    ),
  })
  return new Map(
    read.flatMap(({ data }) => (data?.name === undefined ? [] : [[data.id, data.name] as const])),
  )
}

/** The id in the name of an organization, such as `organizations/0b7c…`. */
export const organizationIdOf = (name: string): string => name.replace('organizations/', '')
