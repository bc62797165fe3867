import { type Operation, operations, Timestamp } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, type Reply } from '../../harness/call.ts'
import { openExampleBooks } from '../../harness/example-books.ts'
import type { Example } from '../../harness/example-preparations.ts'
import { exampleOf } from '../../harness/example-requests.ts'
import type { LivingBooks } from '../../harness/living-books.ts'
import { isLongRun } from '../../harness/long-run.ts'

interface Schema {
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Where a request has a time: the path to it, in the query or in the body. */
interface TimeMember {
  readonly part: 'query' | 'body'
  readonly path: readonly string[]
}

function timesIn(schema: Schema | undefined, path: readonly string[] = []): string[][] {
  if (schema === undefined) return []
  if (schema.pattern === Timestamp.pattern) return [[...path]]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      timesIn(property, [...path, name]),
    ),
    ...timesIn(schema.items, [...path, '0']),
  ]
}

const readers = operations.flatMap((operation) =>
  (['query', 'body'] as const).flatMap((part) =>
    timesIn(operation[part] as Schema | undefined).map(
      (path) => [`${operation.id} ${path.join('.')}`, operation, { part, path }] as const,
    ),
  ),
)

let opened: LivingBooks
const examples = new Map<Operation, Example>()
beforeAll(async () => {
  opened = await openExampleBooks()
  const [book] = opened.books
  for (const operation of new Set(readers.map(([, reader]) => reader))) {
    examples.set(operation, await exampleOf(operation, book))
  }
}, 60_000)
afterAll(() => opened.close())

/** The example of an operation with another time in it. */
function asked(operation: Operation, { part, path }: TimeMember, time: string): Promise<Reply> {
  const [book] = opened.books
  const example = examples.get(operation)
  if (example === undefined) throw new Error(`there is no example of ${operation.id}`)
  const [role = 'operator'] = operation.roles
  const key = (role === 'operator' ? book.platform : example.member).keys[role]
  const { member: _member, ...parts } = example
  const changed = withValue(parts[part] ?? {}, path, time) as Record<string, string>
  // A range needs both ends.
  const range = path[0] === 'from' ? { to: '9999-12-31T23:59:59.999Z' } : {}
  const first = path[0] === 'to' && part === 'query' ? { from: '0001-01-01T00:00:00.000Z' } : {}
  return call(
    book.service,
    callOf(operation, { ...parts, [part]: { ...first, ...changed, ...range }, key }),
  )
}

function withValue(target: unknown, [name, ...rest]: readonly string[], value: string): unknown {
  if (name === undefined) return value
  if (Array.isArray(target)) return target.map((item) => withValue(item, rest, value))
  const members = target as Readonly<Record<string, unknown>>
  return { ...members, [name]: withValue(members[name] ?? {}, rest, value) }
}

const failures = () => opened.service.log.filter((line) => line.includes('"err":'))

const refusedTimes: [what: string, time: string][] = [
  ['of the year 0000', '0000-01-01T00:00:00.000Z'],
  ['of a day alone', '2026-03-02'],
  ['of the year 10000', '10000-01-01T00:00:00.000Z'],
  ['of the month 13', '2026-13-01T00:00:00.000Z'],
  ['of the hour 24', '2026-03-02T24:00:00.000Z'],
  ['of the second 60', '2026-03-02T12:00:60.000Z'],
]
const acceptedTimes: [what: string, time: string][] = [
  ['on a day that does not exist', '2026-02-30T00:00:00.000Z'],
  ['at the beginning of the calendar', '0001-01-01T00:00:00.000Z'],
  ['on the second day of it', '0001-01-02T00:00:00.000Z'],
]

describe.each(readers)('the time %s', (_name, operation, member) => {
  const isFirst = readers[0]?.[1] === operation
  it.each(isLongRun || isFirst ? refusedTimes : refusedTimes.slice(0, 2))(
    'is refused: %s',
    async (_what, time) => {
      const reply = await asked(operation, member, time)
      expect(reply.status, reply.text).toBe(400)
      const { error } = reply.body as { error: { details: { field: string }[] } }
      expect(error.details.map(({ field }) => field)).toContain(member.path.join('.'))
    },
  )

  it.each(isLongRun ? acceptedTimes : acceptedTimes.slice(0, 2))(
    'is accepted: %s',
    async (_what, time) => {
      const reply = await asked(operation, member, time)
      expect(reply.status, `${reply.text}\n${failures().join('')}`).toBeLessThan(500)
    },
  )
})

it('finds times in more than a few places', () => {
  expect(readers.length).toBeGreaterThan(10)
})
