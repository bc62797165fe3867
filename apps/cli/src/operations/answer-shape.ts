import { VadiumReplyError } from '@vadium/client'
import { Kind, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { exactNumberMembers } from '@vadium/schema'

/**
 * A check that an answer has all that this version of its schema says. What a newer service adds,
 * members or values of an enumeration, is let pass.
 *
 * @returns the answer, with its type.
 * @throws VadiumReplyError when something is missing or of another type, so that no table is made of it.
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
      `The answer is not in the form this version shows (at ${path}). --json prints it as it came.`,
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
    // The enumerations of the schema: a newer service may have more values.
    case 'Unsafe':
      return asString(schema)
    default:
      return schema
  }
}

function openedMembers(schema: TSchema): Record<string, TSchema> {
  const exact = exactNumberMembers(schema)
  const members = Object.entries(schema['properties'] as Record<string, TSchema>)
  return Object.fromEntries(
    members.map(([name, member]) => {
      // The SDK hands exact numbers out as the string of their digits.
      const isExact = exact.has(name) && member['type'] === 'number'
      return [name, isExact ? asString(member) : opened(member)]
    }),
  )
}

/** A schema of any string, required or optional as the one before. */
function asString(schema: TSchema): TSchema {
  return { ...schema, [Kind]: 'String', type: 'string' }
}
