/** Numbers that follow from a seed (mulberry32): a history can be repeated from its seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from 0 up to a bound, without the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of the items; undefined if there are none. */
  pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(from.length)]
  }

  shuffled<T>(things: readonly T[]): T[] {
    return things
      .map((thing) => ({ thing, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ thing }) => thing)
  }
}
