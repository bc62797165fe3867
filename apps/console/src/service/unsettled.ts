/** The writes of this page whose outcome is not known yet. */
const unsettled = new Set<symbol>()
const listeners = new Set<() => void>()
let isLeft = false

const setLeft = (value: boolean) => {
  isLeft = value
  for (const listener of listeners) listener()
}

export const unsettledWrites = {
  /** Returns what ends it. */
  begin(): (isKnown: boolean) => void {
    const write = Symbol('a write')
    unsettled.add(write)
    return (isKnown) => {
      unsettled.delete(write)
      if (!isKnown) setLeft(true)
    }
  },
  /** Whether leaving now would lose the answer to a write. */
  exist: (): boolean => unsettled.size > 0,
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
