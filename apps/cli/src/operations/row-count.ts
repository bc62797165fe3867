/** Counts the rows of an export while its text comes in, whichever way it is cut into chunks. */
export interface RowCount {
  /** How many rows have ended so far. */
  readonly rows: number
  push(chunk: string): void
}

/** Of CSV: every end of a line that is not quoted, but that of the header. */
export class CsvRowCount implements RowCount {
  #lines = 0
  #quoted = false

  get rows(): number {
    return Math.max(0, this.#lines - 1)
  }

  push(chunk: string): void {
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk.charAt(at)
      // A quote within a field is written twice, so it ends and begins again.
      if (character === '"') this.#quoted = !this.#quoted
      else if (character === '\n' && !this.#quoted) this.#lines += 1
    }
  }
}

/** Of JSON: every object that ends in the list of the answer. */
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

/** A row stands in the list, and the list in the object of the answer. */
const rowsDepth = 2
