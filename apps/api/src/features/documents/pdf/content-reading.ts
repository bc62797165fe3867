/** A member of a content that is no object, list or text where one is needed. */
export class ContentFault extends Error {}

/** Reads the members of a content, whose types a file does not guarantee. */
export class Members {
  readonly #members: Readonly<Record<string, unknown>>
  readonly #path: string

  constructor(members: unknown, path = 'content') {
    if (!isMembers(members)) throw new ContentFault(`${path} is no object`)
    this.#members = members
    this.#path = path
  }

  /** A text, or an integer or a boolean as text. */
  text(name: string): string {
    const value = this.#members[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    throw new ContentFault(`${this.#path}.${name} is no text`)
  }

  /** The same, or what stands for null. */
  textOr(name: string, without: string): string {
    return this.#members[name] === null ? without : this.text(name)
  }

  of(name: string): Members {
    return new Members(this.#members[name], `${this.#path}.${name}`)
  }

  /** Undefined for null. */
  maybe(name: string): Members | undefined {
    return this.#members[name] === null ? undefined : this.of(name)
  }

  list(name: string): Members[] {
    const value = this.#members[name]
    if (!Array.isArray(value)) throw new ContentFault(`${this.#path}.${name} is no list`)
    return value.map((item, index) => new Members(item, `${this.#path}.${name}.${index}`))
  }

  value(name: string): unknown {
    return this.#members[name]
  }
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Every value of a content that is no object or list, with its path, in the order of the names.
 * Texts are in quotation marks, so that none is taken for a number, or for no value.
 */
export function valuesOf(value: unknown, path = ''): (readonly [path: string, text: string])[] {
  const at = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (Array.isArray(value)) {
    if (value.length === 0) return [[path, '[]']]
    return value.flatMap((item, index) => valuesOf(item, at(index)))
  }
  if (isMembers(value)) {
    return Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, member]) => valuesOf(member, at(name)))
  }
  return [[path, typeof value === 'string' ? `"${value}"` : JSON.stringify(value)]]
}
