import type { ListAuditEntriesQuery, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from './pages.ts'

const pageSize = 200
/** A page of few matches may be empty. So many are read at once to find one. */
const pagesAtOnceMax = 10

/** Each reading adds an entry to the trail, so it is read again only when a person asks. */
const readOnce = { staleTime: Infinity, refetchOnWindowFocus: false } as const

/** The first page from a place in the trail that has an entry, or the last that was read for it. */
async function pageWithEntries(
  client: VadiumClient,
  query: ListAuditEntriesQuery,
  signal: AbortSignal,
) {
  let token = query.page_token
  for (let count = 1; ; count += 1) {
    const page = await client.audit.list({ ...query, page_token: token }, { signal })
    token = page.next_page_token
    if (page.audit_entries.length > 0 || token === undefined || count === pagesAtOnceMax) {
      return page
    }
  }
}

/** The entries of the audit trail that match, the newest first. */
export const auditPagesQuery = (client: VadiumClient, filter: ListAuditEntriesQuery) =>
  pagesQuery(
    ['audit', 'pages', filter],
    (page, { signal }) =>
      pageWithEntries(client, { ...filter, page_size: pageSize, ...page }, signal),
    ({ audit_entries }) => audit_entries,
    readOnce,
  )

/** All that the trail has of one request. */
export const auditedRequestQuery = (client: VadiumClient, requestId: string) =>
  queryOptions({
    queryKey: ['audit', 'request', requestId],
    ...readOnce,
    queryFn: ({ signal }) => pageWithEntries(client, { request_id: requestId }, signal),
  })
