/** The values of an enumeration of the schema, in its order. */
export function enumValues<Value extends string>(schema: {
  readonly static: Value
}): readonly Value[] {
  const values = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : []
  return values.filter((value): value is Value => typeof value === 'string')
}
