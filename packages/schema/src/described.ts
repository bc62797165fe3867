import type { TSchema } from '@sinclair/typebox'

/** The same schema, said of one particular member. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description }
}
