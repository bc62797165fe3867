import { time } from './time.ts'

/** A plain value as people read it; nothing for one that is not there. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every(isPlainValue)) return value.map(shownValue).join(', ')
  // What people write has several lines at times; here it has one.
  return typeof value === 'string' ? time(value.replace(/\r?\n/g, ' ')) : JSON.stringify(value)
}

/** Whether a value has nothing inside. */
export function isPlainValue(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** `order_id_pretty` as words: `order number`. */
export function wordsOfName(name: string): string {
  return name.replace(/_id_pretty$/, '_number').replaceAll('_', ' ')
}

const UUID_LENGTH = 36

/** Both ends of a UUID: they tell apart what is in one list, and ids that somebody made up too. */
export function shortId(id: string): string {
  return id.length === UUID_LENGTH ? `${id.slice(0, 4)}…${id.slice(-4)}` : id
}
