import { createHash } from 'node:crypto'
import { type Ids, uuidText } from './ids.ts'

/** Ids derived from a seed: UUIDs of version 8, the same in every run, and each different. */
export class SeededIds implements Ids {
  readonly #seed: string
  readonly #start: number
  #count = 0

  /** `start` counts the starts of a sandbox, so that each start has other ids. */
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
    return uuidText(bytes)
  }
}
