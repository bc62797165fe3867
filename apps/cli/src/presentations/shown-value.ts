/**
 * A plain value for people; empty for a missing one.
 *
 * @param time Writes a time.
 */
export function shownValue(value: unknown, time: (text: string) => string): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every(isPlainValue)) {
    return value.map((item) => shownValue(item, time)).join(', ')
  }
  // A text of several lines is shown on one line.
  return typeof value === 'string' ? time(value.replace(/\r?\n/g, ' ')) : JSON.stringify(value)
}

/** Whether a value is not an object or a list. */
export function isPlainValue(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** `order_id_pretty` as words: `order number`. */
export function wordsOfName(name: string): string {
  return name.replace(/_id_pretty$/, '_number').replaceAll('_', ' ')
}

/** An id with the name beside it, if that is known. */
export function withName(name: string | undefined, id: string): string {
  return name === undefined ? id : `${name} (${id})`
}

const UUID_LENGTH = 36

/** Both ends of a UUID, which distinguish the ids of one list, also made-up ones. */
export function shortId(id: string): string {
  return id.length === UUID_LENGTH ? `${id.slice(0, 4)}…${id.slice(-4)}` : id
}
