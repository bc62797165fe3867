import { nearestName } from '@vadium/schema/protocol'

/**
 * Refuses options that do not exist. A misspelled one would otherwise be ignored.
 *
 * @throws TypeError that names the nearest option. It quotes no value, because some are secret.
 */
export function checkOptions(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`The options of ${what} must be an object.`)
  }
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const nearest = nearestName(unknown, known)
  const advice =
    nearest === undefined ? `It takes ${known.join(', ')}.` : `Did you mean ${nearest}?`
  throw new TypeError(`${what} has no option ${unknown}. ${advice}`)
}
