import { type TSchema, TypeRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

// TypeBox does not look into schemas whose type is only asserted. The ones of the service are
// enumerations, exact numbers and objects of any form.
TypeRegistry.Set<TSchema>('Unsafe', (schema, value) => {
  const values: unknown = schema['enum']
  if (Array.isArray(values)) return values.includes(value)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return schema['type'] === 'object' ? isObject : typeof value === schema['type']
})

/** The first member that a schema refuses. */
export interface Fault {
  /** A JSON pointer. */
  readonly path: string
  readonly message: string
}

export function faultIn(schema: TSchema, value: unknown): Fault | undefined {
  return Value.Errors(schema, value).First()
}

export function fits(schema: TSchema, value: unknown): boolean {
  return Value.Check(schema, value)
}

/** Text with the types that a schema asks for, as far as it has their form. */
export function converted(schema: TSchema, value: unknown): unknown {
  return Value.Convert(schema, value)
}
