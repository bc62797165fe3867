import type {
  ListMarkToMarketRequestsQuery,
  ListPositionsQuery,
  Position,
  TransferFilter,
  VadiumClient,
} from '@vadium/client'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { isLongList, mayBeLong } from './long-list.ts'
import { pagesQuery } from './pages.ts'
import { pricedMs, restsOnPrices, restsOnPricesAsAWhole } from './priced.ts'

/** When a reading that failed is tried again, while what was read before is shown. */
export const failedMs = ({
  state,
}: {
  readonly state: { readonly status: string; readonly data: unknown }
}): number | false => (state.status === 'error' && state.data !== undefined ? pricedMs : false)

/** The organization, the account and the role of the page. */
export const callerQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['caller'],
    queryFn: ({ signal }) => client.credentials.current({ signal }),
    staleTime: 60_000,
  })

/** The prices that the positions of the organization rest on. */
export const ownPricesQuery = (client: VadiumClient) =>
  queryOptions({
    ...restsOnPrices,
    queryKey: ['prices', 'own'],
    queryFn: async ({ signal }) =>
      (await client.prices.list({ in_positions: true }, { signal })).prices,
  })

/** All prices. Those that no position rests on move unnoticed. */
export const pricesQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['prices', 'all'],
    queryFn: async ({ signal }) => (await client.prices.list({}, { signal })).prices,
    refetchInterval: pricedMs,
  })

const historyMs = 30_000

/** What each source quoted of an asset in the last hours. */
export const priceHistoryQuery = (client: VadiumClient, asset: string, hours: number) =>
  queryOptions({
    queryKey: ['prices', 'history', asset, hours],
    refetchInterval: historyMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filter = { asset, history_hours: hours }
      const [price] = (await client.prices.list(filter, { signal })).prices
      if (price === undefined) throw new Error(`There is no asset ${asset}.`)
      return price
    },
  })

/** The positions that match, a page at a time. */
export const positionPagesQuery = (client: VadiumClient, filter: ListPositionsQuery) =>
  pagesQuery(
    ['positions', 'pages', filter],
    (page, options) => client.positions.list({ ...filter, ...page }, options),
    ({ positions }) => positions,
    { ...mayBeLong, meta: { ...mayBeLong.meta, ...restsOnPricesAsAWhole } },
  )

/**
 * The positions of the lowest coverage above their call level, read again at once when another
 * number of positions has reached it.
 *
 * @param reached How many have. Undefined: it is not known yet, and nothing is read.
 */
export const nearestPositionsQuery = (
  client: VadiumClient,
  page_size: number,
  reached: number | undefined,
) =>
  queryOptions({
    meta: restsOnPricesAsAWhole,
    queryKey: ['positions', 'nearest', page_size, reached],
    queryFn: async ({ signal }) => {
      const filter = { status: 'ACTIVE', margin_call_reached: false, order_by: 'coverage' } as const
      return (await client.positions.list({ ...filter, page_size }, { signal })).positions
    },
    enabled: reached !== undefined,
    placeholderData: keepPreviousData,
  })

export const positionQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    ...restsOnPrices,
    queryKey: ['positions', 'one', id],
    queryFn: ({ signal }) => client.positions.get(id, { signal }),
  })

export const callsQuery = (client: VadiumClient, filter: ListMarkToMarketRequestsQuery) =>
  queryOptions({
    queryKey: ['calls', 'list', filter],
    queryFn: async ({ signal }) =>
      (await client.markToMarketRequests.list(filter, { signal })).mark_to_market_requests,
  })

export const callQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['calls', 'one', id],
    queryFn: ({ signal }) => client.markToMarketRequests.get(id, { signal }),
  })

export const transferPagesQuery = (client: VadiumClient, filter: TransferFilter) =>
  pagesQuery(
    ['transfers', 'pages', filter],
    (page, options) => client.transfers.list({ ...filter, ...page }, options),
    ({ transfers }) => transfers,
    mayBeLong,
  )

export const transferQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['transfers', 'one', id],
    queryFn: ({ signal }) => client.transfers.get(id, { signal }),
  })

export const previewKey = 'preview'

/**
 * Reads again what is on screen, apart from a preview: the figures that a person is about to
 * confirm change only when the person asks for it.
 */
export function readAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    predicate: (query) => query.queryKey[0] !== previewKey && !isLongList(query),
  })
}

/** What a person is about to confirm is read when it is opened, and when the person asks. */
export const whileConfirmed = {
  staleTime: Infinity,
  gcTime: 0,
  refetchInterval: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** A preview with every input and step, at the prices of this moment. */
export const previewQuery = (client: VadiumClient, positionId: string) =>
  queryOptions({
    queryKey: [previewKey, positionId],
    queryFn: ({ signal }) =>
      client.markToMarketRequests.preview({ position_id: positionId, explain: true }, { signal }),
    ...whileConfirmed,
  })

export const orderQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => client.orders.get(id, { signal }),
  })

export const sandboxQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => client.sandbox.get({ signal }),
  })

export const custodiansQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['custodians'],
    queryFn: async ({ signal }) => (await client.custodians.list({}, { signal })).custodians,
  })

/** The largest number of positions that are computed with in the browser. */
export const lentPositionsMax = 10_000

/** The positions whose asset is lent, the lowest coverage first, those that close at the end. */
export const lentPositionsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['positions', 'lent'],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const lent: Position[] = []
      for (const status of ['ACTIVE', 'CLOSING']) {
        const filter = { status, order_by: 'coverage', page_size: 1_000 } as const
        for await (const position of client.positions.list(filter, { signal })) {
          if (lent.length === lentPositionsMax) return lent
          if (position.lent) lent.push(position)
        }
      }
      return lent
    },
  })
