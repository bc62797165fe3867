/**
 * The source of time. It is passed as an argument, and nothing else reads the clock of the machine.
 */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
