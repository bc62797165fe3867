// Longer than the name of a list with the white space around its colon.
const KEY_LENGTH_MAX = 128

/**
 * Splits the items of one list from a long JSON object while its text arrives:
 * `{"positions":[…,…]}`. It recognizes only strings and brackets. The caller parses each item, and
 * `end` the text around them, so invalid JSON is still found.
 */
export class ItemSplitter {
  readonly #member: string
  readonly #keyBefore: RegExp
  readonly #lengthMax: number
  #envelope = ''
  #item = ''
  #depth = 0
  #inList = false
  #isFirst = true
  #inString = false
  #escaped = false

  /**
   * @param member The name of the list in the object.
   * @param lengthMax The most UTF-16 units of an item, and of the text around the list.
   */
  constructor(member: string, lengthMax: number) {
    this.#member = member
    this.#keyBefore = new RegExp(`"${member}"\\s*:\\s*$`)
    this.#lengthMax = lengthMax
  }

  /**
   * Yields the text of each item that ends in this chunk.
   *
   * @throws RangeError when an item is too long.
   */
  *push(chunk: string): Generator<string, void, undefined> {
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk.charAt(at)
      if (this.#inString) this.#passInString(character)
      else if (character === '"') this.#inString = true
      else if (character === '{' || character === '[') {
        this.#depth += 1
        if (character === '[' && this.#beginsList(chunk, start, at)) {
          this.#keep(chunk.slice(start, at + 1))
          this.#inList = true
          start = at + 1
        }
      } else if (character === ',' || character === '}' || character === ']') {
        if (this.#inList && this.#depth === 2) {
          this.#keep(chunk.slice(start, at))
          yield* this.#takeItem(character !== ',')
          start = character === ',' ? at + 1 : at
        }
        if (character !== ',') this.#depth -= 1
      }
    }
    this.#keep(chunk.slice(start))
  }

  /** @throws SyntaxError unless the whole text was one object with the list. */
  end(): void {
    const envelope = JSON.parse(this.#envelope) as Record<string, unknown> | null
    if (!Array.isArray(envelope?.[this.#member]))
      throw new SyntaxError(`There is no list ${this.#member}.`)
  }

  #passInString(character: string): void {
    if (this.#escaped) this.#escaped = false
    else if (character === '\\') this.#escaped = true
    else if (character === '"') this.#inString = false
  }

  #beginsList(chunk: string, start: number, at: number): boolean {
    if (this.#depth !== 2) return false
    const inChunk = chunk.slice(Math.max(start, at - KEY_LENGTH_MAX), at)
    return this.#keyBefore.test(this.#envelope.slice(-KEY_LENGTH_MAX) + inChunk)
  }

  *#takeItem(isLast: boolean): Generator<string, void, undefined> {
    const item = this.#item
    // Empty text is an empty list only before `]`. Elsewhere it is yielded, and fails to parse.
    if (!isLast || !this.#isFirst || item.trim() !== '') yield item
    this.#item = ''
    this.#isFirst = isLast
    this.#inList = !isLast
  }

  #keep(text: string): void {
    if (this.#inList) this.#item += text
    else this.#envelope += text
    if (this.#item.length > this.#lengthMax || this.#envelope.length > this.#lengthMax) {
      throw new RangeError('An item is too long.')
    }
  }
}
