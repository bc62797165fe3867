import { previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removePrices, setTriparty } from '../../../harness/altered-rows.ts'
import { Book, type Deal } from '../../../harness/book.ts'
import { type CallOptions, refused, succeed } from '../../../harness/call.ts'
import { playChange, playMarginCall } from '../../../harness/played-requests.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const now = '2026-03-02T12:00:00.000Z'
const { path } = previewMarkToMarketRequest

const book = new Book()
book.scenario.assets.push({
  symbol: 'XYZ',
  name: 'Unpriced',
  normalized_symbol: 'XYZ',
  decimals: 0,
})
const lender = book.party('harbor')
const borrower = book.party('quay', 'bitgo')
const key = borrower.credential('viewer')
book.price('BTC', '60000', now)
book.price('ETH', '2500', now)
book.price('USDC', '1', '2026-03-02T11:56:59.999Z')

const active = book.deal(lender, borrower)
const triparty = book.deal(lender, borrower)
const restricted = book.deal(lender, borrower, { collateral_type: 'RESTRICTED' })
const opening = book.deal(lender, borrower, { state: 'OPENING' })
const closed = book.deal(lender, borrower, { state: 'CLOSED' })
const closing = book.deal(lender, borrower, { state: 'CLOSING' })

function withRequest(state: Parameters<typeof playMarginCall>[3]) {
  const deal = book.deal(lender, borrower)
  return { deal, request: playMarginCall(book, { lender, borrower }, deal, state) }
}
const pending = withRequest('PENDING_ACCEPTANCE')
const failed = withRequest('FAILED')
const inProgress = withRequest('IN_PROGRESS')
const completed = withRequest('COMPLETED')

function withOrderRequest(
  kind: 'recall' | 'return' | 'rerate',
  state: 'PENDING' | 'ACCEPTED' | 'IN_PROGRESS',
) {
  const deal = book.deal(lender, borrower)
  return { deal, request: playChange(book, { lender, borrower }, deal, kind, state) }
}
const recalled = withOrderRequest('recall', 'IN_PROGRESS')
const returning = withOrderRequest('return', 'ACCEPTED')
const pendingRecall = withOrderRequest('recall', 'PENDING')
const rerated = withOrderRequest('rerate', 'ACCEPTED')

const stale = book.deal(lender, borrower, { collateral_asset: 'USDC' })
const unpriced = book.deal(lender, borrower, { asset: 'XYZ' })

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await setTriparty(service.database, triparty)
  await removePrices(service.database, 'XYZ')
})
afterAll(() => service.close())

const post = (body: string | Uint8Array, headers: Record<string, string> = {}): CallOptions => ({
  method: 'POST',
  target: path,
  key,
  body,
  headers,
})
const of = (deal: Deal) => post(JSON.stringify({ position_id: deal.positionId }))
const valid = JSON.stringify({ position_id: active.positionId })

describe('400 Bad Request', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const cases: [string, string | Uint8Array, string][] = [
    ['is empty', '', 'BODY_MALFORMED'],
    ['is not JSON', '{', 'BODY_MALFORMED'],
    ['has a comment', `{/* */"position_id":"${active.positionId}"}`, 'BODY_MALFORMED'],
    ['has a trailing comma', `{"position_id":"${active.positionId}",}`, 'BODY_MALFORMED'],
    ['is followed by more', `${valid} {}`, 'BODY_MALFORMED'],
    ['begins with a byte order mark', `\ufeff${valid}`, 'BODY_MALFORMED'],
    ['is an array', '[]', 'BODY_MALFORMED'],
    ['is null', 'null', 'BODY_MALFORMED'],
    ['is a string', '"x"', 'BODY_MALFORMED'],
    ['is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'BODY_MALFORMED'],
    ['contains NUL', '{"position_id":"\\u0000"}', 'BODY_MALFORMED'],
    ['contains a lone surrogate', '{"position_id":"\\ud800"}', 'BODY_MALFORMED'],
    ['is nested too deeply', nested(17), 'BODY_MALFORMED'],
    ['is nested without limit', '['.repeat(30_000), 'BODY_MALFORMED'],
    ['names a member twice', `{"position_id":"x",${valid.slice(1)}`, 'BODY_MALFORMED'],
    [
      'names it twice, once escaped',
      `{"\\u0070osition_id":"x",${valid.slice(1)}`,
      'BODY_MALFORMED',
    ],
    ['names a nested member twice', '{"position_id":{"a":1,"a":1}}', 'BODY_MALFORMED'],
    ['lacks position_id', '{}', 'BODY_INVALID'],
    ['has an unknown member', `{"extra":1,${valid.slice(1)}`, 'BODY_INVALID'],
    ['has __proto__', `{"__proto__":{},${valid.slice(1)}`, 'BODY_INVALID'],
    ['gives null', '{"position_id":null}', 'BODY_INVALID'],
    ['gives a number', '{"position_id":9007199254740993}', 'BODY_INVALID'],
    ['gives a list', `{"position_id":["${active.positionId}"]}`, 'BODY_INVALID'],
    ['gives an invalid UUID', '{"position_id":"7"}', 'BODY_INVALID'],
    ['gives a UUID with a newline', `{"position_id":"${active.positionId}\\n"}`, 'BODY_INVALID'],
    ['explains with a word', `{"explain":"yes",${valid.slice(1)}`, 'BODY_INVALID'],
  ]
  it.each(cases)('returns 400 when the body %s', async (_name, body, reason) => {
    const reply = await refused(service, 400, post(body))
    expect(reply.reason).toBe(reason)
    expect(reply.body.error.details?.[0]?.issue).not.toBe('')
  })

  it('returns 400 when the body is invalid, and names the member and what was expected', async () => {
    const reply = await refused(service, 400, post('{"position_id":"7"}'))
    expect(reply.body.error.details).toEqual([{ field: 'position_id', issue: 'must be a UUID' }])
  })

  it('returns 400 with every wrong member, each with what was expected', async () => {
    const reply = await refused(service, 400, post('{"explain":"yes","position_id":"7"}'))
    expect(reply.body.error.details).toEqual([
      { field: 'position_id', issue: 'must be a UUID' },
      { field: 'explain', issue: 'must be boolean' },
    ])
  })

  it.each([64 * 1024 + 1, 10 * 1024 * 1024])(
    'returns 400 when the body has %d bytes',
    async (length) => {
      const reply = await refused(service, 400, post(Buffer.alloc(length, 0x20)))
      expect(reply.reason).toBe('REQUEST_TOO_LARGE')
    },
  )

  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'nonsense',
    '',
  ]
  it.each(types)('returns 400 when the body is sent as "%s"', async (type) => {
    const reply = await refused(service, 400, post(valid, { 'content-type': type }))
    expect(reply.reason).toBe('CONTENT_TYPE_UNSUPPORTED')
  })

  it('returns 400 when the body is replaced by a query', async () => {
    const reply = await refused(service, 400, { ...post(valid), target: `${path}?explain=true` })
    expect(reply.reason).toBe('REQUEST_MALFORMED')
  })
})

