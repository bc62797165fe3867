import type { TSchema } from '@sinclair/typebox'

/** A CSV column: its name, and where its value is found in an item. */
export interface CsvColumn {
  /** The member names of the path, joined with dots. */
  readonly name: string
  readonly path: readonly string[]
}

/** The columns of items. Nested members become columns of their own. */
export function csvColumns(schema: TSchema, path: readonly string[] = []): CsvColumn[] {
  const inner = withoutNull(schema)
  if (inner['items'] !== undefined) return csvColumns(inner['items'] as TSchema, path)
  const properties = inner['properties'] as Record<string, TSchema> | undefined
  if (properties === undefined) return [{ name: path.join('.'), path }]
  return Object.entries(properties).flatMap(([name, member]) => csvColumns(member, [...path, name]))
}

/** The schema of a member when it is not null. */
function withoutNull(schema: TSchema): TSchema {
  const variants = (schema['anyOf'] ?? []) as TSchema[]
  const valued = variants.filter((variant) => variant['type'] !== 'null')
  const [only] = valued
  return only !== undefined && valued.length === 1 ? only : schema
}
