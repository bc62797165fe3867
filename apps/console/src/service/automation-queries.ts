import type { VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { pagesQuery, pageSizeMax, wholeList } from './pages.ts'

/** What applies to each counterparty for which something was set. */
export const automationsInEffectQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['automations', 'in effect'],
    queryFn: ({ signal }) =>
      client.automations
        .list({ in_effect: true, page_size: pageSizeMax }, { signal })
        .toArray(wholeList),
  })

/** What was replaced, newest first. */
export const replacedAutomationsQuery = (client: VadiumClient) =>
  pagesQuery(
    ['automations', 'replaced'],
    (page, options) =>
      client.automations.list({ in_effect: false, page_size: 25, ...page }, options),
    ({ automations }) => automations,
  )
