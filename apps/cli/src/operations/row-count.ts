/** Counts the rows of an export while its text arrives in chunks of any size. */
export interface RowCount {
  /** The number of complete rows so far. */
  readonly rows: number
  push(chunk: string): void
}

/** For CSV: counts unquoted line ends, without the header's. */
export class CsvRowCount implements RowCount {
  #lines = 0
  #quoted = false

  get rows(): number {
    return Math.max(0, this.#lines - 1)
  }

  push(chunk: string): void {
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk.charAt(at)
      // A quote within a field is doubled, which toggles the state twice.
      if (character === '"') this.#quoted = !this.#quoted
      else if (character === '\n' && !this.#quoted) this.#lines += 1
    }
  }
}

/** For JSON: counts the complete objects in the list of the answer. */
export class JsonRowCount implements RowCount {
  #rows = 0
  #depth = 0
  #inString = false
  #escaped = false

  get rows(): number {
    return this.#rows
  }

  push(chunk: string): void {
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk.charAt(at)
      if (this.#inString) this.#passInString(character)
      else if (character === '"') this.#inString = true
      else if (character === '{' || character === '[') this.#depth += 1
      else if (character === '}' || character === ']') {
        this.#depth -= 1
        if (character === '}' && this.#depth === rowsDepth) this.#rows += 1
      }
    }
  }

  #passInString(character: string): void {
    if (this.#escaped) this.#escaped = false
    else if (character === '\\') this.#escaped = true
    else if (character === '"') this.#inString = false
  }
}

/** A row is in the list, and the list is in the object of the answer. */
const rowsDepth = 2
