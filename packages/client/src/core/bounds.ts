/** The longest delay of a timer. With a longer delay, timers fire at once. */
export const TIMER_MS_MAX = 2_147_483_647

/**
 * Returns a setting that is a number from 1 to `max`.
 *
 * @throws RangeError when the setting is any other value.
 */
export function withinBounds(name: string, value: number, max: number): number {
  if (value >= 1 && value <= max) return value
  throw new RangeError(`${name} must be a number from 1 to ${max}.`)
}
