/**
 * Numbers that look random and are the same every time: splitmix32 over a hash of a name. Each part of
 * the book draws from a sequence of its own, so that a change in one part leaves the others as they are.
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

  /** True in so many cases of a hundred. */
  chance(percent: number): boolean {
    return this.integer(1, 100) <= percent
  }

  pick<const Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)]
    if (item === undefined) throw new RangeError('there is nothing to pick from')
    return item
  }

  /** So many characters of an alphabet. */
  text(length: number, alphabet: string): string {
    const character = () => alphabet.charAt(this.integer(0, alphabet.length - 1))
    return Array.from({ length }, character).join('')
  }

  /** A UUID of version 4. */
  uuid(): string {
    const hex = (length: number) => this.text(length, '0123456789abcdef')
    return `${hex(8)}-${hex(4)}-4${hex(3)}-${this.text(1, '89ab')}${hex(3)}-${hex(12)}`
  }

  #bits(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    let mixed = this.#state ^ (this.#state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}
