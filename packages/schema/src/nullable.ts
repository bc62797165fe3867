import { type TSchema, type TUnion, type TNull, Type } from '@sinclair/typebox'

/**
 * A member that may be null. An answer always has the member; in a request, null removes the value.
 */
export function nullable<Schema extends TSchema>(
  schema: Schema,
  description: string,
  example?: string | number,
): TUnion<[Schema, TNull]> {
  const examples = example === undefined ? {} : { examples: [example] }
  return Type.Union([schema, Type.Null()], { description, ...examples })
}
