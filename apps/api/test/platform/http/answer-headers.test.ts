import { headerNames, operations } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type CallOptions, doneStatus, type Reply } from '../../harness/call.ts'
import { openExampleBooks } from '../../harness/example-books.ts'
import { exampleCall, type ExampleCall } from '../../harness/example-requests.ts'
import type { LivingBook } from '../../harness/living-book.ts'
import { type LivingBooks, livingSettings } from '../../harness/living-books.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { operationsOfEachKind } from '../../harness/tried-in-full.ts'

const credentialLimit = 2
const addressLimit = 1_000_000

let opened: LivingBooks
let book: LivingBook
/** The same books, with a budget that is soon spent. */
let limited: RunningService
beforeAll(async () => {
  opened = await openExampleBooks()
  ;[book] = opened.books
  limited = await startService({
    database: opened.service.database,
    settings: { ...livingSettings, RATE_LIMIT_CREDENTIAL: String(credentialLimit) },
  })
}, 60_000)
afterAll(async () => {
  await limited.close()
  await opened.close()
})

const header = ({ headers }: Reply, name: string) => headers[name.toLowerCase()]

const fixed = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
const json = 'application/json; charset=utf-8'

describe.each(operationsOfEachKind)('an answer of $id', (operation) => {
  let validCall: ExampleCall
  let unsigned: CallOptions
  beforeAll(async () => {
    validCall = await exampleCall(operation, book)
    const { key: _key, ...options } = validCall
    unsigned = options
  })

  it('has its content type, and may not be stored', async () => {
    const reply = await call(opened.service, validCall)
    expect(reply.status, reply.text).toBe(doneStatus(operation))
    const csv = operation.csv && validCall.target.includes('format=csv')
    const whole = csv ? 'text/csv; charset=utf-8; header=present' : json
    const type = operation.streams ? 'text/event-stream; charset=utf-8' : whole
    expect(reply.headers).toMatchObject({ ...fixed, 'content-type': type })
    expect(header(reply, headerNames.idempotencyReplayed)).toBeUndefined()
    expect(header(reply, headerNames.retryAfter)).toBeUndefined()
  })

  it('has the same headers in a refusal', async () => {
    const reply = await call(opened.service, unsigned)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.headers).toMatchObject({ ...fixed, 'content-type': json })
  })

  it('shows the budget of the credential, or of the address when nobody has signed', async () => {
    const signed = await call(limited, validCall)
    expect(header(signed, headerNames.rateLimit)).toBe(String(credentialLimit))
    const stranger = await call(limited, unsigned)
    expect(header(stranger, headerNames.rateLimit)).toBe(String(addressLimit))
  })

  it('is 429 with Retry-After when the budget is spent', async () => {
    const key = validCall.key
    for (let spent = 0; spent < credentialLimit; spent += 1) {
      await call(limited, { target: '/state-machines', key })
    }
    const reply = await call(limited, validCall)
    expect(reply.status, reply.text).toBe(429)
    expect(reply.text).toContain('RATE_LIMITED')
    expect(header(reply, headerNames.rateLimitRemaining)).toBe('0')
    expect(header(reply, headerNames.retryAfter)).toBe(header(reply, headerNames.rateLimitReset))
  })
})

const exporting = operations.filter(({ csv }) => csv)

describe.each(exporting)('an export of $id', (operation) => {
  it.each([
    ['json', json],
    ['csv', 'text/csv; charset=utf-8; header=present'],
  ])('has every header as %s, and no length', async (format, type) => {
    const key = book.lender.keys.admin
    const reply = await call(opened.service, {
      target: `${operation.path}?format=${format}`,
      key,
    })
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({ ...fixed, 'content-type': type })
    expect(reply.headers['transfer-encoding']).toBe('chunked')
    expect(reply.headers).not.toHaveProperty('content-length')
    expect(header(reply, headerNames.rateLimit)).toBe(String(addressLimit))
  })

  it('is JSON unless its parameter asks for CSV; a header does not', async () => {
    const reply = await call(opened.service, {
      target: operation.path,
      key: book.lender.keys.admin,
      headers: { Accept: 'text/csv' },
    })
    expect(reply.headers['content-type']).toBe(json)
  })
})

describe('the answer to a callback', () => {
  it.each([
    [
      'that is authentic',
      async () => {
        const custody = await opened.service.services.custody.simulated('simulated')
        const { headers = {}, body } = custody?.callback([]) ?? {}
        return { headers: { ...headers }, body: String(body) }
      },
      200,
    ],
    ['that is forged', () => Promise.resolve({ headers: {}, body: '{}' }), 401],
  ] as const)('%s has every header', async (_name, sent, status) => {
    const reply = await call(opened.service, {
      method: 'POST',
      target: '/custodian-callbacks/simulated',
      ...(await sent()),
    })
    expect(reply.status, reply.text).toBe(status)
    expect(reply.headers).toMatchObject({ ...fixed, 'content-type': json })
    expect(header(reply, headerNames.rateLimit)).toBe(String(addressLimit))
  })
})
