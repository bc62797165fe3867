/**
 * The Unix milliseconds of an RFC 3339 time in UTC, or undefined where the calendar has no such day:
 * the form alone lets 30 February pass.
 */
export function readInstant(text: string): number | undefined {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) return undefined
  return new Date(milliseconds).toISOString() === text ? milliseconds : undefined
}
