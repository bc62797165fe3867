import { useLocation } from '@tanstack/react-router'
import { viewsEntry } from '../keys/kept-of-keys.ts'
import { useKept } from '../service/kept.ts'
import { useOwnId } from '../service/people.ts'

/** An address of a list under a name: its filters, sorting, groups and columns. */
export interface View {
  readonly name: string
  /** The query of the address, from its question mark. */
  readonly search: string
}

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string'

/** The views of the present list that this browser keeps for the organization. */
export function useViews(): readonly [readonly View[], (views: readonly View[]) => void] {
  const { pathname } = useLocation()
  const [kept, keep] = useKept(viewsEntry(useOwnId(), pathname))
  return [Array.isArray(kept) ? kept.filter(isView) : [], keep]
}

/** Whether two queries say the same, in whatever order. */
export function isSame(one: string, other: string): boolean {
  const sorted = (search: string) => {
    const params = new URLSearchParams(search)
    params.sort()
    return params.toString()
  }
  return sorted(one) === sorted(other)
}
