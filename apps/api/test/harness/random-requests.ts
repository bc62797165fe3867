import type { TObject, TSchema } from '@sinclair/typebox'
import { type Operation, roles, Timestamp } from '@vadium/schema'
import fc from 'fast-check'
import type { Key } from './book.ts'
import { type CallOptions, targetOf } from './call.ts'
import type { Example } from './example-preparations.ts'
import type { LivingBook } from './living-book.ts'

/** The material of random requests besides the schemas: existing resources, and valid requests. */
export interface Material {
  readonly book: LivingBook
  readonly examples: ReadonlyMap<Operation, Example>
}

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
    '0000-01-01T00:00:00.000Z',
    '2026-02-31T00:00:00.000Z',
  ),
)

const words = fc.string()
/** To make one takes ten milliseconds, and the operations have hundreds of patterns. */
const matching = new Map<string, fc.Arbitrary<string>>()

/** Strings that match a pattern. */
function textLike(pattern: string): fc.Arbitrary<string> {
  const expression = new RegExp(pattern)
  // A string that matches a lookahead cannot be generated, only selected from strings generated
  // without it.
  const made =
    matching.get(pattern) ??
    fc
      .stringMatching(new RegExp(pattern.replace(lookAhead, '')))
      .filter((value) => expression.test(value))
  matching.set(pattern, made)
  return made
}

/** Far enough to be another time, and near enough that a sandbox reaches it at once. */
const times = fc
  .integer({ min: -120_000, max: 120_000 })
  .map((ms) => new Date(Date.parse('2026-03-02T12:00:00.000Z') + ms).toISOString())

/** Random requests of the operations of a service. */
export class RandomRequests {
  readonly #material: Material
  readonly #known: readonly string[]
  readonly #keys: readonly Key[]

