import { Decimal } from '@vadium/margin'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import { CommandError, type CommandIssue } from '../errors/command-error.ts'
import { unknownMember } from '../presentations/chosen-members.ts'
import { type MemberPath, plainMembers, resourceOf, valueAt } from '../schemas/answer-members.ts'
import { isPaged, listShapeOf } from '../schemas/list-shape.ts'

/** The most resources that are sorted here. */
const SORTED_MAX = 100_000

/** Which resources of a list are printed, and in which order. */
export interface ListChoice {
  /** The most resources. Default: a page, or with --all every page. */
  readonly limit: number | undefined
  readonly order: ListOrder | undefined
}

interface ListOrder {
  readonly path: MemberPath
  readonly isDescending: boolean
}

/**
 * What `--limit` and `--sort` choose of a list.
 *
 * @throws CommandError if the limit is no count, or the items have no such member.
 */
export function listChoice(
  operation: Operation,
  { limit, sort, all }: CommandContext['flags'],
): ListChoice {
  // An operation may have a parameter of the same name.
  if (listShapeOf(operation) === undefined) return { limit: undefined, order: undefined }
  const issues: CommandIssue[] = []
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit)) {
    issues.push({ field: '--limit', issue: 'must be a whole number, 1 or more' })
  }
  if (limit !== undefined && all === true) {
    issues.push({ field: '--limit', issue: 'cannot be given with --all' })
  }
  const order = sort === undefined ? undefined : orderOf(sort)
  if (order !== undefined) issues.push(...orderFaults(operation, order))
  if (issues.length > 0) throw new CommandError('Not sent: a value is invalid.', issues)
  return { limit: limit === undefined ? undefined : Number(limit), order }
}

/** Whether what is printed is another list than the service answers. */
export function isRearranged(operation: Operation, { limit, order }: ListChoice): boolean {
  return order !== undefined || (limit !== undefined && !isPaged(operation))
}

/** The items of a whole list that are printed, in their order. */
export function chosenItems(
  items: readonly unknown[],
  { limit, order }: ListChoice,
): readonly unknown[] {
  const ordered = order === undefined ? items : sorted(items, order)
  return ordered.slice(0, limit)
}

/** @throws CommandError if a list has become too long to be sorted. */
export function checkSortable(count: number): void {
  if (count <= SORTED_MAX) return
  throw new CommandError('The list is too long to be sorted here.', [
    { field: '--sort', issue: `sorts up to ${SORTED_MAX} resources: filter the list` },
  ])
}

function orderOf(sort: string): ListOrder {
  const isDescending = sort.startsWith('-')
  return { path: sort.slice(isDescending ? 1 : 0).split('.'), isDescending }
}

function orderFaults(operation: Operation, { path }: ListOrder): CommandIssue[] {
  const resource = resourceOf(operation)
  const unknown = unknownMember('--sort', path, resource)
  if (unknown.length > 0) return unknown
  const name = path.join('.')
  const plain = plainMembers(resource).some((one) => one.join('.') === name)
  const issue = `${JSON.stringify(name)} has more than one value`
  return plain ? [] : [{ field: '--sort', issue }]
}

/**
 * Figures by their size, other values by their text. What has no value comes last, and equal
 * resources stay in the order of the service.
 */
function sorted(items: readonly unknown[], { path, isDescending }: ListOrder): unknown[] {
  const keyed = items.map((item) => ({ item, key: keyOf(valueAt(item, path)) }))
  const isFigure = keyed.every(({ key }) => key === undefined || /^-?\d+(?:\.\d+)?$/.test(key))
  const given = keyed.flatMap(({ item, key }) => (key === undefined ? [] : [{ item, key }]))
  const compare = isFigure ? bySize(given.map(({ key }) => key)) : byText
  given.sort((a, b) => (isDescending ? compare(b.key, a.key) : compare(a.key, b.key)))
  return [...given, ...keyed.filter(({ key }) => key === undefined)].map(({ item }) => item)
}

function keyOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Each figure is read once. */
function bySize(keys: readonly string[]): (a: string, b: string) => number {
  const figures = new Map(keys.map((key) => [key, new Decimal(key)]))
  return (a, b) => figures.get(a)?.comparedTo(figures.get(b) ?? a) ?? 0
}
