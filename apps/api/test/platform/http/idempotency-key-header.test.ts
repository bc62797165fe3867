import { signRequest } from '@vadium/client'
import { type ErrorBody, headerNames } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doneStatus } from '../../harness/call.ts'
import { openExampleBooks } from '../../harness/example-books.ts'
import { exampleCall, type ExampleCall } from '../../harness/example-requests.ts'
import type { LivingBook } from '../../harness/living-book.ts'
import type { LivingBooks } from '../../harness/living-books.ts'
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

let signatures = 0

/** Sends a request with these header lines, byte for byte. */
async function withLines(
  { method = 'POST', target, body = '', key }: ExampleCall,
  lines: string[],
) {
  const at = service.clock.now() - 20_000 + (signatures += 1)
  const signed = signRequest({ method, target, body }, key.privateKey, at)
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    ...(body === '' ? [] : ['Content-Type: application/json']),
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(signed).map(([name, value]) => `${name}: ${value}`),
    ...lines,
  ]
  const bytes = Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ])
  return sendRaw(service, bytes)
}

const { idempotencyKey } = headerNames
const unfit = 'must be 1 to 255 visible characters'
const repeated = 'is given more than once'
const unusable: [name: string, lines: string[], issue: string][] = [
  ['none', [], 'is required: 1 to 255 visible characters'],
  ['an empty one', [`${idempotencyKey}:`], unfit],
  ['two', [`${idempotencyKey}: a`, `${idempotencyKey}: b`], repeated],
  ['one twice', [`${idempotencyKey}: a`, `${idempotencyKey.toLowerCase()}: a`], repeated],
  ['256 characters', [`${idempotencyKey}: ${'k'.repeat(256)}`], unfit],
  ['a space within', [`${idempotencyKey}: a b`], unfit],
  ['a tab within', [`${idempotencyKey}: a\tb`], unfit],
  ['a letter beyond ASCII', [`${idempotencyKey}: clé`], unfit],
]

describe.each(operationsOfEachKind.filter(({ safe }) => !safe))(
  'the Idempotency-Key of $id',
  (operation) => {
    let validCall: ExampleCall
    beforeAll(async () => {
      validCall = await exampleCall(operation, book)
    })

    it.each(unusable)('is refused without effect: %s', async (_name, lines, issue) => {
      const reply = await withLines(validCall, lines)
      expect(reply.status, reply.text).toBe(400)
      const { error } = JSON.parse(reply.text) as ErrorBody
      expect(error.reason).toBe('IDEMPOTENCY_KEY_INVALID')
      expect(error.details).toEqual([{ field: idempotencyKey, issue }])
    })

    it('may have 255 visible characters, and identifies one answer', async () => {
      const visible = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).join('')
      const key = visible.repeat(3).slice(0, 255 - operation.id.length) + operation.id
      expect(key).toHaveLength(255)
      const first = await withLines(validCall, [`${idempotencyKey}: ${key}`])
      expect(first.status, first.text).toBe(doneStatus(operation))
      expect(first.headers).not.toHaveProperty(headerNames.idempotencyReplayed.toLowerCase())
      const again = await withLines(validCall, [`${idempotencyKey}: ${key}`])
      expect(again.status, again.text).toBe(doneStatus(operation))
      expect(again.headers).toMatchObject({
        [headerNames.idempotencyReplayed.toLowerCase()]: 'true',
      })
      const kept: unknown = JSON.parse(again.text)
      expect(JSON.parse(first.text)).toMatchObject(kept as object)
    })
  },
)

/** A stream does not end, so its answer is not read. */
const answeringReads = operationsOfEachKind.filter(({ safe, streams }) => safe && streams !== true)

describe.each(answeringReads)('$id, which changes nothing', (operation) => {
  it('ignores an Idempotency-Key', async () => {
    const validCall = await exampleCall(operation, book)
    const reply = await withLines(validCall, [`${idempotencyKey}: not a key at all`])
    expect(reply.status, reply.text).toBe(200)
    expect(reply.headers).not.toHaveProperty(headerNames.idempotencyReplayed.toLowerCase())
  })
})
