import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { OrganizationName } from '@vadium/schema'

/** A member that its schema refuses. */
export interface SchemaFault {
  /** The path of the member, as `organizations[0].slug`. Empty for the whole value. */
  readonly path: string
  readonly issue: string
}

/** The value of a JSON text, or why it is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | { readonly issue: string } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error)
    return { issue: `must be JSON: ${because}` }
  }
}

/** Every invalid member of a value, with what it must be. */
export function schemaFaults(schema: TSchema, value: unknown): SchemaFault[] {
  const faults = new Map<string, string>()
  for (const error of Value.Errors(checkable(schema), value)) {
    const path = error.path
      .slice(1)
      .replaceAll(/(?:^|\/)(\d+)(?=\/|$)/g, '[$1]')
      .replaceAll('/', '.')
    // The first error of a member says the most.
    if (!faults.has(path)) faults.set(path, issueOf(error))
  }
  return [...faults].map(([path, issue]) => ({ path, issue }))
}

/** Whether a schema accepts a value, as the service decides it. */
export function fits(schema: TSchema, value: unknown): boolean {
  return Value.Check(checkable(schema), value)
}

function issueOf({ type, schema, value }: ValueError): string {
  if (value === undefined) return 'is missing'
  switch (type) {
    case ValueErrorType.ObjectAdditionalProperties:
      return 'is not a member that is known here'
    case ValueErrorType.ArrayMinItems:
      return `must have at least ${items(schema['minItems'])}`
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${items(schema['maxItems'])}`
    case ValueErrorType.ArrayUniqueItems:
      return 'must have each item once'
    default:
      return unexpected(expectation(schema), value)
  }
}

const items = (count: unknown) => (count === 1 ? '1 item' : `${String(count)} items`)

const SHOWN_LENGTH_MAX = 60

/** What a value must be, and what it is, unless it is long. */
export function unexpected(expected: string, value: unknown): string {
  const text = JSON.stringify(value)
  const shown = text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text
  return `must be ${expected}, but is ${shown}`
}

const patterned = 'PatternedText'

/**
 * A text with a pattern, checked like the service does: in code points, with the flag `u`, unlike
 * TypeBox.
 */
TypeRegistry.Set<TSchema>(patterned, (schema, value) => {
  if (typeof value !== 'string') return false
  const { pattern, minLength, maxLength } = schema as {
    pattern?: string
    minLength?: number
    maxLength?: number
  }
  const { length } = Array.from(value)
  if (length < (minLength ?? 0) || length > (maxLength ?? Infinity)) return false
  return new RegExp(pattern ?? '', 'u').test(value)
})

/** The same schema, with enumerations and patterns in a form that TypeBox can check. */
function checkable(schema: TSchema): TSchema {
  const [properties, items, variants] = [
    schema['properties'],
    schema['items'],
    schema['anyOf'],
  ] as [Record<string, TSchema> | undefined, TSchema | undefined, TSchema[] | undefined]
  const allowed = schema[Kind] === 'Unsafe' ? enumerated(schema) : undefined
  if (allowed !== undefined) {
    return { ...schema, ...Type.Union(allowed.map((value) => Type.Literal(value))) }
  }
  return {
    ...schema,
    ...(schema['pattern'] !== undefined && { [Kind]: patterned }),
    ...(variants !== undefined && { anyOf: variants.map(checkable) }),
    ...(items !== undefined && { items: checkable(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, checkable(member)]),
      ),
    }),
  }
}

/** The values of an enumeration; undefined for other schemas. */
export function enumerated(schema: TSchema): readonly string[] | undefined {
  return schema['enum'] as readonly string[] | undefined
}

/** Whether the value is the resource name of an organization. */
export function isOrganizationName(schema: TSchema): boolean {
  return schema['pattern'] === OrganizationName.pattern
}

/** What a value must be, in words. */
export function expectation(schema: TSchema): string {
  const expected = schema['x-expected'] as string | undefined
  if (expected !== undefined) {
    return isOrganizationName(schema) ? `${expected}, or that UUID alone` : expected
  }
  const allowed = enumerated(schema)
  if (allowed !== undefined) return `one of ${allowed.join(', ')}`
  const [variant, ...others] = (schema['anyOf'] ?? []) as TSchema[]
  if (variant !== undefined)
    return others.length > 0 ? `${expectation(variant)}, or null` : expectation(variant)
  switch (schema['type']) {
    case 'integer':
      return `a whole number${bounds(schema)}`
    case 'number':
      return `a number${bounds(schema)}`
    case 'boolean':
      return 'true or false'
    case 'string':
      return 'a text as described'
    case 'object':
      return 'a JSON object'
    case 'array':
      return 'a JSON array'
    default:
      return 'JSON as described'
  }
}

function bounds(schema: TSchema): string {
  const minimum = schema['minimum'] as number | undefined
  const maximum = schema['maximum'] as number | undefined
  // Bounds of safe integers are not worth showing.
  const says = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  if (says(minimum) && says(maximum)) return ` from ${minimum} to ${maximum}`
  if (says(minimum)) return `, ${minimum} or more`
  return says(maximum) ? `, ${maximum} or less` : ''
}
