import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

// The browser lays the print out as soon as it has said that it will.
const during = (is: boolean) => () => {
  isPrinting = is
  flushSync(() => {
    for (const listener of listeners) listener()
  })
}
const [begin, end] = [during(true), during(false)]

function listen(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    isPrinting = false
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}

/** Whether the page is being printed. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(listen, () => isPrinting)
}
