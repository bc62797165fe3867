import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { Pages } from '../service/read.ts'

/** Reads the next page of a list, where there is one. */
export function MorePages({
  of: pages,
  children,
}: {
  readonly of: Pages<unknown>
  readonly children: ReactNode
}) {
  if (!pages.hasNextPage) return null
  return (
    <div>
      <Button
        className="button"
        isDisabled={pages.isFetchingNextPage}
        onPress={() => void pages.fetchNextPage()}
      >
        {pages.isFetchingNextPage ? 'Reading …' : children}
      </Button>
    </div>
  )
}
