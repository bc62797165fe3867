import { useSyncExternalStore } from 'react'

let now = Date.now()
const listeners = new Set<() => void>()
let timer: number | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= window.setInterval(() => {
    now = Date.now()
    for (const told of listeners) told()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}

/** The time in Unix milliseconds, to the second. One timer serves the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
