/** How far a name may be from a known one to be taken for a mistake. */
const MISTAKES_MAX = 3

/** The known name that was probably meant. Undefined if none is near. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((name) => ({ name, mistakes: mistakesBetween(given, name) }))
    .filter(({ name, mistakes }) => mistakes <= Math.min(MISTAKES_MAX, name.length / 2))
    .toSorted((one, other) => one.mistakes - other.mistakes)
  return nearest?.name
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
