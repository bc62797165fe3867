/**
 * What a value is: the same words for a member of a row type and for a column. `json` is what JSON
 * may be; `unknown` is anything.
 */
export type Kind = (typeof simpleKinds)[number] | ArrayOf

export const simpleKinds = [
  'string',
  'number',
  'boolean',
  'bigint',
  'null',
  'undefined',
  'Date',
  'Buffer',
  'object',
  'json',
  'unknown',
] as const

export interface ArrayOf {
  readonly items: readonly Kind[]
}

/** Whether a member of these kinds may be of a kind that is received. */
export function accepts(member: readonly Kind[], received: Kind): boolean {
  return member.some((kind) => isAccepted(kind, received))
}

function isAccepted(kind: Kind, received: Kind): boolean {
  if (kind === 'unknown') return true
  if (received === 'json') return typeof kind === 'object' || jsonKinds.has(kind)
  if (typeof kind !== 'object' || typeof received !== 'object') return kind === received
  return received.items.every((item) => accepts(kind.items, item))
}

const jsonKinds: ReadonlySet<Kind> = new Set(['string', 'number', 'boolean', 'object', 'json'])

/** As TypeScript writes it, with null last. */
export function written(kinds: readonly Kind[]): string {
  const last = kinds.filter((kind) => kind === 'null')
  return [...kinds.filter((kind) => kind !== 'null'), ...last]
    .map((kind) => (typeof kind === 'object' ? arrayOf(kind) : kind))
    .join(' | ')
}

const arrayOf = ({ items }: ArrayOf) =>
  items.length === 1 ? `${written(items)}[]` : `(${written(items)})[]`
