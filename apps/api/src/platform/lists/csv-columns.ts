import type { TSchema } from '@sinclair/typebox'

/** A column: the member of an item that it shows, and where that is found. */
export interface CsvColumn {
  /** The names on the way to it, with dots between. */
  readonly name: string
  readonly path: readonly string[]
}

/** The columns of items: members that have members themselves are written one by one. */
export function csvColumns(schema: TSchema, path: readonly string[] = []): CsvColumn[] {
  const inner = withoutNull(schema)
  if (inner['items'] !== undefined) return csvColumns(inner['items'] as TSchema, path)
  const properties = inner['properties'] as Record<string, TSchema> | undefined
  if (properties === undefined) return [{ name: path.join('.'), path }]
  return Object.entries(properties).flatMap(([name, member]) => csvColumns(member, [...path, name]))
}

/** What a member is where it is not null. */
function withoutNull(schema: TSchema): TSchema {
  const variants = (schema['anyOf'] ?? []) as TSchema[]
  const valued = variants.filter((variant) => variant['type'] !== 'null')
  const [only] = valued
  return only !== undefined && valued.length === 1 ? only : schema
}
