/** A time of the wire, in UTC, as people read it. Milliseconds stay away; --json has them. */
export function time(timestamp: string): string {
  return timestamp.replace(/^(.{10})T(.{8})\.\d{3}Z$/, '$1 $2')
}

/** A time that people read, to the minute. */
export function minute(text: string): string {
  return text.slice(0, 'yyyy-mm-dd hh:mm'.length)
}
