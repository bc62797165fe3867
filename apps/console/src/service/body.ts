import type { Static, TObject } from '@sinclair/typebox'

/**
 * What is typed into a form, by the path of its member, such as `terms.haircut`. A list of values
 * is a list; a list of objects is the list of their keys, such as `a` of `rules.a.approvals`.
 */
export type Draft = Readonly<Record<string, string | readonly string[]>>

/** What is typed in a field. */
export function textAt(draft: Draft, name: string): string {
  const typed = draft[name] ?? ''
  return typeof typed === 'string' ? typed : ''
}

/** What is chosen of a list. */
export function listAt(draft: Draft, name: string): readonly string[] {
  const chosen = draft[name] ?? []
  return typeof chosen === 'string' ? [] : chosen
}

/** The values of a field, be it a list or one of them. */
export function chosenAt(draft: Draft, name: string): readonly string[] {
  return [draft[name] ?? ''].flat()
}

/** What is wrong with the members of a body, by their paths, such as `rules.0.approvals`. */
export type Faults = Readonly<Record<string, string>>

/** What the schema of an operation says of a member. */
export interface MemberSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, MemberSchema>>
  readonly required?: readonly string[] | undefined
  readonly items?: MemberSchema
  readonly anyOf?: readonly MemberSchema[]
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly description?: string
  readonly 'x-expected'?: string
}

const joined = (at: string, name: string | number) => (at === '' ? `${name}` : `${at}.${name}`)

/** The schema of a member that may be null, without null. */
const valued = ({ anyOf, ...schema }: MemberSchema): MemberSchema => ({
  ...anyOf?.find(({ type }) => type !== 'null'),
  ...schema,
})

const mayBeNull = ({ anyOf }: MemberSchema) => anyOf?.some(({ type }) => type === 'null') === true

/** Whether a text may have several lines. Its white space is part of it, as it is typed. */
const hasLines = (schema: MemberSchema): boolean => {
  const { pattern } = valued(schema)
  return pattern !== undefined && new RegExp(pattern, 'u').test('a\nb')
}

/** The schema of a member by its path. Empty if there is no such member. */
export function memberAt(schema: MemberSchema, path: string): MemberSchema {
  let member = schema
  for (const name of path.split('.')) {
    const { properties, items } = valued(member)
    member = items ?? properties?.[name] ?? {}
  }
  return valued(member)
}

/**
 * The body that is typed, as far as it is. An empty text is no value, or null where that is one.
 */
export function typedBody(schema: MemberSchema, draft: Draft, at = ''): unknown {
  const { properties, items, type } = valued(schema)
  if (properties !== undefined) {
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, member]) => {
        const value = typedBody(member, draft, joined(at, name))
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }
  const typed = draft[at] ?? ''
  if (typeof typed !== 'string') {
    if (items?.properties === undefined) return typed
    return typed.map((key) => typedBody(items, draft, joined(at, key)))
  }
  const text = typed.trim()
  if (text === '') return mayBeNull(schema) ? null : undefined
  if (hasLines(schema)) return typed
  // Only what counts something is a number. Amounts stay the text that was typed.
  if (type === 'integer') return /^\d{1,15}$/.test(ungrouped(text)) ? Number(ungrouped(text)) : text
  // What the member allows as it is typed stays so: a name may have commas.
  const member = valued(schema)
  return !isAllowed(member, text) && isAllowed(member, ungrouped(text)) ? ungrouped(text) : text
}

/**
 * A decimal without the separators of its groups: `1,000,000` and `1 000.5` are clear. `1,500`
 * stays, because it may also mean one and a half.
 */
export function ungrouped(text: string): string {
  const isClear =
    /^-?\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?$/.test(text) ||
    /^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(text) ||
    /^-?\d{1,3}(?:[ \u{a0}\u{202f}]\d{3})+(?:\.\d+)?$/u.test(text)
  return isClear ? text.replaceAll(/[, \u{a0}\u{202f}]/gu, '') : text
}

/** Every member that the schema refuses. */
export function faultsIn(schema: MemberSchema, value: unknown, at = ''): Faults {
  if (value === null && mayBeNull(schema)) return {}
  const { properties, required = [], items, ...member } = valued(schema)
  if (properties !== undefined && typeof value === 'object' && value !== null) {
    const given = new Map<string, unknown>(Object.entries(value))
    const [first] = Object.keys(properties)
    if (first !== undefined && given.size < (member.minProperties ?? 0)) {
      return { [joined(at, first)]: 'is required, or one of the others' }
    }
    return together(
      Object.entries(properties).map(([name, inner]) => {
        const path = joined(at, name)
        if (given.has(name)) return faultsIn(inner, given.get(name), path)
        return required.includes(name) ? { [path]: 'is required' } : {}
      }),
    )
  }
  if (items !== undefined && Array.isArray(value)) {
    if (value.length < (member.minItems ?? 0)) return { [at]: 'is required' }
    return together(value.map((item: unknown, i) => faultsIn(items, item, joined(at, i))))
  }
  return isAllowed(member, value) ? {} : { [at]: `must be ${expected(member)}` }
}

const together = (parts: readonly Faults[]): Faults =>
  Object.fromEntries(parts.flatMap((part) => Object.entries(part)))

function isAllowed(member: MemberSchema, value: unknown): boolean {
  if (typeof value === 'number') {
    return value >= (member.minimum ?? value) && value <= (member.maximum ?? value)
  }
  if (typeof value !== 'string' || member.type === 'integer') return false
  const { length } = Array.from(value)
  return (
    (member.enum?.includes(value) ?? true) &&
    length >= (member.minLength ?? 0) &&
    length <= (member.maxLength ?? length) &&
    (member.pattern === undefined || new RegExp(member.pattern, 'u').test(value))
  )
}

function expected({ 'x-expected': words, type, minimum, maximum }: MemberSchema): string {
  if (words !== undefined) return words
  if (type !== 'integer') return 'one of the offered values'
  return `a whole number from ${minimum ?? 0}${maximum === undefined ? '' : ` to ${maximum}`}`
}

/** The seconds of a time that is typed in another unit. What is no number stays, and is a fault. */
export function secondsOf(typed: string, unitSeconds: number): string {
  const text = typed.trim()
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(text)
    ? String(Math.round(Number(text) * unitSeconds))
    : text
}

/** The other way: a time of the body, as it is typed in another unit. */
export const inUnit = (seconds: number, unitSeconds: number): string =>
  String(Number((seconds / unitSeconds).toFixed(9)))

/** Whether a value is a body that the schema allows. */
export const isBodyOf = <Schema extends TObject>(
  schema: Schema,
  value: unknown,
): value is Static<Schema> => Object.keys(faultsIn(schema, value)).length === 0
