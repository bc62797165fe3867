import type { VadiumClient } from '@vadium/client'
import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Page, PagesQuery } from './pages.ts'
import { useClient } from './service.tsx'

/** What is read from the service, as far as it has been read. */
export interface Reading<Data> {
  /** What was read last. It stays while it is read again, and if that fails. */
  readonly data: Data | undefined
  /** Why the last reading failed. Null if it did not. */
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

/** Reads what a query says, and again as it says. */
export function useRead<Args extends readonly unknown[], Answer, Data, Key extends QueryKey>(
  query: (client: VadiumClient, ...args: Args) => UseQueryOptions<Answer, Error, Data, Key>,
  ...args: Args
): UseQueryResult<Data> {
  return useQuery(query(useClient(), ...args))
}

/** Two readings as one, which has data once both have. */
export function both<One, Other>(
  one: Reading<One>,
  other: Reading<Other>,
): Reading<readonly [One, Other]> {
  const failed = one.data === undefined && one.error !== null ? one : other
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: failed.error,
    refetch: failed.refetch,
  }
}

/** Readings of one kind as one, which has data once all have. */
export function all<Data>(readings: readonly Reading<Data>[]): Reading<readonly Data[]> {
  const data = readings.flatMap((one) => (one.data === undefined ? [] : [one.data]))
  const failed = readings.find((one) => one.data === undefined && one.error !== null)
  return {
    data: data.length === readings.length ? data : undefined,
    error: failed?.error ?? null,
    refetch: async () => failed?.refetch(),
  }
}

/** A list as far as it has been read. */
export interface Pages<Item> extends Reading<readonly Item[]> {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => Promise<unknown>
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>
  /** Reads the first page again, and forgets the others. */
  readonly beginAgain: () => void
}

/** Reads the first page of a list, and further ones when they are asked for. */
export function usePages<Args extends readonly unknown[], Item>(
  list: (client: VadiumClient, ...args: Args) => PagesQuery<Item>,
  ...args: Args
): Pages<Item> {
  const options = list(useClient(), ...args)
  const queries = useQueryClient()
  const query = useInfiniteQuery(options)
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const { refetch, fetchNextPage } = query
  return {
    data: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    error,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    refetch,
    fetchNextPage,
    query,
    beginAgain: () => void queries.resetQueries({ queryKey: options.queryKey, exact: true }),
  }
}
