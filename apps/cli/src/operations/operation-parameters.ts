import type { TSchema } from '@sinclair/typebox'
import { type Operation, Uuid } from '@vadium/schema'
import { enumerated, isOrganizationName, isStructured, plainOrNull } from './parameter-value.ts'

/** Where in a request a parameter goes. */
export type Part = 'params' | 'query' | 'body'

/** One thing an operation takes, as the command line asks for it. */
export interface Parameter {
  /** The name in the schema, and on the wire. */
  readonly member: string
  readonly part: Part
  readonly schema: TSchema
  /** A `switch` is only ever on; a `choice` is on, off, or not asked for. */
  readonly kind: 'argument' | 'flag' | 'switch' | 'choice'
  /** What the caller writes: `<position>`, `--order-id`. */
  readonly label: string
  /** The flag with what follows it, as a help text shows it: `--order-id <integer>`. */
  readonly usage: string
  readonly required: boolean
  readonly repeatable: boolean
  readonly description: string
}

// More than these, and nobody remembers which comes first.
const ARGUMENTS_MAX = 2

/**
 * What an operation takes, from its schema alone. What stands in its path becomes arguments; where it has no
 * path of its own, so do one or two required values. Everything else is a flag. A member that is added to
 * the schema is a flag from then on.
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
  const needed = members.filter(({ required }) => required)
  const fewAndPlain = needed.length <= ARGUMENTS_MAX && needed.every((one) => isPlain(one.schema))
  const named = operation.params !== undefined || !fewAndPlain
  return members.map((one) =>
    one.part === 'params' || (one.required && !named) ? argument(one) : flag(one),
  )
}

type Member = Pick<Parameter, 'member' | 'part' | 'schema' | 'required'>

function argument(one: Member): Parameter {
  const label = `<${kebabCase(one.member.replace(/_id$|Id$/, ''))}>`
  const description = descriptionOf(one)
  return { ...one, kind: 'argument', label, usage: label, repeatable: false, description }
}

function flag(one: Member): Parameter {
  const { schema, part, required } = one
  const label = `--${kebabCase(one.member)}`
  const text = descriptionOf(one)
  if (schema['type'] === 'boolean' && !required) {
    const kind = part === 'query' ? 'choice' : 'switch'
    return { ...one, kind, label, usage: label, repeatable: false, description: text }
  }
  const repeatable = schema['type'] === 'array' && isPlain(schema['items'] as TSchema)
  const item = repeatable ? (schema['items'] as TSchema) : schema
  const usage = `${label} <${placeholder(item)}>`
  const description = required ? `${text} Required.` : text
  return { ...one, kind: 'flag', label, usage, repeatable, description }
}

/** A description that only says of what form an id is, says too little of what it is the id of. */
function descriptionOf({ member, schema }: Member): string {
  const written = schema.description ?? ''
  const text = written === Uuid.description ? `The ${wordsOf(member)}: a UUID.` : written
  if (plainOrNull(schema) !== undefined) return `${text} An empty text is null.`.trim()
  return isStructured(schema)
    ? `${text} JSON; @file takes it from a file, @- from the standard input.`.trim()
    : text
}

function wordsOf(member: string): string {
  return kebabCase(member.replace(/_id$|Id$/, '')).replaceAll('-', ' ')
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

/** `senderCustodian` and `page_size` as flags are written: `sender-custodian`, `page-size`. */
function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}
