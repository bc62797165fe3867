import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/** A reading over a lost connection may take minutes to fail. */
const waitedMs = 10_000

/**
 * Waits until none of these queries is being read, so that a reading which takes longer than
 * changes follow one another is not begun again and again. After ten seconds it waits no longer.
 */
export async function untilRead(queries: QueryClient, filters: QueryFilters): Promise<void> {
  if (queries.isFetching(filters) === 0) return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(end, waitedMs)
    const unsubscribe = queries.getQueryCache().subscribe(() => {
      if (queries.isFetching(filters) === 0) end()
    })
  })
}
