import { expect } from 'vitest'
import { isRecord } from '../src/differences.ts'
import { verifyCloseOut } from '../src/index.ts'
import { another, changedAt, leavesOf } from './reply.ts'

type Path = (string | number)[]

/** A statement with one change. */
export interface ChangedStatement {
  /** Where it was changed, as a difference names the place. */
  place: string
  /** Whether the place is an input or a period: then what follows from it may differ instead. */
  isInput: boolean
  change: string
  statement: unknown
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((found, key) => {
    if (Array.isArray(found)) return found[Number(key)]
    return isRecord(found) ? found[key] : undefined
  }, value)

/** Elements are named by their names, or else by their numbers. */
const placeOf = (statement: unknown, path: Path): string =>
  path
    .map((key, index) => {
      const element = at(statement, path.slice(0, index + 1))
      const name = isRecord(element) && typeof key === 'number' ? element['name'] : undefined
      return typeof name === 'string' ? name : String(key)
    })
    .reduce((place, key) => `${place}.${key}`, 'statement')

const objectsOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const own = Array.isArray(value) ? [] : [path]
  const keyOf = (key: string) => (Array.isArray(value) ? Number(key) : key)
  return [...own, ...entries.flatMap(([key, item]) => objectsOf(item, [...path, keyOf(key)]))]
}

const without = (value: unknown, path: Path): unknown =>
  changedAt(value, path.slice(0, -1), (found) =>
    Object.fromEntries(Object.entries(found ?? {}).filter(([name]) => name !== path.at(-1))),
  )

/** A text with another digit, for each of its digits. */
function* withOtherDigits(leaf: unknown): Generator<string> {
  if (typeof leaf !== 'string') return
  for (const { 0: digit, index } of leaf.matchAll(/\d/g)) {
    const other = (Number(digit) + 1) % 10
    yield `${leaf.slice(0, index)}${other}${leaf.slice(index + 1)}`
  }
}

/** Where an input came from, and when it was observed, cannot be computed. */
const isUnverifiable = (path: Path, value: unknown): boolean => {
  const [, list, index] = path
  const last = path.at(-1)
  if (list === 'interest_periods') return last === 'source'
  if (list !== 'inputs' || (last !== 'source' && last !== 'observed_at')) return false
  const inputs = at(value, ['calculation', 'inputs'])
  return Array.isArray(inputs) && Number(index) < inputs.length - 8
}

/** Every member with another value, left out, and added; and, if asked for, with other digits. */
export function* changesOf(statement: unknown, digits: 'digits' | 'no digits') {
  const changed = (path: Path, change: string, value: unknown): ChangedStatement => ({
    place: placeOf(statement, path),
    isInput: path[1] === 'inputs' || path[1] === 'interest_periods',
    change,
    statement: value,
  })
  for (const path of leavesOf(statement)) {
    yield changed(path, 'left out', without(statement, path))
    if (isUnverifiable(path, statement)) continue
    const leaf = at(statement, path)
    for (const other of [another(leaf), ...(digits === 'digits' ? withOtherDigits(leaf) : [])]) {
      yield changed(
        path,
        `${String(leaf)} to ${String(other)}`,
        changedAt(statement, path, () => other),
      )
    }
  }
  for (const path of objectsOf(statement)) {
    const more = changedAt(statement, path, (found) => ({ ...Object(found), later: '1' }))
    yield changed([...path, 'later'], 'added', more)
  }
}

/** Expects that each change is refused, and that the member which was changed is named. */
export function expectNamed(changes: Iterable<ChangedStatement>): void {
  for (const { place, isInput, change, statement } of changes) {
    // @ts-expect-error anything may come over the wire
    const { ok, differences } = verifyCloseOut(statement)
    const members = differences.map(({ member }) => member)
    expect(ok, `${place}: ${change}`).toBe(false)
    if (!isInput) expect(members, change).toContain(place)
  }
}
