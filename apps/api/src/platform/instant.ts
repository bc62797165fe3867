/**
 * The Unix milliseconds of an RFC 3339 time in UTC. Undefined if the day does not exist: the
 * pattern alone accepts 30 February.
 */
export function readInstant(text: string): number | undefined {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) return undefined
  return new Date(milliseconds).toISOString() === text ? milliseconds : undefined
}
