import type { TSchema } from '@sinclair/typebox'

/** The same schema, with the description and the example of one particular member. */
export function described<Schema extends TSchema>(
  schema: Schema,
  description: string,
  example?: string | number,
): Schema {
  return { ...schema, description, ...(example !== undefined && { examples: [example] }) }
}
