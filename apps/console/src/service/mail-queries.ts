import type { ListMailDeliveriesQuery, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { isLongList, mayBeLong } from './long-list.ts'
import { pagesQuery } from './pages.ts'

/** Deliveries are no events: what became of them is read again. */
const againMs = 5_000

export const mailAddressesQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['mail', 'addresses'],
    queryFn: async ({ signal }) =>
      (await client.mail.list({ page_size: 100 }, { signal })).mail_addresses,
    refetchInterval: againMs,
  })

export const mailDeliveryPagesQuery = (client: VadiumClient, filter: ListMailDeliveriesQuery) =>
  pagesQuery(
    ['mail', 'deliveries', filter],
    (page, options) => client.mail.listDeliveries({ ...filter, ...page }, options),
    ({ mail_deliveries }) => mail_deliveries,
    { ...mayBeLong, refetchInterval: (query) => (isLongList(query) ? false : againMs) },
  )
