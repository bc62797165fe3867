import type { ListDocumentsQuery, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { mayBeLong } from './long-list.ts'
import { pagesQuery } from './pages.ts'

/** The documents that match, a page at a time. */
export const documentPagesQuery = (client: VadiumClient, filter: ListDocumentsQuery) =>
  pagesQuery(
    ['documents', 'pages', filter],
    (page, options) => client.documents.list({ ...filter, ...page }, options),
    ({ documents }) => documents,
    mayBeLong,
  )

/** The newest documents that match. */
export const documentsQuery = (client: VadiumClient, filter: ListDocumentsQuery) =>
  queryOptions({
    queryKey: ['documents', 'list', filter],
    queryFn: async ({ signal }) => (await client.documents.list(filter, { signal })).documents,
  })

/** A document with its content, which never changes. */
export const documentQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: ({ signal }) => client.documents.get(id, { signal }),
  })

export const documentPreferencesQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['document-preferences'],
    queryFn: ({ signal }) => client.documentPreferences.get({ signal }),
  })
