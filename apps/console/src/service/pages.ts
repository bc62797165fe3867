import { infiniteQueryOptions, type Query, type QueryKey } from '@tanstack/react-query'

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextToken: string | undefined
  /** In Unix milliseconds. */
  readonly readAtMs: number
}

/** The most items that the service puts on one page. */
export const pageSizeMax = 1_000

/** For lists that the page needs as a whole. */
export const wholeList = { limit: 1_000_000 } as const

/** When a list is read again, where it is not as for all queries. */
interface Again {
  readonly meta?: Readonly<Record<string, unknown>>
  readonly staleTime?: number
  readonly refetchInterval?: number | ((query: Pick<Query, 'meta' | 'state'>) => number | false)
  readonly refetchOnWindowFocus?: boolean | ((query: Pick<Query, 'meta' | 'state'>) => boolean)
  readonly refetchOnReconnect?: (query: Pick<Query, 'meta' | 'state'>) => boolean
}

/** A list that is read a page at a time. */
export const pagesQuery = <Answer extends { next_page_token?: string }, Item>(
  queryKey: QueryKey,
  read: (
    page: { readonly page_token: string | undefined },
    options: { readonly signal: AbortSignal },
  ) => PromiseLike<Answer>,
  itemsOf: (answer: Answer) => readonly Item[],
  again: Again = {},
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page<Item>> => {
      const answer = await read({ page_token: pageParam }, { signal })
      return { items: itemsOf(answer), nextToken: answer.next_page_token, readAtMs: Date.now() }
    },
    getNextPageParam: ({ nextToken }) => nextToken,
    ...again,
  })

export type PagesQuery<Item> = ReturnType<typeof pagesQuery<{ next_page_token?: string }, Item>>
