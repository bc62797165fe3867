/** The lines of a log above the level of a warning. */
export const errorLines = (lines: readonly string[]): string[] =>
  lines.filter((line) => /"level":"(?:error|fatal)"/.test(line))
