import type { TSchema } from '@sinclair/typebox'

/** The schemas of which a value has one. */
export function variantsOf(schema: TSchema | undefined): TSchema[] {
  if (schema === undefined) return []
  const variants = schema['anyOf'] as TSchema[] | undefined
  return variants === undefined ? [schema] : variants.flatMap(variantsOf)
}
