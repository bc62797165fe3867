import { useSyncExternalStore } from 'react'

let machineNow = Date.now()
/** Undefined unless the service is a sandbox. */
let sandboxNow: number | undefined
const listeners = new Set<() => void>()
let timer: number | undefined

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= window.setInterval(() => {
    machineNow = Date.now()
    notify()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}

/**
 * The time of the book in Unix milliseconds, to the second: that of the sandbox where the service
 * is one. One timer serves the whole page.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => sandboxNow ?? machineNow)
}

/** The time of this machine, for what has nothing to do with the book. */
export function useMachineNow(): number {
  return useSyncExternalStore(subscribe, () => machineNow)
}

/** Counts ages from the time of a sandbox, until the returned function is called. */
export function countFrom(time: string): () => void {
  sandboxNow = Date.parse(time)
  notify()
  return () => {
    sandboxNow = undefined
    notify()
  }
}
