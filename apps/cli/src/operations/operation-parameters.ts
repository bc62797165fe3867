import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '@vadium/schema'
import { enumerated, isOrganizationName } from './parameter-value.ts'

/** One thing an operation takes, as the command line asks for it. */
export interface Parameter {
  /** The name in the schema, and on the wire. */
  readonly member: string
  readonly part: 'query' | 'body'
  readonly schema: TSchema
  readonly kind: 'argument' | 'flag' | 'switch'
  /** What the caller writes: `<position>`, `--order-id`. */
  readonly label: string
  /** The flag with what follows it, as a help text shows it: `--order-id <integer>`. */
  readonly usage: string
  readonly repeatable: boolean
  readonly description: string
}

/**
 * What an operation takes, from its schema alone: required members become arguments, in their order,
 * and the others flags. A member that is added to the schema is a flag from then on.
 */
export function operationParameters(operation: Operation): readonly Parameter[] {
  return (['query', 'body'] as const).flatMap((part) => {
    const { properties = {}, required = [] } = operation[part] ?? {}
    return Object.entries(properties).map(([member, schema]) =>
      parameter(part, member, schema, required.includes(member)),
    )
  })
}

function parameter(
  part: Parameter['part'],
  member: string,
  schema: TSchema,
  required: boolean,
): Parameter {
  const description = schema.description ?? ''
  const repeatable = schema['type'] === 'array'
  const common = { member, part, schema, repeatable, description }
  if (required) {
    const label = `<${kebabCase(member.replace(/_id$|Id$/, ''))}>`
    const usage = repeatable ? label.replace('>', '...>') : label
    return { ...common, kind: 'argument', label, usage }
  }
  const label = `--${kebabCase(member)}`
  if (schema['type'] === 'boolean') return { ...common, kind: 'switch', label, usage: label }
  const item = repeatable ? (schema['items'] as TSchema) : schema
  return { ...common, kind: 'flag', label, usage: `${label} <${placeholder(item)}>` }
}

function placeholder(schema: TSchema): string {
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
