import { useEffect } from 'react'
import type { Pages } from '../service/read.ts'

/** The most rows that are sorted, grouped and summed in the browser. */
export const wholeRowsMax = 10_000

/** How much of a list has been read. */
export type Extent = 'whole' | 'part' | 'reading' | 'too long'

/** Reads a list to its end if that is needed, and says how much of it has been read. */
export function useWhole<Row>(pages: Pages<Row> | undefined, isNeeded: boolean): Extent {
  const read = pages?.data?.length ?? 0
  const hasMore = pages?.hasNextPage ?? false
  const isTooLong = hasMore && read >= wholeRowsMax
  const isReading = isNeeded && hasMore && !isTooLong && pages?.isFetchNextPageError === false
  const isFetching = pages?.query.isFetching ?? false
  const next = pages?.fetchNextPage
  useEffect(() => {
    if (isReading && !isFetching) void next?.()
  }, [isReading, isFetching, next])
  if (!hasMore) return 'whole'
  if (isTooLong) return 'too long'
  return isReading ? 'reading' : 'part'
}
