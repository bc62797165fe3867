import type { TSchema } from '@sinclair/typebox'
import { exactNumberMembers, type Operation } from '@vadium/schema'
import { listShapeOf } from './list-shape.ts'

/** A member of a resource: its names from the outside to the inside. */
export type MemberPath = readonly string[]

/** The resource that an answer shows: an item of its list, or the answer itself. */
export function resourceOf(operation: Operation): TSchema {
  return listShapeOf(operation)?.itemSchema ?? operation.response
}

/** The members of a schema, through lists and what may be null. */
export function membersOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  const inner = [
    ...((schema['anyOf'] ?? []) as TSchema[]),
    ...(schema['items'] === undefined ? [] : [schema['items'] as TSchema]),
  ]
  return Object.assign(
    { ...(schema['properties'] as Record<string, TSchema> | undefined) },
    ...inner.map(membersOf),
  ) as Readonly<Record<string, TSchema>>
}

/** Every member that has one value, those within objects too. A list is one value. */
export function plainMembers(schema: TSchema, above: MemberPath = []): MemberPath[] {
  return Object.entries(membersOf(schema)).flatMap(([name, member]) => {
    const path = [...above, name]
    const isObject = !isList(member) && Object.keys(membersOf(member)).length > 0
    return isObject ? plainMembers(member, path) : [path]
  })
}

function isList(schema: TSchema): boolean {
  const variants = (schema['anyOf'] ?? [schema]) as TSchema[]
  return variants.some(({ type }) => type === 'array')
}

/** The value of a member; of a list, those of all its items. Undefined if it is absent. */
export function valueAt(value: unknown, [name, ...inner]: MemberPath): unknown {
  if (name === undefined) return value
  if (Array.isArray(value)) return value.map((item) => valueAt(item, [name, ...inner]))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return valueAt((value as Readonly<Record<string, unknown>>)[name], inner)
}

/** A resource with only some of its members, in the order in which they are named. */
export function withMembers(value: unknown, paths: readonly MemberPath[]): unknown {
  if (paths.some(({ length }) => length === 0)) return value
  if (Array.isArray(value)) return value.map((item) => withMembers(item, paths))
  if (typeof value !== 'object' || value === null) return value
  const inner = new Map<string, MemberPath[]>()
  for (const [name = '', ...rest] of paths) inner.set(name, [...(inner.get(name) ?? []), rest])
  return Object.fromEntries(
    [...inner].flatMap(([name, rest]) =>
      Object.hasOwn(value, name)
        ? [[name, withMembers((value as Readonly<Record<string, unknown>>)[name], rest)]]
        : [],
    ),
  )
}

/** Writes values of an answer as JSON, exact numbers with the digits that the service sent. */
export function jsonWriter({ response }: Operation): (value: unknown) => string {
  const exact = exactNumberMembers(response)
  const text = (value: unknown, name = ''): string => {
    if (Array.isArray(value)) return `[${value.map((item) => text(item, name)).join(',')}]`
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined)
      return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${text(member, key)}`).join(',')}}`
    }
    const isExact = exact.has(name) && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)
    return isExact ? value : JSON.stringify(value ?? null)
  }
  return (value) => text(value)
}
