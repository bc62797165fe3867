import type { Position, VadiumClient } from '@vadium/client'
import { positionStates, statesOf } from '@vadium/schema'
import { queryOptions } from '@tanstack/react-query'
import { pageSizeMax, wholeList } from './pages.ts'

export const agreementsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['agreements', 'all'],
    queryFn: ({ signal }) =>
      client.agreements.list({ page_size: pageSizeMax }, { signal }).toArray(wholeList),
  })

export const agreementQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['agreements', 'one', id],
    queryFn: ({ signal }) => client.agreements.get(id, { signal }),
    refetchInterval: 5_000,
  })

/** The largest number of positions over which exposures are summed in the browser. */
export const summedPositionsMax = 10_000

/** The positions that are not closed, and whether these are all of them. */
export const openPositionsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['positions', 'open'],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const positions: Position[] = []
      for (const status of statesOf(positionStates)) {
        if (status === 'CLOSED') continue
        const filter = { status, page_size: pageSizeMax } as const
        for await (const position of client.positions.list(filter, { signal })) {
          if (positions.length === summedPositionsMax) return { positions, isWhole: false }
          positions.push(position)
        }
      }
      return { positions, isWhole: true }
    },
  })
