/** The time, as an argument: nothing else in the service reads the clock of the machine. */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
