import type { Query } from '@tanstack/react-query'

/** A longer list is read again only when a person asks: it would take a request for each page. */
export const rereadPagesMax = 5

/** Whether a query is a list that has been scrolled so far that it is not read again by itself. */
export function isLongList({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>): boolean {
  const [resource, kind] = queryKey
  if (resource !== 'positions' || kind !== 'pages') return false
  const data: unknown = state.data
  return (
    typeof data === 'object' &&
    data !== null &&
    'pages' in data &&
    Array.isArray(data.pages) &&
    data.pages.length > rereadPagesMax
  )
}
