import { useSyncExternalStore } from 'react'
import { ServiceClock } from './service-clock.ts'

let machineNow = Date.now()
const serviceClock = new ServiceClock()
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
 * is one, otherwise that of the service. One timer serves the whole page.
 *
 * @param stepMs Rounds the time down to a multiple of it, so that what it is for is not drawn again
 *   before the next.
 */
export function useNow(stepMs = 1): number {
  return useSyncExternalStore(subscribe, () => Math.floor(bookNow() / stepMs) * stepMs)
}

/** Whether a time of the book has come. It is asked each second, and rendered when it changes. */
export function useHasCome(time: string | undefined): boolean {
  return useSyncExternalStore(subscribe, () => time !== undefined && Date.parse(time) <= bookNow())
}

const bookNow = () => sandboxNow ?? serviceNow()
const serviceNow = () => machineNow + serviceClock.aheadMs

/**
 * The time of the service, which stamps the uses of keys and the audit trail also in a sandbox.
 */
export function useServiceNow(): number {
  return useSyncExternalStore(subscribe, serviceNow)
}

/** The time of this machine, for the ages of what this page has read. */
export function useMachineNow(): number {
  return useSyncExternalStore(subscribe, () => machineNow)
}

/** Follows the clock of the service by the `Date` of an answer. */
export function noteDate(date: string | null, sentMs: number): void {
  serviceClock.observe(date, sentMs, Date.now())
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
