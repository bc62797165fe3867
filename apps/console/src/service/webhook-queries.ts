import type { ListWebhookDeliveriesQuery, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { isLongList, mayBeLong } from './long-list.ts'
import { pagesQuery } from './pages.ts'

/** Deliveries are no events: what became of them is read again. */
const againMs = 5_000

export const webhookEndpointsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoints'],
    queryFn: async ({ signal }) =>
      (await client.webhooks.list({ page_size: 100 }, { signal })).webhook_endpoints,
    refetchInterval: againMs,
  })

export const deliveryPagesQuery = (client: VadiumClient, filter: ListWebhookDeliveriesQuery) =>
  pagesQuery(
    ['webhooks', 'deliveries', filter],
    (page, options) => client.webhooks.listDeliveries({ ...filter, ...page }, options),
    ({ webhook_deliveries }) => webhook_deliveries,
    { ...mayBeLong, refetchInterval: (query) => (isLongList(query) ? false : againMs) },
  )
