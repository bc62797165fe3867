import { VadiumReplyError } from '@vadium/client'
import { Kind, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

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
    if (Value.Check(shape, answer)) return answer as Static<Schema>
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
    case 'Object': {
      const properties = schema['properties'] as Record<string, TSchema>
      const entries = Object.entries(properties).map(([name, member]) => [name, opened(member)])
      return {
        ...schema,
        properties: Object.fromEntries(entries) as unknown,
        additionalProperties: true,
      }
    }
    case 'Array':
      return { ...schema, items: opened(schema['items'] as TSchema) }
    case 'Union':
      return { ...schema, anyOf: (schema['anyOf'] as TSchema[]).map(opened) }
    // Enumerations and exact numbers: both are strings in a program.
    case 'Unsafe':
      return { ...schema, [Kind]: 'String', type: 'string' }
    default:
      return schema
  }
}
