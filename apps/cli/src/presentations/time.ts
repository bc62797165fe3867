/** A UTC time for people, without milliseconds. --json has them. */
export function time(timestamp: string): string {
  return timestamp.replace(/^(.{10})T(.{8})\.\d{3}Z$/, '$1 $2')
}

/** A time for people, to the minute. */
export function minute(text: string): string {
  return text.slice(0, 'yyyy-mm-dd hh:mm'.length)
}
