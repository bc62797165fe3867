import { type TSchema, type TUnion, type TNull, Type } from '@sinclair/typebox'

/** A member that may have no value: of an answer it is always there, of a request null takes the value away. */
export function nullable<Schema extends TSchema>(
  schema: Schema,
  description: string,
): TUnion<[Schema, TNull]> {
  return Type.Union([schema, Type.Null()], { description })
}
