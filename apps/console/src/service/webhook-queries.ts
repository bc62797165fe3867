import type { ListWebhookDeliveriesQuery, VadiumClient } from '@vadium/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

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
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.webhooks.listDeliveries({ ...filter, page_token: pageParam }, { signal }),
    getNextPageParam: ({ next_page_token }) => next_page_token,
    refetchInterval: againMs,
  })
