/** How far a name may be from a known one to be taken for a mistake. */
const MISTAKES_MAX = 3

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
  const [nearest] = known
    .map((name) => ({ name, mistakes: mistakesBetween(unknown, name) }))
    .filter(({ mistakes }) => mistakes <= MISTAKES_MAX)
    .toSorted((one, other) => one.mistakes - other.mistakes)
  const advice =
    nearest === undefined ? `It takes ${known.join(', ')}.` : `Did you mean ${nearest.name}?`
  throw new TypeError(`${what} has no option ${unknown}. ${advice}`)
}

/** The Levenshtein distance, without regard to case. */
function mistakesBetween(one: string, other: string): number {
  const letters = Array.from(other.toLowerCase())
  let row = letters.map((_, at) => at + 1)
  for (const [begun, letter] of Array.from(one.toLowerCase()).entries()) {
    let diagonal = begun
    let last = begun + 1
    row = row.map((above, at) => {
      last = Math.min(diagonal + (letters[at] === letter ? 0 : 1), above + 1, last + 1)
      diagonal = above
      return last
    })
  }
  return row.at(-1) ?? 0
}
