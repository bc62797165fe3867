import { Kind, type TSchema, TypeRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

// TypeBox does not look into schemas whose type is only asserted. The ones of the service are
// enumerations, exact numbers and objects of any form.
TypeRegistry.Set<TSchema>('Unsafe', (schema, value) => {
  const values: unknown = schema['enum']
  if (Array.isArray(values)) return values.includes(value)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return schema['type'] === 'object' ? isObject : typeof value === schema['type']
})

/** A text whose pattern has classes of Unicode. */
const unicodeText = 'UnicodeText'
TypeRegistry.Set<TSchema>(unicodeText, (schema, value) => {
  const { pattern, minLength = 0, maxLength = Infinity } = schema as TSchema & Bounds
  if (typeof value !== 'string') return false
  return (
    value.length >= minLength && value.length <= maxLength && new RegExp(pattern, 'u').test(value)
  )
})

interface Bounds {
  readonly pattern: string
  readonly minLength?: number
  readonly maxLength?: number
}

/** The first member that a schema refuses. */
export interface Fault {
  /** A JSON pointer. */
  readonly path: string
  readonly message: string
}

export function faultIn(schema: TSchema, value: unknown): Fault | undefined {
  return Value.Errors(ofUnicode(schema), value).First()
}

export function fits(schema: TSchema, value: unknown): boolean {
  return Value.Check(ofUnicode(schema), value)
}

/** Text with the types that a schema asks for, as far as it has their form. */
export function converted(schema: TSchema, value: unknown): unknown {
  return Value.Convert(schema, value)
}

const known = new WeakMap<TSchema, TSchema>()

/**
 * A schema as the service reads it. TypeBox reads the pattern of a text without classes of Unicode:
 * in `[^\p{C}]` it sees the letters `p` and `C`.
 */
function ofUnicode(schema: TSchema): TSchema {
  const read = known.get(schema) ?? (readInUnicode(schema) as TSchema)
  known.set(schema, read)
  return read
}

function readInUnicode(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(readInUnicode)
  if (typeof part !== 'object' || part === null) return part
  const read: Record<string | symbol, unknown> = { ...part }
  for (const [name, member] of Object.entries(part)) read[name] = readInUnicode(member)
  const { pattern } = read
  if (typeof pattern !== 'string' || !pattern.includes('\\p{')) return read
  return { ...read, [Kind]: unicodeText }
}
