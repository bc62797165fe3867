import type { TSchema } from '@sinclair/typebox'
import { type Operation, OrganizationName, Uuid } from '@vadium/schema'
import type { Example } from './example-preparations.ts'

/** A member of a request that names a resource, such as a position. */
export interface IdMember {
  readonly place: 'params' | 'query' | 'body'
  /** Its path in there: names, and 0 for the first item of a list. */
  readonly path: readonly string[]
}

/** Every member by which a request of this operation can name a resource. */
export function idMembers(operation: Operation): IdMember[] {
  return (['params', 'query', 'body'] as const).flatMap((place) => {
    const schema = operation[place]
    return schema === undefined ? [] : pathsOf(schema, []).map((path) => ({ place, path }))
  })
}

function pathsOf(schema: TSchema, path: readonly string[]): string[][] {
  if (isId(schema, path.at(-1) ?? '')) return [[...path]]
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>
  const items = schema['items'] as TSchema | undefined
  const variants = (schema['anyOf'] ?? []) as TSchema[]
  return [
    ...Object.entries(properties).flatMap(([name, member]) => pathsOf(member, [...path, name])),
    ...(items === undefined ? [] : pathsOf(items, [...path, '0'])),
    ...variants.flatMap((variant) => pathsOf(variant, path)),
  ]
}

function isId(schema: TSchema, name: string): boolean {
  const named: unknown[] = [Uuid.pattern, OrganizationName.pattern]
  return named.includes(schema['pattern']) || /(?:_id|Id)$/.test(name)
}

/** A request with another value for one of its members. */
export function withMember(example: Example, { place, path }: IdMember, value: unknown): Example {
  return { ...example, [place]: replaced(example[place] ?? {}, path, value) }
}

function replaced(node: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const members = (node ?? {}) as Record<string, unknown>
  const inner = replaced(members[name], rest, value)
  if (!Array.isArray(node)) return { ...members, [name]: inner }
  return Object.assign<unknown[], object>(node.slice(), { [name]: inner })
}
