/** The longest time that a timer can wait; beyond it, timers fire at once. */
export const TIMER_MS_MAX = 2_147_483_647

/**
 * A setting, when it is a number from 1 to its bound.
 *
 * @throws RangeError when it is not.
 */
export function withinBounds(name: string, value: number, max: number): number {
  if (value >= 1 && value <= max) return value
  throw new RangeError(`${name} must be a number from 1 to ${max}.`)
}
