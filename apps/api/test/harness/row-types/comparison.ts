import { accepts, type Kind, written } from './kind.ts'

/** A member of a row type. */
export interface Member {
  readonly name: string
  readonly kinds: readonly Kind[]
  /** Whether a row may be without it. */
  readonly isOptional: boolean
}

/** A column of what a statement answers. */
export interface Column {
  readonly name: string
  /** What the type parsers of the service make of it. */
  readonly kind: Kind
  /** As PostgreSQL names it: `int8`. */
  readonly type: string
  /** Why it may be null: `orders.terms_id may be null`. Undefined if nobody knows that it may. */
  readonly whyNull?: string
}

/** What is wrong with a row type, as a sentence for each member. */
export function faultsOf(members: readonly Member[], columns: readonly Column[]): string[] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const known = new Set(members.map(({ name }) => name))
  const extra = columns.map(({ name }) => name).filter((name) => !known.has(name))
  return members.flatMap(({ name, kinds, isOptional }) => {
    const column = byName.get(name)
    if (column === undefined) return isOptional ? [] : [missing(name, extra)]
    return faultsOfMember(name, kinds, column)
  })
}

function missing(name: string, extra: readonly string[]): string {
  const instead = extra.length === 0 ? '' : `, but ${extra.join(', ')}`
  return `${name}: PostgreSQL returns no such column${instead}`
}

function faultsOfMember(name: string, kinds: readonly Kind[], column: Column): string[] {
  const { kind, type, whyNull } = column
  const isOther = !accepts(kinds, kind)
  const isNull = whyNull !== undefined && !accepts(kinds, 'null')
  return [
    ...(isOther ? [`${name} is ${written(kinds)}, but ${type} arrives as ${written([kind])}`] : []),
    ...(isNull ? [`${name} is ${written(kinds)}, but ${whyNull}`] : []),
  ]
}
