import type { Position, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { pricedMs, restsOnPrices } from './priced.ts'
import { type Pages, useRead } from './read.ts'

/** The most ids of a request. */
const idsMax = 50
/** While a list is scrolled, the rows on screen change with each row. */
const settledMs = 300

/** The positions on screen, read again when prices move. */
export const shownPositionsQuery = (
  client: VadiumClient,
  ids: readonly string[],
  listedAt: number,
) =>
  queryOptions({
    ...restsOnPrices,
    queryKey: ['positions', 'shown', ids],
    queryFn: async ({ signal }) =>
      (await client.positions.list({ ids: ids.join(',') }, { signal })).positions,
    enabled: ids.length > 0,
    // What was listed just now needs no reading of its own.
    initialData: [],
    initialDataUpdatedAt: listedAt,
    staleTime: pricedMs,
    gcTime: 0,
  })

/**
 * Positions of which those with some ids follow the prices. The others are as old as the list.
 *
 * @param listedAt When the list was read, in Unix milliseconds.
 */
export function useFollowed(
  listed: readonly Position[] | undefined,
  listedAt: number,
  ids: readonly string[],
): readonly Position[] | undefined {
  const shown = useRead(shownPositionsQuery, ids, listedAt)
  const isNewer = shown.dataUpdatedAt > listedAt
  return useMemo(() => {
    if (!isNewer) return listed
    const newer = new Map(shown.data?.map((position) => [position.id, position]))
    return listed?.map((position) => newer.get(position.id) ?? position)
  }, [listed, shown.data, isNewer])
}

/**
 * A list of positions whose rows on screen follow the prices. The other rows are as old as the last
 * reading of the whole list.
 *
 * @returns the positions, and what to call with the ids of those on screen.
 */
export function useShownPositions({ data: listed, query }: Pages<Position>) {
  const [ids, setIds] = useState<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shows = useCallback((onScreen: readonly string[]) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setIds(onScreen.slice(0, idsMax))
    }, settledMs)
  }, [])
  return { positions: useFollowed(listed, query.dataUpdatedAt, ids), shows }
}
