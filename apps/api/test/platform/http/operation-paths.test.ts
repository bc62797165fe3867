import { signRequest } from '@vadium/client'
import { operations } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type CallOptions, callOf, doneStatus, refused } from '../../harness/call.ts'
import type { Key } from '../../harness/book.ts'
import { openExampleBooks } from '../../harness/example-books.ts'
import type { Example } from '../../harness/example-preparations.ts'
import { exampleCall, type ExampleCall, exampleOf } from '../../harness/example-requests.ts'
import type { LivingBook } from '../../harness/living-book.ts'
import type { LivingBooks } from '../../harness/living-books.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { sendRaw } from '../../harness/raw.ts'
import type { RunningService } from '../../harness/service.ts'
import { operationsOfEachKind } from '../../harness/tried-in-full.ts'

let opened: LivingBooks
let service: RunningService
let book: LivingBook
beforeAll(async () => {
  opened = await openExampleBooks()
  service = opened.service
  ;[book] = opened.books
}, 60_000)
afterAll(() => opened.close())

const withParams = operationsOfEachKind.filter(({ params }) => params !== undefined)
const unknownId = '00000000-0000-4000-8000-00000000000a'
const notIds: [name: string, value: string][] = [
  ['a word', 'latest'],
  ['a UUID with more after it', `${unknownId}0`],
  ['a part of a UUID', unknownId.slice(1)],
  ['a UUID in braces', `%7B${unknownId}%7D`],
  ['a UUID without hyphens', unknownId.replaceAll('-', '')],
  ['digits of another alphabet', `%D9%A0${unknownId.slice(1)}`],
  ['a line feed after it', `${unknownId}%0A`],
  ['a NUL', `${unknownId}%00`],
  ['a space', `${unknownId}%20`],
  ['100 characters', 'a'.repeat(100)],
]

describe.each(withParams)('the path of $id', (operation) => {
  const names = Object.keys(operation.params?.properties ?? {})
  const paramsOf = (value: string) => Object.fromEntries(names.map((name) => [name, value]))
  let example: Pick<Example, 'params' | 'body'>
  let key: Key
  beforeAll(async () => {
    const { member, query: _query, ...parts } = await exampleOf(operation, book)
    const [role = 'admin'] = operation.roles
    example = parts
    key = (role === 'operator' ? book.platform : member).keys[role]
  })
  const ask = (value: string): CallOptions => ({
    ...callOf(operation, { ...example, params: paramsOf(value) }),
    key,
  })

  it.each(operation === withParams[0] || isLongRun ? notIds : notIds.slice(0, 2))(
    'accepts only a UUID as its id, and says so: %s',
    async (_name, value) => {
      const reply = await refused(service, 400, ask(value))
      expect(reply.reason).toBe('PARAMETER_INVALID')
      expect(reply.body.error.details).toEqual([{ field: names[0], issue: 'must be a UUID' }])
    },
  )

  it('limits the length of an id', async () => {
    const reply = await refused(service, 400, ask('a'.repeat(101)))
    expect(reply.reason).toBe('REQUEST_MALFORMED')
    expect(reply.body.error.details?.[0]?.issue).toContain('100 characters')
  })

  it('treats a UUID in upper case and in lower case as the same id', async () => {
    const upper = Object.entries(example.params ?? {}).map(([name, id]) => [name, id.toUpperCase()])
    const params = Object.fromEntries(upper) as Record<string, string>
    const reply = await call(service, { ...callOf(operation, { ...example, params }), key })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.text).not.toContain(Object.values(params)[0])
  })

  it.each([':', '::', ':%20'])('has no other verb after it: %s', async (colon) => {
    const { target, ...rest } = ask(unknownId)
    const [plain = '', verb = 'conjur'] = target.split(':')
    const reply = await call(service, { ...rest, target: `${plain}${colon}${verb}e` })
    expect(reply.status, reply.text).toBe(404)
    expect(reply.text).toContain('ROUTE_NOT_FOUND')
  })
})

