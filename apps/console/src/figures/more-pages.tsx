import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** Reads the next page of a list, where there is one. */
export function MorePages({
  pages,
  children,
}: {
  readonly pages: Pages
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
