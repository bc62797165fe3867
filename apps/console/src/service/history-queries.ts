import type { VadiumClient } from '@vadium/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pagesQuery } from './pages.ts'
import { restsOnPrices } from './priced.ts'

/** How many of each kind Today names, while a person has not asked for one kind, and at most. */
const rowsOfToday = 12
export const todayRowsMax = 1_000

/** What needs a person, in numbers. Events have it read again at once. */
export const todayQuery = (client: VadiumClient, rows = rowsOfToday) =>
  queryOptions({
    ...restsOnPrices,
    queryKey: ['today', rows],
    queryFn: ({ signal }) => client.today.show({ rows }, { signal }),
    placeholderData: keepPreviousData,
  })

/** How much there is to answer, to approve and to retry. No price changes it, so events do. */
export const waitingQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['today', 'waiting'],
    queryFn: ({ signal }) => client.today.show({ rows: 1 }, { signal }),
  })

/** What has this number or id. */
export const searchQuery = (client: VadiumClient, query: string) =>
  queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => client.search.find({ query }, { signal }),
    enabled: query !== '',
    staleTime: 10_000,
  })

/** The prices of a position before and now, and those at which something would happen. */
export const positionPricesQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    ...restsOnPrices,
    queryKey: ['positions', 'prices', id],
    queryFn: ({ signal }) => client.positions.prices(id, { signal }),
  })

const valuationsOfAPage = 200

/** What a position was worth, the newest first. */
export const valuationPagesQuery = (client: VadiumClient, id: string) =>
  pagesQuery(
    ['positions', 'valuations', id],
    (page, options) =>
      client.positions.valuations(id, { page_size: valuationsOfAPage, ...page }, options),
    ({ valuations }) => valuations,
  )
