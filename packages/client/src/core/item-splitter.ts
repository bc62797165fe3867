// More than enough for the name of a list and the white space around its colon.
const KEY_LENGTH_MAX = 128

/**
 * Cuts the items of one list out of a long JSON object while its text comes in: `{"positions":[…,…]}`.
 * It knows nothing but strings and brackets. Each item, and at the end what stood around them, is read as
 * any other JSON, so nothing passes that is none.
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
   * @param lengthMax The longest item, and the most that may stand around the list, in UTF-16 units.
   */
  constructor(member: string, lengthMax: number) {
    this.#member = member
    this.#keyBefore = new RegExp(`"${member}"\\s*:\\s*$`)
    this.#lengthMax = lengthMax
  }

  /**
   * The texts of the items that end in this chunk.
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

  /** @throws SyntaxError unless all of it was one object with the list in it. */
  end(): void {
    const envelope = JSON.parse(this.#envelope) as Record<string, unknown> | null
    if (!Array.isArray(envelope?.[this.#member])) throw new SyntaxError('There is no such list.')
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
    // An empty list has no item; anywhere else nothing is no JSON, and reading it says so.
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
