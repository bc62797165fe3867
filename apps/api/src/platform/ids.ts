import { randomFillSync } from 'node:crypto'

/** Creates the ids of new resources. */
export interface Ids {
  next(): string
}

const bytes = 16
/** Random bytes for so many ids are drawn at once. */
const pool = Buffer.alloc(bytes * 256)
let used = pool.length

/**
 * UUIDs of version 7: the time in milliseconds, then 74 random bits. New ids are next to each other
 * in an index, whose pages they fill, where random ones leave a third of each page empty.
 */
export const randomIds: Ids = { next: () => randomIdAt(Date.now()) }

/** The same at a time in Unix milliseconds. */
export function randomIdAt(ms: number): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const id = pool.subarray(used, used + bytes)
  used += bytes
  id.writeUIntBE(ms, 0, 6)
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x70, 6)
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidText(id)
}

const yearOfFourDigitsMax = Date.parse('9999-12-31T00:00:00.000Z')

/**
 * The time in a UUID of version 7, in Unix milliseconds. Undefined for another UUID, and beyond the
 * year 9999, which no clock has written.
 */
export function timeOfId(id: string): number | undefined {
  if (id[14] !== '7') return undefined
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  return ms <= yearOfFourDigitsMax ? ms : undefined
}

/** The text of 16 bytes as a UUID. */
export function uuidText(id: Buffer): string {
  const hex = id.toString('hex', 0, bytes)
  const parts = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ] as const
  return parts.map(([from, to]) => hex.slice(from, to)).join('-')
}
