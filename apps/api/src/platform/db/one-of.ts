/** `IN (…)` of constants such as states. It does not escape, so it must never be used for input. */
export function oneOf(words: readonly (Uppercase<string> | Lowercase<string>)[]): string {
  return `IN (${words.map((word) => `'${word}'`).join(', ')})`
}
