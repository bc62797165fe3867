import { type TSchema, type TUnion, type TNull, Type } from '@sinclair/typebox'

/** A member that is always there and may have no value. */
export function nullable<Schema extends TSchema>(
  schema: Schema,
  description: string,
): TUnion<[Schema, TNull]> {
  return Type.Union([schema, Type.Null()], { description })
}
