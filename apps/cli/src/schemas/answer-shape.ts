import { VadiumReplyError } from '@vadium/client'
import { Kind, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { exactNumberMembers } from '@vadium/schema'

/**
 * Checks that an answer has all members of this version of its schema. Members and enumeration
 * values
 * that a newer service adds are allowed.
 *
 * @returns the answer, with its type.
 * @throws VadiumReplyError if a member is missing or has another type.
 */
export function shapeChecker<Schema extends TSchema>(
  schema: Schema,
): (answer: unknown) => Static<Schema> {
  const shape = opened(schema)
  return (answer) => {
    if (Value.Check(shape, answer)) return answer
    const path = Value.Errors(shape, answer).First()?.path ?? ''
    throw new VadiumReplyError(
      'REPLY_MALFORMED',
      `This version cannot show the answer (at ${path}). Use --json to print it.`,
      { status: 200, requestId: undefined, retryAfterMs: undefined },
    )
  }
}

function opened(schema: TSchema): TSchema {
  switch (schema[Kind]) {
    case 'Object':
      return { ...schema, properties: openedMembers(schema), additionalProperties: true }
    case 'Array':
      return { ...schema, items: opened(schema['items'] as TSchema) }
    case 'Union':
      return { ...schema, anyOf: (schema['anyOf'] as TSchema[]).map(opened) }
    // An enumeration: a newer service may have more values.
    case 'Unsafe':
      return asString(schema)
    // TypeBox reads patterns without the flag `u`, by which a class of Unicode means other characters.
    case 'String':
      return String(schema['pattern']).includes('\\p{') ? { ...schema, pattern: undefined } : schema
    default:
      return schema
  }
}

function openedMembers(schema: TSchema): Record<string, TSchema> {
  const exact = exactNumberMembers(schema)
  const members = Object.entries(schema['properties'] as Record<string, TSchema>)
  return Object.fromEntries(
    members.map(([name, member]) => {
      // The SDK returns an exact number as a string of its digits.
      const isExact = exact.has(name) && member['type'] === 'number'
      return [name, isExact ? asString(member) : opened(member)]
    }),
  )
}

/** The same schema for any string: required or optional as before. */
function asString(schema: TSchema): TSchema {
  return { ...schema, [Kind]: 'String', type: 'string' }
}
