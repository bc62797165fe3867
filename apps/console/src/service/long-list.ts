import type { Query } from '@tanstack/react-query'

/** A longer list is read again only when a person asks: it would take a request for each page. */
export const rereadPagesMax = 5

/** What the cache knows of a query. */
type Known = Pick<Query, 'meta' | 'state'>

/** Whether a query is a list that has been read so far that it is not read again by itself. */
export function isLongList({ meta, state }: Known): boolean {
  if (meta?.['mayBeLong'] !== true) return false
  const data: unknown = state.data
  return (
    typeof data === 'object' &&
    data !== null &&
    'pages' in data &&
    Array.isArray(data.pages) &&
    data.pages.length > rereadPagesMax
  )
}

const isShort = (query: Known) => !isLongList(query)

/** Marks a list that is shown with its age once it is long. */
export const mayBeLong = {
  meta: { mayBeLong: true },
  refetchOnWindowFocus: isShort,
  refetchOnReconnect: isShort,
}
