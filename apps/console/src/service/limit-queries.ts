import type { VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { pagesQuery, pageSizeMax, wholeList } from './pages.ts'

/** What applies to each counterparty for which limits were set, with its use. */
export const limitsInEffectQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['limits', 'in effect'],
    queryFn: ({ signal }) =>
      client.limits
        .list({ in_effect: true, page_size: pageSizeMax }, { signal })
        .toArray(wholeList),
  })

/** The limits for one counterparty, with their use before and after an order. */
export const limitsOfOrderQuery = (client: VadiumClient, order: string, counterparty: string) =>
  queryOptions({
    queryKey: ['limits', 'of an order', order],
    queryFn: async ({ signal }) => {
      const query = { in_effect: true, counterparty_id: counterparty, order_id: order }
      const { limits } = await client.limits.list(query, { signal })
      return limits
    },
  })

/** What was replaced, newest first. */
export const replacedLimitsQuery = (client: VadiumClient) =>
  pagesQuery(
    ['limits', 'replaced'],
    (page, options) => client.limits.list({ in_effect: false, page_size: 25, ...page }, options),
    ({ limits }) => limits,
  )