describe('a percent-encoded path', () => {
  const encode = (text: string) => `%${text.charCodeAt(0).toString(16).padStart(2, '0')}`
  const spellings = operationsOfEachKind.flatMap(({ id, method, path }) => {
    const target = path.replaceAll(/\{\w+\}/g, unknownId)
    const firstLetter = `/${encode(target.charAt(1))}${target.slice(2)}`
    const others = [firstLetter, target.replace(':', '%3A'), target.replace(':', '%3a')]
    const inner = target.replace(/(?<=.)\//, '%2F')
    const different = [...others, inner].filter((spelling) => spelling !== target)
    return different.map((spelling): [string, string, string] => [id, method, spelling])
  })

  it.each(spellings)('is refused instead of treated as %s: %s %s', async (_id, method, target) => {
    const key = book.lender.keys.admin
    const reply = await refused(service, 400, { method, target, key })
    expect(reply.reason).toBe('REQUEST_MALFORMED')
    expect(reply.body.error.details?.[0]?.field).toBe('request target')
  })
})

describe('a body for an operation that takes none', () => {
  const withoutBody = operationsOfEachKind.filter(({ method, body }) => method === 'POST' && !body)

  describe.each(withoutBody)('$id', (operation) => {
    let validCall: ExampleCall
    beforeAll(async () => {
      validCall = await exampleCall(operation, book)
    })

    it('is refused', async () => {
      for (const body of ['{}', 'null', ' ', '{"id":1}']) {
        const reply = await refused(service, 400, { ...validCall, body })
        expect(reply.reason).toBe('REQUEST_MALFORMED')
        expect(reply.body.error.details?.[0]?.field).toBe('body')
      }
    })

    it('is not required, nor is its type', async () => {
      const { target, key } = validCall
      const signed = signRequest(
        { method: 'POST', target },
        key.privateKey,
        service.clock.now() - 10_000,
      )
      const lines = Object.entries({ ...signed, 'Idempotency-Key': `raw-${operation.id}` })
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')
      const reply = await sendRaw(
        service,
        `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n${lines}\r\n\r\n`,
      )
      expect(reply.status, reply.text).toBe(200)
    })
  })
})

describe('a body of the maximum size', () => {
  const withBody = operationsOfEachKind.filter(({ body }) => body !== undefined)
  const largest = 64 * 1024

  it.each(withBody)('is read, and one byte more is refused: $id', async (operation) => {
    const validCall = await exampleCall(operation, book)
    const padded = (bytes: number) => String(validCall.body).padEnd(bytes)
    const reply = await refused(service, 400, { ...validCall, body: padded(largest + 1) })
    expect(reply.reason).toBe('REQUEST_TOO_LARGE')
    expect(reply.body.error.details?.[0]?.issue).toContain(String(largest))
    const read = await call(service, { ...validCall, body: padded(largest) })
    expect(read.status, read.text).toBe(doneStatus(operation))
  })
})

const notBooleans = ['1', 'TRUE', '0', 'yes', '', 'null', 'true%20', '%22true%22']

describe('a boolean in a query', () => {
  const members = operations.flatMap((operation) =>
    Object.entries(operation.query?.properties ?? {})
      .filter(([, schema]) => schema['type'] === 'boolean')
      .map(([name]): [string, (typeof operations)[number], string] => [
        `${operation.id}, ${name}`,
        operation,
        name,
      ]),
  )

  it('occurs in some operation', () => {
    expect(members.length).toBeGreaterThan(0)
  })

  it.each(members)('is true or false and nothing else: %s', async (_title, operation, name) => {
    const { target, key } = await exampleCall(operation, book)
    const [path = ''] = target.split('?')
    for (const value of ['true', 'false']) {
      const reply = await call(service, { target: `${path}?${name}=${value}`, key })
      expect(reply.status, reply.text).toBe(200)
    }
    for (const value of isLongRun ? notBooleans : notBooleans.slice(0, 2)) {
      const reply = await refused(service, 400, { target: `${path}?${name}=${value}`, key })
      expect(reply.reason).toBe('PARAMETER_INVALID')
      expect(reply.body.error.details?.[0]?.field).toBe(name)
    }
    const reply = await refused(service, 400, { target: `${path}?${name}`, key })
    expect(reply.body.error.details?.[0]?.field).toBe(name)
  })
})
