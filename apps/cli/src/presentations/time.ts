/** A time of the wire, in UTC, as people read it. Milliseconds stay away; --json has them. */
export function time(timestamp: string): string {
  return timestamp.replace(/^(.{10})T(.{8})\.\d{3}Z$/, '$1 $2')
}
