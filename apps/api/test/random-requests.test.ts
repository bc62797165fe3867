import type { TObject, TSchema } from '@sinclair/typebox'
import { type Operation, operations } from '@vadium/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book, type Key } from './harness/book.ts'
import { call, type CallOptions } from './harness/call.ts'
import { type RunningService, startService } from './harness/service.ts'

/** Requests an operation; each is answered within the operation's row, and its body by its schema. */
const requestsEach = 5000
const atOnce = 16

const book = new Book()
const [harbor, quay] = [book.party('harbor'), book.party('quay', 'bitgo')]
const deal = book.deal(harbor, quay)
const over = book.deal(harbor, quay, { position: { collateral_quantity: '9000' } })
for (let i = 0; i < 30; i += 1) book.transfer(deal, i % 2 ? harbor : quay, i % 2 ? quay : harbor)
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')
const keys: Key[] = (['viewer', 'admin', 'execution', 'reporting', 'operator'] as const).map(
  (role) => harbor.credential(role),
)

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const awkward = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    '',
    '\0',
    '%00',
    '-0',
    '1e9',
    '٣',
    'null',
    '__proto__',
    '../..',
    "' OR 1=1 --",
    '9'.repeat(30),
  ),
)

const knownValues = [
  deal.positionId,
  over.positionId,
  deal.positionId.toUpperCase(),
  `organizations/${harbor.id}`,
  `organizations/${quay.id}`,
  String(deal.orderNumber),
  'ETH',
  'BTC',
  'COMPLETED',
  'FAILED',
  'fireblocks',
  'bitgo',
]
const known = fc.constantFrom(...knownValues)

/** Twice, because such values alone get past the schema. */
function satisfying(pattern: RegExp): fc.Arbitrary<string>[] {
  const values = knownValues.filter((value) => pattern.test(value))
  return values.length === 0 ? [] : [fc.constantFrom(...values), fc.constantFrom(...values)]
}

/** Values for a member: mostly such as its schema describes, sometimes anything. */
function valueOf(schema: TSchema): fc.Arbitrary<unknown> {
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern']) : /^/
  const fitting: fc.Arbitrary<unknown>[] = [known, ...satisfying(pattern)]
  if (schema['type'] === 'integer') fitting.push(fc.integer({ min: -3, max: 1100 }))
  if (schema['type'] === 'boolean') fitting.push(fc.boolean())
  if (typeof schema['pattern'] === 'string') fitting.push(fc.stringMatching(pattern))
  return fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...fitting) },
    { weight: 1, arbitrary: awkward },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  )
}

function membersOf(schema: TObject): fc.Arbitrary<[string, unknown][]> {
  const named = Object.entries(schema.properties).map(([name, property]) =>
    valueOf(property).map((value): [string, unknown] => [name, value]),
  )
  const unnamed = fc
    .tuple(awkward, awkward)
    .map(([name, value]): [string, unknown] => [name, value])
  const member = fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...named) },
    { weight: 1, arbitrary: unnamed },
  )
  return fc.array(member, { maxLength: 4 })
}

function queryOf(schema: TObject): fc.Arbitrary<string> {
  return fc.tuple(membersOf(schema), fc.boolean()).map(([members, wellEncoded]) => {
    const pairs = members.map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const encode = (part: string) => encodeURIComponent(part.toWellFormed())
      // Unencoded, but still something an HTTP client can send at all.
      const plain = (part: string) => part.replaceAll(/[^!-~]/g, '').replaceAll('#', '')
      return wellEncoded ? `${encode(name)}=${encode(text)}` : `${plain(name)}=${plain(text)}`
    })
    return pairs.join('&')
  })
}

function bodyOf(schema: TObject): fc.Arbitrary<string | Uint8Array> {
  const object = membersOf(schema).map((members) => {
    const texts = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    return `{${texts.join(',')}}`
  })
  return fc.oneof(
    { weight: 6, arbitrary: object },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: awkward },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  )
}

function requestOf(operation: Operation): fc.Arbitrary<CallOptions> {
  const query = operation.query ? queryOf(operation.query) : fc.constant('')
  const body = operation.body ? bodyOf(operation.body) : fc.constant(undefined)
  const headers = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ 'content-type': 'text/plain' }, { 'x-api-key': 'x' }),
    },
  )
  const key = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...keys) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
  return fc.record({ query, body, headers, key }).map((parts) => ({
    method: operation.method,
    target: parts.query === '' ? operation.path : `${operation.path}?${parts.query}`,
    headers: parts.headers,
    ...(parts.body !== undefined && { body: parts.body }),
    ...(parts.key !== undefined && { key: parts.key }),
  }))
}

/** What an HTTP client or the signing will not let out is not what is tried here. */
function isSendable({ target }: CallOptions): boolean {
  return !target.includes('|')
}

describe.each(operations)('$id', (operation) => {
  it(`answers ${requestsEach} random requests as its row and its schemas say`, async () => {
    const seed = Date.now() & 0x7fffffff
    const samples = fc.sample(requestOf(operation).filter(isSendable), {
      numRuns: requestsEach,
      seed,
    })
    const statuses = new Map<number, number>()
    const next = samples.values()
    const worker = async () => {
      for (const options of next) {
        const reply = await call(service, options)
        const shown = JSON.stringify({ seed, ...options, key: undefined })
        expect(reply.status, `${shown} answered ${reply.text.slice(0, 500)}`).toBeLessThan(500)
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    // A generator that only meets refusals would prove little.
    expect(statuses.get(200) ?? 0, `seed ${seed}: ${[...statuses].join(' ')}`).toBeGreaterThan(50)
    expect(statuses.get(400) ?? 0).toBeGreaterThan(50)
  }, 120_000)
})
