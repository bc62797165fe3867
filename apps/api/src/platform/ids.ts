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
export const randomIds: Ids = {
  next: () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const id = pool.subarray(used, used + bytes)
    used += bytes
    id.writeUIntBE(Date.now(), 0, 6)
    id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x70, 6)
    id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8)
    return uuidText(id)
  },
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
