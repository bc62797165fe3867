import { createHash } from 'node:crypto'
import type { Ids } from '../../platform/ids.ts'

/** Ids that follow from a seed: the same in every run, and none twice. UUIDs of version 8. */
export class SeededIds implements Ids {
  readonly #seed: string
  readonly #start: number
  #count = 0

  /** `start` tells the starts of one sandbox apart. */
  constructor(seed: string, start: number) {
    this.#seed = seed
    this.#start = start
  }

  next(): string {
    const bytes = createHash('sha256')
      .update(`${this.#start}|${(this.#count += 1)}|${this.#seed}`)
      .digest()
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
    const hex = bytes.toString('hex', 0, 16)
    const parts = [
      [0, 8],
      [8, 12],
      [12, 16],
      [16, 20],
      [20, 32],
    ] as const
    return parts.map(([from, to]) => hex.slice(from, to)).join('-')
  }
}
