/** What the generator reads of a JSON Schema, as TypeBox writes it. */
export interface Schema {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[] | undefined
  readonly minProperties?: number
  readonly examples?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly 'x-expected'?: string
  readonly 'x-exact-number'?: boolean
}

export function membersOf({ properties = {} }: Schema): [name: string, member: Schema][] {
  return Object.entries(properties)
}

export function isRequired({ required = [] }: Schema, name: string): boolean {
  return required.includes(name)
}

export function hasOnlyOptionalMembers({ required = [] }: Schema): boolean {
  return required.length === 0
}

/** The member of an answer that is its list. */
export function listOf(answer: Schema): { name: string; item: Schema } | undefined {
  for (const [name, { items }] of membersOf(answer)) {
    if (items !== undefined) return { name, item: items }
  }
  return undefined
}

/** Whether anything in it, at any depth, is one of a list of values. */
export function hasEnumeration(schema: Schema): boolean {
  const parts = [...membersOf(schema).map(([, member]) => member), ...(schema.anyOf ?? [])]
  if (schema.items !== undefined) parts.push(schema.items)
  return schema.enum !== undefined || parts.some(hasEnumeration)
}
