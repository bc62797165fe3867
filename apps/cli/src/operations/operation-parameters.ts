import type { TSchema } from '@sinclair/typebox'
import {
  type CommandMember,
  commandMembers,
  isPlain,
  isStructured,
  mayBeInFile,
  type Operation,
  plainOrNull,
} from '@vadium/schema'
import { listShapeOf } from '../schemas/list-shape.ts'
import { enumerated, isOrganizationName } from '../schemas/schema-faults.ts'

/** One parameter of an operation on the command line. */
export interface Parameter extends CommandMember {
  /** The flag with its value, as in the help: `--order-id <integer>`. */
  readonly usage: string
  readonly repeatable: boolean
  readonly description: string
  /** The values that it may have, if they are few. */
  readonly values: readonly string[] | undefined
}

/** The parameters of an operation, from its schema. */
export function operationParameters(operation: Operation): readonly Parameter[] {
  const item = listShapeOf(operation)?.itemSchema
  return commandMembers(operation).map((one) => {
    const parameter = one.kind === 'argument' ? argument(one) : flag(one)
    return one.part === 'query'
      ? { ...parameter, values: parameter.values ?? valuesOf(item, one) }
      : parameter
  })
}

/** The values of the member of the listed items by which a list is filtered. */
function valuesOf(
  item: TSchema | undefined,
  { member }: CommandMember,
): readonly string[] | undefined {
  const filtered = (item?.['properties'] as Record<string, TSchema> | undefined)?.[member]
  return filtered === undefined ? undefined : enumerated(filtered)
}

function argument(one: CommandMember): Parameter {
  const values = enumerated(one.schema)
  return { ...one, usage: one.label, repeatable: false, description: descriptionOf(one), values }
}

function flag(one: CommandMember): Parameter {
  const { schema, required, kind, label } = one
  const text = descriptionOf(one)
  if (kind !== 'flag') {
    return { ...one, usage: label, repeatable: false, description: text, values: undefined }
  }
  const items = schema['items'] as TSchema | undefined
  const repeatable = schema['type'] === 'array' && items !== undefined && isPlain(items)
  const item = repeatable ? items : schema
  const usage = `${label} <${placeholder(item)}>`
  const description = required ? `${text} Required.` : text
  const values = enumerated(plainOrNull(item) ?? item)
  return { ...one, usage, repeatable, description, values }
}

function descriptionOf({ schema }: CommandMember): string {
  const text = schema.description ?? ''
  if (plainOrNull(schema) !== undefined) return `${text} An empty text means null.`.trim()
  if (!mayBeInFile(schema)) return text
  const kind = isStructured(schema) ? ' JSON.' : ''
  return `${text}${kind} @file reads it from a file, @- from the standard input.`.trim()
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
