import type { ListCloseOutsQuery, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { mayBeLong } from './long-list.ts'
import { pagesQuery } from './pages.ts'
import { restsOnPrices } from './priced.ts'

/** The close-outs that match, a page at a time. */
export const closeOutPagesQuery = (client: VadiumClient, filter: ListCloseOutsQuery) =>
  pagesQuery(
    ['close-outs', 'pages', filter],
    (page, options) => client.closeOuts.list({ ...filter, ...page }, options),
    ({ close_outs }) => close_outs,
    mayBeLong,
  )

/** The newest close-outs that match. */
export const closeOutsQuery = (client: VadiumClient, filter: ListCloseOutsQuery) =>
  queryOptions({
    queryKey: ['close-outs', 'list', filter],
    queryFn: async ({ signal }) => (await client.closeOuts.list(filter, { signal })).close_outs,
  })

/** A notice moves with the prices: whether its fact holds. */
export const closeOutOfIdQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    ...restsOnPrices,
    queryKey: ['close-outs', 'one', id],
    queryFn: ({ signal }) => client.closeOuts.get(id, { signal }),
  })
