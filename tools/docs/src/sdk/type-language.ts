import { docComment } from './comments.ts'
import type { Writer } from './fields.ts'
import type { Schema } from './schema-of.ts'

/** An object with members that are known. */
export interface Structure {
  readonly name: string
  readonly about: string
  readonly members: readonly {
    readonly name: string
    readonly type: string
    readonly isOptional: boolean
    readonly about: string
  }[]
  /** Members that may be absent may also be undefined. */
  readonly isInput: boolean
}

/** How a language writes types. */
export interface TypeLanguage {
  scalar(node: Schema, writer: Writer): string
  /** @param placeName A name for it, where it needs one. */
  enumeration(values: readonly string[], writer: Writer, placeName: string): string
  union(types: readonly string[]): string
  list(item: string, writer: Writer): string
  /** An object of which nothing is known. */
  anyObject(writer: Writer): string
  /** The name of what a caller writes of a type of answers. */
  givenName(title: string, node: Schema): string
  structure(structure: Structure): string
  /** What is said of a number whose digits all count. */
  readonly aboutExactNumbers: string
}

export const typeScript: TypeLanguage = {
  scalar(node) {
    if (node['x-exact-number'] === true) return 'string'
    switch (node.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return node.type
      case 'number':
      case 'integer':
        return 'number'
      default:
        throw new Error(`A type cannot be written: ${JSON.stringify(node)}`)
    }
  },
  enumeration(values, writer) {
    const texts = values.map((value) => `'${value}'`).join(' | ')
    return writer === 'service' ? `${texts} | (string & {})` : texts
  },
  union: (types) => types.join(' | '),
  list: (item) => (/[ |]/.test(item) ? `(${item})[]` : `${item}[]`),
  anyObject: () => 'Record<string, unknown>',
  givenName: (title) => title,
  structure({ name, about, members, isInput }) {
    const lines = members.map((member) => {
      const { name, type, isOptional, about } = member
      const value = isOptional && isInput ? `${type} | undefined` : type
      return `${docComment([about], '  ')}\n  ${name}${isOptional ? '?' : ''}: ${value}`
    })
    return `${docComment([about])}\nexport interface ${name} {\n${lines.join('\n')}\n}`
  },
  aboutExactNumbers: 'In the SDK, it is the string of these digits.',
}
