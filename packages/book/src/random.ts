/**
 * Numbers that look random and are the same in every run: splitmix32 over a hash of a name. Each
 * part of the book has its own sequence, so that a change of one part does not change the others.
 */
export class Random {
  #state: number

  constructor(name: string) {
    this.#state = 0x811c9dc5
    for (const character of name) {
      this.#state = Math.imul(this.#state ^ (character.codePointAt(0) ?? 0), 0x01000193)
    }
  }

  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor((this.#bits() / 2 ** 32) * (max - min + 1))
  }

  /** True in this percentage of cases. */
  chance(percent: number): boolean {
    return this.integer(1, 100) <= percent
  }

  pick<const Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)]
    if (item === undefined) throw new RangeError('the list to pick from is empty')
    return item
  }

  /** Random characters of an alphabet. */
  text(length: number, alphabet: string): string {
    const character = () => alphabet.charAt(this.integer(0, alphabet.length - 1))
    return Array.from({ length }, character).join('')
  }

  #bits(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    let mixed = this.#state ^ (this.#state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}
