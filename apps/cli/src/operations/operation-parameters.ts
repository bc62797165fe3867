import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '@vadium/schema'
import { listShapeOf } from './pages.ts'
import { enumerated, isOrganizationName, isStructured, plainOrNull } from './parameter-value.ts'

/** The part of a request that has the parameter. */
export type Part = 'params' | 'query' | 'body'

/** One parameter of an operation on the command line. */
export interface Parameter {
  /** The name in the schema and on the wire. */
  readonly member: string
  readonly part: Part
  readonly schema: TSchema
  /** A `switch` is on or not given; a `choice` is on, off or not given. */
  readonly kind: 'argument' | 'flag' | 'switch' | 'choice'
  /** The name on the command line: `<position>`, `--order-id`. */
  readonly label: string
  /** The flag with its value, as in the help: `--order-id <integer>`. */
  readonly usage: string
  readonly required: boolean
  readonly repeatable: boolean
  readonly description: string
  /** The values that it may have, if they are few. */
  readonly values: readonly string[] | undefined
}

// The order of more arguments is hard to remember.
const ARGUMENTS_MAX = 2

/** Members whose flag would be one of the program itself. */
const neverFlags: ReadonlySet<string> = new Set(['version'])

/**
 * The parameters of an operation, from its schema. Path parameters become arguments; if there are
 * none, one or two required values become arguments. All other members become flags, unless the
 * program has a flag of that name.
 */
export function operationParameters(operation: Operation): readonly Parameter[] {
  const members = (['params', 'query', 'body'] as const).flatMap((part) => {
    const { properties = {}, required = [] } = operation[part] ?? {}
    return Object.entries(properties).map(([member, schema]) => ({
      part,
      member,
      schema,
      required: required.includes(member),
    }))
  })
  const item = listShapeOf(operation)?.itemSchema
  const needed = members.filter(({ required }) => required)
  const fewAndPlain = needed.length <= ARGUMENTS_MAX && needed.every((one) => isPlain(one.schema))
  const named = operation.params !== undefined || !fewAndPlain
  return members.map((one) => {
    const parameter = isArgument(one, named) ? argument(one) : flag(one)
    return one.part === 'query'
      ? { ...parameter, values: parameter.values ?? valuesOf(item, one) }
      : parameter
  })
}

/** The values of the member of the listed items by which a list is filtered. */
function valuesOf(item: TSchema | undefined, { member }: Member): readonly string[] | undefined {
  const filtered = (item?.['properties'] as Record<string, TSchema> | undefined)?.[member]
  return filtered === undefined ? undefined : enumerated(filtered)
}

type Member = Pick<Parameter, 'member' | 'part' | 'schema' | 'required'>

function isArgument({ member, part, required }: Member, isNamed: boolean): boolean {
  return part === 'params' || (required && (!isNamed || neverFlags.has(member)))
}

function argument(one: Member): Parameter {
  const label = `<${kebabCase(one.member.replace(/_id$|Id$/, ''))}>`
  const description = descriptionOf(one)
  const values = enumerated(one.schema)
  return { ...one, kind: 'argument', label, usage: label, repeatable: false, description, values }
}

function flag(one: Member): Parameter {
  const { schema, part, required } = one
  const label = `--${kebabCase(one.member)}`
  const text = descriptionOf(one)
  if (schema['type'] === 'boolean' && !required) {
    const kind = part === 'query' ? 'choice' : 'switch'
    const plain = { repeatable: false, description: text, values: undefined }
    return { ...one, kind, label, usage: label, ...plain }
  }
  const repeatable = schema['type'] === 'array' && isPlain(schema['items'] as TSchema)
  const item = repeatable ? (schema['items'] as TSchema) : schema
  const usage = `${label} <${placeholder(item)}>`
  const description = required ? `${text} Required.` : text
  const values = enumerated(plainOrNull(item) ?? item)
  return { ...one, kind: 'flag', label, usage, repeatable, description, values }
}

function descriptionOf({ schema }: Member): string {
  const text = schema.description ?? ''
  if (plainOrNull(schema) !== undefined) return `${text} An empty text means null.`.trim()
  return isStructured(schema)
    ? `${text} JSON. @file reads it from a file, @- from the standard input.`.trim()
    : text
}

function isPlain(schema: TSchema): boolean {
  return !isStructured(schema) && schema['type'] !== 'array'
}

function placeholder(given: TSchema): string {
  const schema = plainOrNull(given) ?? given
  if (isOrganizationName(schema)) return 'organization'
  if (enumerated(schema) !== undefined) return 'value'
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return 'text'
    default:
      return 'json'
  }
}

/** The name of a flag: `sender-custodian` for `senderCustodian`, `page-size` for `page_size`. */
function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}
