import type { Today, VadiumClient } from '@vadium/client'
import { keepPreviousData, queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pagesQuery } from './pages.ts'
import { pricedMs, restsOnPrices, restsOnPricesAsAWhole } from './priced.ts'
import { type Reading, useRead } from './read.ts'

/** How many of each kind Today names, while a person has not asked for one kind, and at most. */
const rowsOfToday = 10
export const todayRowsMax = 1_000

/** What needs a person, in numbers. Events have it read again at once. */
export const todayQuery = (client: VadiumClient, rows = rowsOfToday) =>
  queryOptions({
    meta: restsOnPricesAsAWhole,
    queryKey: ['today', rows],
    queryFn: ({ signal }) => client.today.show({ rows }, { signal }),
    placeholderData: keepPreviousData,
  })

/** What of it rests on prices, read again when they have moved. Begins with the whole. */
export const pricedTodayQuery = (
  client: VadiumClient,
  whole: Pick<UseQueryResult<Today>, 'data' | 'dataUpdatedAt'>,
  rows = rowsOfToday,
) =>
  queryOptions({
    ...restsOnPrices,
    // Not of `today`: what an event changes is read with the whole.
    queryKey: ['priced today', rows],
    queryFn: ({ signal }) => client.today.show({ rows, named: 'positions' }, { signal }),
    enabled: whole.data !== undefined,
    initialData: whole.data,
    initialDataUpdatedAt: whole.dataUpdatedAt,
    staleTime: pricedMs,
  })

/** What needs a person, of which what rests on prices follows them. */
export function useToday(rows?: number): Reading<Today> {
  const whole = useRead(todayQuery, rows)
  const priced = useRead(pricedTodayQuery, whole, rows)
  const isNewer = priced.dataUpdatedAt > whole.dataUpdatedAt
  const data = useMemo(() => {
    if (whole.data === undefined || priced.data === undefined || !isNewer) return whole.data
    const { as_of, to_call, to_release, watch } = priced.data
    return { ...whole.data, as_of, to_call, to_release, watch }
  }, [whole.data, priced.data, isNewer])
  return { ...whole, data }
}

/** The menu counts, so it asks for as few rows as there can be. */
export const menuRows = 1

/** How much there is to answer, to approve and to retry. No price changes it, so events do. */
export const waitingQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['today', 'waiting'],
    queryFn: ({ signal }) => client.today.show({ rows: menuRows }, { signal }),
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
