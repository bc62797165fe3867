/** `IN (…)` of words that are written in the code, such as states: never of what comes from outside. */
export function oneOf(words: readonly Uppercase<string>[]): string {
  return `IN (${words.map((word) => `'${word}'`).join(', ')})`
}
