import * as schema from '@vadium/schema'
import { formOf, type Writer } from '../sdk/fields.ts'
import type { Schema } from '../sdk/schema-of.ts'
import type { Structure, TypeLanguage } from '../sdk/type-language.ts'
import { docstring, enclosed, isKeyword, quoted } from './python-text.ts'

/** An enumeration with more values has a name. */
const UNNAMED_VALUES_MAX = 6

/** The names that the schema itself has for its enumerations, by their values. */
const schemaNames = new Map(
  Object.entries(schema).flatMap(([name, value]: [string, unknown]) =>
    isEnumeration(value) ? [[keyOf(value.enum), name] as const] : [],
  ),
)

function isEnumeration(value: unknown): value is { enum: readonly string[] } {
  return typeof value === 'object' && value !== null && 'enum' in value
}

function keyOf(values: readonly string[]): string {
  return values.map(quoted).join(', ')
}

/** Types as the client in Python has them: a `TypedDict` for each object with known members. */
export class PythonTypes implements TypeLanguage {
  /** The names of the enumerations, by their values. */
  readonly #enumerations = new Map<string, string>()

  readonly aboutExactNumbers = 'It is a `Decimal` of these digits.'

  scalar(node: Schema, writer: Writer): string {
    const form = writer === 'caller' ? formOf(node) : undefined
    if (form !== undefined) return form.python
    if (node['x-exact-number'] === true) return 'decimal.Decimal'
    const type = scalars[node.type ?? '']
    if (type === undefined) throw new Error(`A type cannot be written: ${JSON.stringify(node)}`)
    return type
  }

  enumeration(values: readonly string[], _writer: Writer, placeName: string): string {
    const key = keyOf(values)
    const name = this.#enumerations.get(key) ?? schemaNames.get(key)
    if (name === undefined && values.length <= UNNAMED_VALUES_MAX) return `Literal[${key}]`
    const own = name ?? placeName
    this.#enumerations.set(key, own)
    return own
  }

  union(types: readonly string[]): string {
    const values = [...new Set(types)].filter((type) => type !== 'None')
    const [only = 'Any', ...more] = values
    const value = more.length === 0 ? only : `Union[${values.join(', ')}]`
    return types.includes('None') ? `Optional[${value}]` : value
  }

  list(item: string, writer: Writer): string {
    return writer === 'caller' ? `Sequence[${item}]` : `List[${item}]`
  }

  anyObject(writer: Writer): string {
    return writer === 'caller' ? 'Mapping[str, Any]' : 'Dict[str, Any]'
  }

  /** An amount, a time or an id is given in more forms than it is answered in. */
  givenName(title: string, node: Schema): string {
    return hasForms(node) ? `${title}Input` : title
  }

  structure(structure: Structure): string {
    return structure.members.some(({ name }) => isKeyword(name))
      ? called(structure)
      : declared(structure)
  }

  /** The names of the enumerations that are used, with their values. */
  enumerations(): string[] {
    return [...this.#enumerations].map(([key, name]) =>
      enclosed(`${name} = Literal[`, key.split(', '), ']', ''),
    )
  }
}

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  boolean: 'bool',
  null: 'None',
  integer: 'int',
  number: 'Union[int, decimal.Decimal]',
}

function hasForms(node: Schema): boolean {
  const parts = [...Object.values(node.properties ?? {}), ...(node.anyOf ?? [])]
  if (node.items !== undefined) parts.push(node.items)
  return formOf(node) !== undefined || parts.some(hasForms)
}

const indent = '    '

function declared({ name, about, members }: Structure): string {
  const lines = members.map((member) => {
    const { name, type, isOptional, about } = member
    const declaration = `${indent}${name}: ${isOptional ? `NotRequired[${type}]` : type}`
    return `${declaration}\n${docstring([about], indent)}`
  })
  return `class ${name}(TypedDict):\n${docstring([about], indent)}\n\n${lines.join('\n')}`
}

/** With a member whose name is a word of Python, it cannot be a class. */
function called({ name, about, members }: Structure): string {
  const parts = members.map(
    ({ name, type, isOptional }) =>
      `${quoted(name)}: ${quoted(isOptional ? `NotRequired[${type}]` : type)}`,
  )
  const value = enclosed('{', parts, '}', indent)
  return `${name} = TypedDict(\n${indent}${quoted(name)},\n${indent}${value},\n)\n${docstring([about], '')}`
}
