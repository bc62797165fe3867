import {
  getOrderRequest,
  headerNames,
  listOrderRequests,
  type OrderRequest,
  orderRequestKinds,
  orderRequestStates,
  statesOf,
} from '@vadium/schema'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookTime, type Deal } from '../../../harness/book.ts'
import { call, callOf, refused } from '../../../harness/call.ts'
import { OrderRequestWorld } from '../../../harness/order-request-world.ts'

const world = new OrderRequestWorld()
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const third = book.party('third')
const deals = [book.deal(lender, borrower), book.deal(borrower, lender), book.deal(borrower, third)]
const [lent = deals[0], borrowed = deals[1], elsewhere = deals[2]] = deals

type Row = (typeof book.scenario.order_requests)[number]
const row = (deal: Deal | undefined, changes: Partial<Row> = {}): Row => {
  const kind = changes.kind ?? 'recall'
  const made: Row = {
    id: randomUUID(),
    position_id: deal?.positionId ?? '',
    kind,
    status: 'COMPLETED',
    ...(kind !== 'rerate' && { quantity: '1.50' }),
    created_at: bookTime,
    updated_at: bookTime,
    ...changes,
  }
  book.scenario.order_requests.push(made)
  return made
}
const statuses = statesOf(orderRequestStates).map((status, i) =>
  row(lent, { status, created_at: `2026-03-01T10:00:0${i}.000Z` }),
)
// All created at one instant, on either side of the deal.
const sameInstant = Array.from({ length: 25 }, (_, i) =>
  row(i % 2 === 0 ? lent : borrowed, { kind: orderRequestKinds[i % 3] ?? 'recall' }),
)
const others = Array.from({ length: 3 }, () => row(elsewhere))
const visible = [...statuses, ...sameInstant]

beforeAll(() => world.start())
afterAll(() => world.close())

type Query = Readonly<Record<string, string | number>>
const list = async (query: Query = {}, key = lenderKey) => {
  const reply = await call(world.service, callOf(listOrderRequests, { key, query }))
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { order_requests: OrderRequest[]; next_page_token?: string }
}
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const newestFirst = (rows: readonly Row[]) => {
  const place = ({ created_at, id }: Row) => `${created_at} ${id}`
  return idsOf(rows.toSorted((a, b) => (place(a) < place(b) ? 1 : -1)))
}

describe('returns 200', () => {
  it('with the requests of positions on either side, newest first, and no other', async () => {
    const answer = await list()
    expect(idsOf(answer.order_requests)).toEqual(newestFirst(visible))
    expect(answer).not.toHaveProperty('next_page_token')
    expect((await list({}, strangerKey)).order_requests).toEqual([])
  })

  it('with each as it is returned by its id', async () => {
    const { order_requests: listed } = await list({ page_size: 5 })
    for (const request of listed) expect(await world.request(request.id)).toEqual(request)
  })

  it.each<[string, Query, (row: Row) => boolean]>([
    ['a status', { status: 'REJECTED' }, ({ status }) => status === 'REJECTED'],
    ['a kind', { kind: 'rerate' }, ({ kind }) => kind === 'rerate'],
    [
      'a position',
      { position_id: lent?.positionId ?? '' },
      ({ position_id }) => position_id === lent?.positionId,
    ],
    [
      'all of them',
      { position_id: borrowed?.positionId ?? '', kind: 'return', status: 'COMPLETED' },
      ({ position_id, kind }) => position_id === borrowed?.positionId && kind === 'return',
    ],
  ])('filtered by %s', async (_name, query, matches) => {
    const expected = newestFirst(visible.filter(matches))
    expect(expected.length).toBeGreaterThan(0)
    expect(idsOf((await list(query)).order_requests)).toEqual(expected)
  })

  it('with none of the positions of other organizations', async () => {
    const query = { position_id: elsewhere?.positionId ?? '' }
    expect((await list(query)).order_requests).toEqual([])
    expect(idsOf((await list(query, borrowerKey)).order_requests)).toEqual(newestFirst(others))
  })

  it.each([1, 7, 32])('in pages of %i', async (pageSize) => {
    const seen: string[] = []
    let token: string | undefined
    do {
      const query = { page_size: pageSize, ...(token !== undefined && { page_token: token }) }
      const answer = await list(query)
      expect(answer.order_requests.length).toBeLessThanOrEqual(pageSize)
      seen.push(...idsOf(answer.order_requests))
      token = answer.next_page_token
    } while (token !== undefined)
    expect(seen).toEqual(newestFirst(visible))
  })

  it('with a link to the next page', async () => {
    const options = callOf(listOrderRequests, { key: lenderKey, query: { page_size: 2 } })
    const reply = await call(world.service, options)
    expect(String(reply.headers[headerNames.link.toLowerCase()])).toContain('/order-requests?')
  })
})

describe('returns 400', () => {
  it('for a page token of other filters', async () => {
    const { next_page_token: page_token = '' } = await list({ page_size: 2 })
    const query = { page_size: 2, page_token, kind: 'recall' }
    const options = callOf(listOrderRequests, { key: lenderKey, query })
    expect((await refused(world.service, 400, options)).reason).toBe('PAGE_TOKEN_INVALID')
  })

  it('for an unknown kind', async () => {
    const options = callOf(listOrderRequests, { key: lenderKey, query: { kind: 'loan' } })
    expect((await refused(world.service, 400, options)).reason).toBe('PARAMETER_INVALID')
  })
})

describe('returns 404', () => {
  it("for another organization's request", async () => {
    const id = others[0]?.id ?? ''
    const options = callOf(getOrderRequest, { key: lenderKey, params: { order_request_id: id } })
    expect((await refused(world.service, 404, options)).reason).toBe('ORDER_REQUEST_NOT_FOUND')
  })
})

describe('returns 422', () => {
  it('for an unknown status', async () => {
    const options = callOf(listOrderRequests, { key: lenderKey, query: { status: 'OPEN' } })
    const reply = await refused(world.service, 422, options)
    expect(reply.body.error).toMatchObject({
      reason: 'STATUS_UNKNOWN',
      details: [{ field: 'status', allowed: statesOf(orderRequestStates) }],
    })
  })
})