  constructor(material: Material) {
    this.#material = material
    const { lender, borrower, platform, firstDeal, firstTransferId, agreementId } = material.book
    this.#known = [
      firstDeal.positionId,
      firstDeal.positionId.toUpperCase(),
      firstDeal.orderId,
      String(firstDeal.orderNumber),
      firstTransferId,
      agreementId,
      lender.accountId,
      ...[lender, borrower].flatMap(({ party }) => [
        party.id,
        `organizations/${party.id}`,
        party.wallets.BTC,
        party.wallets.ETH,
      ]),
      ...['BTC', 'ETH', 'COMPLETED', 'PENDING_ACCEPTANCE', 'simulated', 'bitgo', '12.5', '1'],
    ]
    this.#keys = [lender, borrower, platform].flatMap(({ keys }) => roles.map((role) => keys[role]))
  }

  of(operation: Operation): fc.Arbitrary<CallOptions> {
    const example = this.#material.examples.get(operation)
    if (example === undefined) throw new Error(`there is no example of ${operation.id}`)
    const headers = fc.oneof(
      { weight: 8, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          { 'content-type': 'text/plain' },
          { 'x-api-key': 'x' },
          { 'idempotency-key': 'used again and again' },
          { 'idempotency-key': 'used-again-and-again' },
        ),
      },
    )
    return fc
      .record({
        path: this.#path(operation, example),
        query: operation.query ? this.#query(operation.query, example) : fc.constant(''),
        body: this.#body(operation, example),
        headers,
        key: this.#key(operation, example),
      })
      .map(({ path, query, body, headers: extra, key }) => ({
        method: operation.method,
        target: query === '' ? path : `${path}?${query}`,
        headers: extra,
        ...(body !== undefined && { body }),
        ...(key !== undefined && { key }),
      }))
      .filter(isSendable)
  }

  /** Mostly a permitted caller. */
  #key({ roles: allowed }: Operation, { member }: Example): fc.Arbitrary<Key | undefined> {
    const fitting = allowed.map((role) =>
      role === 'operator' ? this.#material.book.platform.keys.operator : member.keys[role],
    )
    return fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...fitting) },
      { weight: 2, arbitrary: fc.constantFrom(...this.#keys) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    )
  }

  #path(operation: Operation, example: Example): fc.Arbitrary<string> {
    const names = Object.keys(operation.params?.properties ?? {})
    if (names.length === 0) return fc.constant(operation.path)
    const values = names.map((name) => {
      // Values of the examples, and of no other resource: a request must not lock out its caller.
      const fitting = [...this.#material.examples.values()].flatMap(({ params }) => {
        const value = params?.[name]
        return value === undefined ? [] : [value, value.toUpperCase()]
      })
      return fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...fitting) },
        { weight: 1, arbitrary: fc.constantFrom(example.params?.[name] ?? '') },
        { weight: 1, arbitrary: fc.uuid() },
        { weight: 1, arbitrary: awkward.map((text) => encodeURIComponent(text.toWellFormed())) },
      )
    })
    return fc
      .tuple(...values)
      .map((chosen) =>
        targetOf(operation, Object.fromEntries(names.map((name, i) => [name, chosen[i] ?? '']))),
      )
  }

  #query(schema: TObject, { query = {} }: Example): fc.Arbitrary<string> {
    const given = fc.constant(Object.entries(query))
    const members = fc.oneof(
      { weight: 1, arbitrary: given },
      { weight: 5, arbitrary: this.#members(schema) },
    )
    return fc.tuple(members, fc.boolean()).map(([entries, wellEncoded]) => {
      const pairs = entries.map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        const encode = (part: string) => encodeURIComponent(part.toWellFormed())
        // Not encoded, but an HTTP client can still send it.
        const plain = (part: string) => part.replaceAll(/[^!-~]/g, '').replaceAll('#', '')
        return wellEncoded ? `${encode(name)}=${encode(text)}` : `${plain(name)}=${plain(text)}`
      })
      return pairs.join('&')
    })
  }

  #body(
    { body: schema }: Operation,
    { body }: Example,
  ): fc.Arbitrary<string | Uint8Array | undefined> {
    if (schema === undefined) {
      return fc.oneof(
        { weight: 9, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('{}', '', 'x') },
      )
    }
    const entries = Object.entries(body ?? {}) as [string, unknown][]
    // A valid request with some members changed, given twice or left out.
    const changed = fc
      .tuple(this.#members(schema), fc.subarray(entries, { minLength: entries.length > 2 ? 2 : 0 }))
      .map(([others, kept]) => [...kept.filter(([name]) => !named(others, name)), ...others])
    return fc.oneof(
      { weight: 2, arbitrary: fc.constant(JSON.stringify(body ?? {})) },
      {
        weight: 3,
        arbitrary: this.#members(schema, 2).map((others) =>
          objectText([...entries.filter(([name]) => !named(others, name)), ...others]),
        ),
      },
      { weight: 2, arbitrary: changed.map(objectText) },
      { weight: 1, arbitrary: this.#object(schema).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.oneof(fc.json(), awkward, fc.uint8Array({ maxLength: 200 })) },
    )
  }

  #members(schema: TObject, maxLength = 4): fc.Arbitrary<[string, unknown][]> {
    const members = Object.entries(schema.properties).map(([name, property]) =>
      this.#value(property).map((value): [string, unknown] => [name, value]),
    )
    const unnamed = fc
      .tuple(awkward, awkward)
      .map(([name, value]): [string, unknown] => [name, value])
    const member =
      members.length === 0
        ? unnamed
        : fc.oneof(
            { weight: 12, arbitrary: fc.oneof(...members) },
            { weight: 1, arbitrary: unnamed },
          )
    return fc.array(member, { maxLength })
  }

  /** All members that it may have, each mostly as its schema describes it. */
  #object(schema: TObject): fc.Arbitrary<object> {
    const members = Object.entries(schema.properties).map(
      ([name, property]) => [name, this.#value(property)] as const,
    )
    return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
  }

  /** Values for a member: mostly as its schema describes, sometimes anything. */
  #value(schema: TSchema): fc.Arbitrary<unknown> {
    return fc.oneof(
      { weight: 6, arbitrary: this.#fitting(schema) },
      { weight: 1, arbitrary: fc.oneof(awkward, fc.constantFrom(...this.#known)) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    )
  }

  #fitting(schema: TSchema): fc.Arbitrary<unknown> {
    const { type, pattern, properties, items, anyOf } = schema as Described
    if (schema['enum'] !== undefined) return fc.constantFrom(...(schema['enum'] as unknown[]))
    if (anyOf !== undefined) return fc.oneof(...anyOf.map((variant) => this.#fitting(variant)))
    if (schema['const'] !== undefined) return fc.constant(schema['const'])
    if (properties !== undefined) return this.#object(schema as TObject)
    if (items !== undefined) return fc.array(this.#value(items), { maxLength: 4 })
    if (type === 'null') return fc.constant(null)
    if (type === 'boolean') return fc.boolean()
    if (type === 'integer') return fc.integer({ min: -3, max: 1100 })
    if (pattern === Timestamp.pattern) return times
    if (pattern === undefined) return fc.oneof(fc.constantFrom(...this.#known), words)
    const expression = new RegExp(pattern)
    const known = this.#known.filter((value) => expression.test(value))
    const made = textLike(pattern)
    return known.length === 0 ? made : fc.oneof(fc.constantFrom(...known), made)
  }
}

/** With sets of characters and groups in it, but no nested groups. */
const lookAhead = /\(\?[=!](?:[^()[\]]|\[[^\]]*\]|\([^()]*\))*\)/

interface Described {
  readonly type?: string
  readonly pattern?: string
  readonly properties?: Record<string, TSchema>
  readonly items?: TSchema
  readonly anyOf?: TSchema[]
}

const named = (entries: readonly [string, unknown][], wanted: string) =>
  entries.some(([name]) => name === wanted)

function objectText(entries: readonly [string, unknown][]): string {
  const members = entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${members.join(',')}}`
}

/** Requests that an HTTP client or the signing refuses to send are not part of these tests. */
function isSendable({ target }: CallOptions): boolean {
  return !target.includes('|')
}