it.each([
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('accepts the content type %s', async (type) => {
  await succeed(service, previewMarkToMarketRequest, {
    key,
    body: valid,
    headers: { 'content-type': type },
  })
})

describe('409 Conflict', () => {
  it.each([
    ['is unanswered', pending],
    ['waits for a retry', failed],
  ])(
    'returns 409 when a request of the position %s, with its id in the details',
    async (_name, { deal, request: { id } }) => {
      const reply = await refused(service, 409, of(deal))
      expect(reply.body.error).toMatchObject({
        code: 'ABORTED',
        reason: 'MARK_TO_MARKET_REQUEST_OPEN',
        details: [{ value: id }],
      })
    },
  )

  it.each([
    ['a recall', recalled],
    ['a return', returning],
  ])('returns 409 when %s is changing the quantity', async (_name, { deal, request: { id } }) => {
    const reply = await refused(service, 409, of(deal))
    expect(reply.body.error).toMatchObject({
      code: 'ABORTED',
      reason: 'POSITION_QUANTITY_CHANGING',
      details: [{ value: id }],
    })
  })

  it('returns 409 when the order is closing', async () => {
    const reply = await refused(service, 409, of(closing))
    expect(reply.reason).toBe('POSITION_QUANTITY_CHANGING')
  })

  it.each([
    ['a request in progress', inProgress.deal],
    ['a completed request', completed.deal],
    ['an unanswered recall', pendingRecall.deal],
    ['a rerate', rerated.deal],
    ['restricted collateral', restricted],
  ])('previews beside %s', async (_name, deal) => {
    await succeed(service, previewMarkToMarketRequest, {
      key,
      body: JSON.stringify({ position_id: deal.positionId }),
    })
  })
})

describe('422 Unprocessable Content', () => {
  it.each([
    ['OPENING', opening],
    ['CLOSED', closed],
  ])('returns 422 when the position is %s', async (status, deal) => {
    const reply = await refused(service, 422, of(deal))
    expect(reply.body.error).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'POSITION_NOT_ACTIVE',
    })
    expect(reply.body.error.details?.[0]?.issue).toContain(status)
  })

  it('returns 422 when a tri-party agent manages the collateral', async () => {
    const reply = await refused(service, 422, of(triparty))
    expect(reply.body.error).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'COLLATERAL_MANAGED_BY_AGENT',
    })
  })
})

describe('424 Failed Dependency', () => {
  it('returns 424 when the newest price of the collateral is too old', async () => {
    const reply = await refused(service, 424, of(stale))
    expect(reply.body.error).toMatchObject({
      code: 'FAILED_DEPENDENCY',
      reason: 'PRICE_STALE',
      details: [{ field: 'USDC', value: '2026-03-02T11:56:59.999Z' }],
    })
  })

  it('returns 424 when the asset has no price', async () => {
    const reply = await refused(service, 424, of(unpriced))
    expect(reply.body.error).toMatchObject({
      reason: 'PRICE_MISSING',
      details: [{ field: 'XYZ' }],
    })
  })

  it('returns 424 from the moment at which a price becomes stale', async () => {
    service.clock.set('2026-03-02T12:03:00.000Z')
    await succeed(service, previewMarkToMarketRequest, { key, body: valid })
    service.clock.set('2026-03-02T12:03:00.001Z')
    await refused(service, 424, of(active))
    service.clock.set(now)
  })
})
