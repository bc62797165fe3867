import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** The heading of a screen, which names the tab of the browser as well. */
export function Title({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${heading.current?.textContent ?? ''} · Vadium`
  })
  // The focus comes here from another screen.
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
