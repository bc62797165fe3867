import type { TSchema } from '@sinclair/typebox'
import { DecimalString, QuantityString, Timestamp, Uuid } from '@vadium/schema'
import { enumerated } from '../schemas/schema-faults.ts'
import { isUnnamedOrganization } from './organization-member.ts'
import type { ItemList, ListColumn, NameOf } from './presentation.ts'
import { shortId, shownValue, wordsOfName } from './shown-value.ts'
import type { Times } from './time.ts'

// The kinds of members, the most useful in a table first.
const kinds = [
  'own id',
  'name',
  'choice',
  'text',
  'figure',
  'flag',
  'time',
  'id',
  'compound',
] as const
type Kind = (typeof kinds)[number]

const COLUMNS_MAX = 9
// The columns that identify a line stay on a narrow terminal.
const STAYING = 3

interface Member {
  readonly name: string
  readonly kind: Kind
  readonly required: boolean
  /** Whether it is the id of an organization without its name in the member beside it. */
  readonly isUnnamed: boolean
}

/**
 * The columns of any list: the plain values that matter most, ids and times shortened. --wide shows
 * all
 * there are, and whole.
 *
 * @param chosen The members to show, the most important first, in place of those that the schema
 *   suggests.
 */
export function plainList(itemSchema: TSchema, chosen?: readonly string[]): ItemList {
  const properties = Object.entries((itemSchema['properties'] ?? {}) as Record<string, TSchema>)
  const always = (itemSchema['required'] ?? []) as readonly string[]
  const members = properties.map(([name, schema]) => ({
    name,
    kind: kindOf(name, schema),
    required: always.includes(name),
    isUnnamed: isUnnamedOrganization(name, itemSchema['properties'] as object),
  }))
  const important =
    chosen === undefined
      ? suggested(members)
      : chosen.flatMap((name) => members.filter((member) => member.name === name))
  const shown = chosen === undefined ? members.filter((one) => important.includes(one)) : important
  return {
    columns: [
      ...shown.map((member) => shortColumn(member, important.indexOf(member))),
      ...members.flatMap((member) =>
        member.isUnnamed ? [wideColumn(member), nameColumn(member)] : [wideColumn(member)],
      ),
    ],
  }
}

function suggested(members: readonly Member[]): readonly Member[] {
  const rank = ({ kind }: Member) => kinds.indexOf(kind)
  return members
    .filter(({ kind }) => kind !== 'compound')
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, COLUMNS_MAX)
}

function kindOf(name: string, schema: TSchema): Kind {
  // A nullable member is a union, and is shown like its value.
  const [{ type, pattern } = schema] = (schema['anyOf'] ?? [schema]) as TSchema[]
  if (pattern === Uuid.pattern) return name === 'id' ? 'own id' : 'id'
  if (/(?:^|_)(?:name|number|pretty|slug|symbol)$/.test(name)) return 'name'
  if (pattern === Timestamp.pattern) return 'time'
  if (pattern === DecimalString.pattern || pattern === QuantityString.pattern) return 'figure'
  if (enumerated(schema) !== undefined) return 'choice'
  if (type === 'boolean') return 'flag'
  if (type === 'integer' || type === 'number') return 'figure'
  return type === 'string' ? 'text' : 'compound'
}

function shortColumn(member: Member, importance: number): ListColumn<unknown> {
  const shorten = member.kind.endsWith('id') ? shortId : String
  return {
    ...columnOf(member, (value, nameOf, times) => {
      const text = textOf(member, value, times)
      return (member.kind === 'id' ? nameOf(text) : undefined) ?? shorten(text)
    }),
    only: 'compact',
    ...(member.isUnnamed && { namesOrganizations: true }),
    ...(importance >= STAYING && { leavesAs: -importance }),
  }
}

function wideColumn(member: Member): ListColumn<unknown> {
  const inside = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))
  const isInside = member.kind === 'compound'
  return {
    ...columnOf(member, (value, _nameOf, times) =>
      isInside ? inside(value) : textOf(member, value, times),
    ),
    only: 'wide',
  }
}

/** A column of times has them as they were sent. */
function textOf({ kind }: Member, value: unknown, { whole }: Times): string {
  return shownValue(value, kind === 'time' ? String : whole)
}

function nameColumn(member: Member): ListColumn<unknown> {
  const name = member.name.replace(/_id$/, '_name')
  return {
    ...columnOf(member, (value, nameOf) => nameOf(shownValue(value, String)) ?? ''),
    heading: wordsOfName(name).toUpperCase(),
    only: 'wide',
    mayBeMissing: true,
    namesOrganizations: true,
  }
}

function columnOf(
  { name, kind, required }: Member,
  text: (value: unknown, nameOf: NameOf, times: Times) => string,
): ListColumn<unknown> {
  const words = wordsOfName(name).toUpperCase()
  return {
    heading: kind === 'time' ? words.replace(/ TIME$/, '') : words,
    value: (item, ...shown) => text((item as Readonly<Record<string, unknown>>)[name], ...shown),
    ...(!required && { mayBeMissing: true }),
    ...(kind === 'figure' && { kind, align: 'right' }),
    ...(kind === 'time' && { kind }),
    ...(/(?:status|state|outcome)$/.test(name) && { kind: 'state' }),
  }
}
