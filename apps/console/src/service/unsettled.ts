/**
 * What a write ends with: its screen, which a person is then kept on, or the page, as one does that
 * goes on while another screen is looked at.
 */
export type Bound = 'screen' | 'page'

/** The writes of this page whose outcome is not known yet. */
const unsettled = new Map<symbol, Bound>()
const listeners = new Set<() => void>()
let isLeft = false

const setLeft = (value: boolean) => {
  isLeft = value
  for (const listener of listeners) listener()
}

export const unsettledWrites = {
  /** Returns what ends it. */
  begin(endsWith: Bound): (isKnown: boolean) => void {
    const write = Symbol('a write')
    unsettled.set(write, endsWith)
    return (isKnown) => {
      unsettled.delete(write)
      if (!isKnown) setLeft(true)
    }
  },
  /** Whether leaving the page now would lose the answer to a write. */
  exist: (): boolean => unsettled.size > 0,
  /** Whether leaving the screen would. */
  existOnScreen: (): boolean => [...unsettled.values()].includes('screen'),
  /** Whether the screen of a write was left, as by a lock, before its answer had come. */
  isLeft: (): boolean => isLeft,
  forgetLeft: (): void => {
    setLeft(false)
  },
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
