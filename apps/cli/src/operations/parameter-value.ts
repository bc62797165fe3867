import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { Value, ValueErrorType } from '@sinclair/typebox/value'
import { isStructured, OrganizationName, plainOrNull } from '@vadium/schema'
import type { CommandIssue } from '../command-error.ts'

/** A value of the schema, or a description of the expected value. */
export type ReadValue = { readonly value: unknown } | { readonly expected: string }

/** Converts the text for one member into a value of its schema. */
export function readValue(schema: TSchema, text: string): ReadValue {
  const plain = plainOrNull(schema)
  if (plain !== undefined) return text === '' ? { value: null } : readValue(plain, text)
  const allowed = enumerated(schema)
  if (allowed !== undefined) {
    return allowed.includes(text) ? { value: text } : { expected: expectation(schema) }
  }
  const value = fromText(schema, text)
  const shape = checkable(schema)
  if (value !== undefined && Value.Check(shape, value)) return { value }
  return { expected: isStructured(schema) ? missed(shape, value) : expectation(schema) }
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

/** Every invalid member of a structure, as `organizations[0].slug`, with what it must be. */
export function schemaFaults(schema: TSchema, value: unknown): CommandIssue[] {
  const faults = new Map<string, string>()
  for (const error of Value.Errors(checkable(schema), value)) {
    const field = error.path
      .slice(1)
      .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
      .replaceAll('/', '.')
    // The first error of a member says the most.
    if (faults.has(field)) continue
    faults.set(
      field,
      error.type === ValueErrorType.ObjectAdditionalProperties
        ? 'is not a member that is known here'
        : error.value === undefined
          ? 'is missing'
          : `must be ${expectation(error.schema)}`,
    )
  }
  return [...faults].map(([field, issue]) => ({ field: field === '' ? 'the file' : field, issue }))
}

/** The expected value of the first invalid member of a structure. */
function missed(schema: TSchema, value: unknown): string {
  const error = value === undefined ? undefined : Value.Errors(schema, value).First()
  if (error === undefined) return expectation(schema)
  const member = error.path.slice(1).replaceAll('/', '.')
  const expected = error.value === undefined ? 'present' : expectation(error.schema)
  return member === '' ? expectation(schema) : `${expectation(schema)}, with ${member} ${expected}`
}

/** The values of an enumeration; undefined for other schemas. */
export function enumerated(schema: TSchema): readonly string[] | undefined {
  return schema['enum'] as readonly string[] | undefined
}

/** Whether the value is the resource name of an organization. */
export function isOrganizationName(schema: TSchema): boolean {
  return schema['pattern'] === OrganizationName.pattern
}

function fromText(schema: TSchema, text: string): unknown {
  switch (schema['type']) {
    case 'string':
      // A bare id is accepted too, because other answers contain bare ids.
      return isOrganizationName(schema) && !text.includes('/') ? `organizations/${text}` : text
    case 'integer':
    case 'number':
      return exactNumber(text)
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    default:
      return fromJson(text)
  }
}

/** The number, or undefined if a binary float would change its digits. */
function exactNumber(text: string): number | undefined {
  const value = Number(text)
  return String(value) === text && Number.isFinite(value) ? value : undefined
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function expectation(schema: TSchema): string {
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
