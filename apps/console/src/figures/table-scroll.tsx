import type { ReactNode } from 'react'

/** A table that may be wider than the screen. It is scrolled by keyboard as well. */
export function TableScroll({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={name}>
      {children}
    </div>
  )
}
