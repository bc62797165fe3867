import { type TSchema, Type } from '@sinclair/typebox'

const uuid = '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}'
const uuidLength = 36

/** A UUID of any version. Vadium writes lower case and reads both cases. */
export const Uuid = Type.String({
  pattern: `^${uuid}$`,
  description: 'A UUID.',
  examples: ['0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'],
  'x-expected': 'a UUID',
})

/** Several ids as one parameter of a query, where each parameter is one text. */
export const uuidList = (countMax: number, description: string) =>
  Type.String({
    pattern: `^${uuid}(?:,${uuid}){0,${countMax - 1}}$`,
    maxLength: countMax * (uuidLength + 1) - 1,
    description,
    examples: ['0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11,5b1d8f0a-91c2-4b7d-8e3f-6a2c4d9e7b10'],
    'x-expected': `1 to ${countMax} UUIDs, separated by commas`,
  })

/** An organization named as a resource: `organizations/<uuid>`. */
export const OrganizationName = Type.String({
  pattern: `^organizations/${uuid}$`,
  description: 'An organization, in the form `organizations/<organization_id>`.',
  examples: ['organizations/0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'],
  'x-expected': 'organizations/<organization_id>, where organization_id is a UUID',
})

/**
 * A decimal as a string in plain notation: ASCII digits, no exponent, no `+`, no leading zeros, no
 * `-0`.
 * At most 100 digits before the point and 40 after it.
 */
export const DecimalString = Type.String({
  pattern: '^(?!-0(?:\\.0+)?$)-?(?:0|[1-9][0-9]{0,99})(?:\\.[0-9]{1,40})?$',
  maxLength: 142,
  description: 'A decimal in plain notation: no exponent, no plus sign, no leading zeros.',
  examples: ['1250.5'],
  'x-expected': 'a decimal in plain notation, such as "1250.5"',
})

/**
 * A quantity of an asset in a request: above zero, at most 20 digits before and 20 after the point.
 */
export const QuantityString = Type.String({
  pattern: '^(?:0|[1-9][0-9]{0,19})(?:\\.[0-9]{1,20})?$',
  maxLength: 41,
  description: 'A quantity as a decimal in plain notation, above zero.',
  examples: ['12.5'],
  'x-expected': 'a decimal above zero in plain notation, such as "12.5"',
})

/** An instant: RFC 3339 in UTC, with milliseconds and `Z`. The calendar begins with the year 1. */
export const Timestamp = Type.String({
  pattern:
    '^(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$',
  description: 'A time in UTC, RFC 3339 with milliseconds.',
  examples: ['2026-03-02T16:00:00.000Z'],
  'x-expected': 'a time such as "2026-03-02T16:00:00.000Z", from the year 0001 on',
})

const EXACT = 'x-exact-number'

/**
 * A number with exact digits: a JSON number on the wire, a string of digits in a program, because a
 * binary float would lose digits.
 */
export const ExactNumber = Type.Unsafe<string>(
  Type.Number({
    [EXACT]: true,
    description:
      'A JSON number with exact digits. Parse it as a decimal: a binary float would lose digits.',
  }),
)

/** The names of the members that are exact numbers, at any depth of the schema. */
export function exactNumberMembers(schema: TSchema): ReadonlySet<string> {
  const names = new Set<string>()
  collectExactNumbers(schema, names)
  return names
}

function collectExactNumbers(schema: TSchema, names: Set<string>): void {
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>
  for (const [name, property] of Object.entries(properties)) {
    if (property[EXACT] === true) names.add(name)
    else collectExactNumbers(property, names)
  }
  if (schema['items'] !== undefined) collectExactNumbers(schema['items'] as TSchema, names)
  for (const variant of (schema['anyOf'] ?? []) as TSchema[]) collectExactNumbers(variant, names)
}
