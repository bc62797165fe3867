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
import { insertCopies } from '../../../harness/altered-rows.ts'
import type { Deal } from '../../../harness/book.ts'
import { call, callOf, refused } from '../../../harness/call.ts'
import { exchangeableTerms, playChange, requestTime } from '../../../harness/played-requests.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const third = book.party('third')
interface Row {
  readonly id: string
  readonly position_id: string
  readonly lender_id: string
  readonly borrower_id: string
  readonly creator_id: string
  readonly kind: OrderRequest['kind']
  readonly status: OrderRequest['status']
  readonly created_at: string
}
const sides = [
  [lender, borrower],
  [borrower, lender],
  [borrower, third],
] as const
const maturity_time = '2027-03-01T00:00:00.000Z'
const deals = sides.map(([one, other]) =>
  book.deal(one, other, { maturity_time, terms: exchangeableTerms() }),
)
const [lent, borrowed, elsewhere] = deals
book.agreement(
  lender,
  borrower,
  { requirement_percent: '140', ...exchangeableTerms() },
  requestTime,
)
/** Requests of the history. All others are copies of them. */
const models = {
  recall: playChange(book, world, found(lent), 'recall', 'REJECTED'),
  return: playChange(book, world, found(lent), 'return', 'REJECTED'),
  rerate: playChange(book, world, found(lent), 'rerate', 'REJECTED'),
  amend: playChange(book, world, found(lent), 'amend', 'REJECTED'),
  extend: playChange(book, world, found(lent), 'extend', 'REJECTED'),
  substitution: playChange(book, world, found(lent), 'substitution', 'REJECTED'),
}

const copies: Row[] = []
const row = (deal: Deal | undefined, changes: Partial<Row> = {}): Row => {
  const [one, other] = found(sides[deals.indexOf(found(deal))])
  const made: Row = {
    id: randomUUID(),
    position_id: deal?.positionId ?? '',
    lender_id: one.id,
    borrower_id: other.id,
    creator_id: one.id,
    kind: 'recall',
    status: 'COMPLETED',
    created_at: requestTime,
    ...changes,
  }
  copies.push(made)
  return made
}
const statuses = statesOf(orderRequestStates).map((status, i) =>
  // Only one request of a position may be moving.
  row(status === 'IN_PROGRESS' ? borrowed : lent, {
    status,
    created_at: `2026-03-02T10:00:0${i}.000Z`,
  }),
)
// All created at one instant, on either side of the deal.
const sameInstant = Array.from({ length: 25 }, (_, i) =>
  i % 2 === 0
    ? row(lent, { kind: orderRequestKinds[(i / 2) % orderRequestKinds.length] ?? 'recall' })
    : row(borrowed, { kind: orderRequestKinds[i % 3] ?? 'recall' }),
)
const others = Array.from({ length: 3 }, () => row(elsewhere))
const visible = [
  ...statuses,
  ...sameInstant,
  ...orderRequestKinds.map((kind) => ({
    id: models[kind].id,
    position_id: found(lent).positionId,
    kind,
    status: 'REJECTED',
    created_at: requestTime,
  })),
]

beforeAll(async () => {
  await world.start()
  for (const kind of orderRequestKinds) {
    const ofKind = copies.filter((copy) => copy.kind === kind)
    await insertCopies(world.service.database, 'order_requests', models[kind].id, ofKind)
  }
})
afterAll(() => world.close())

type Query = Readonly<Record<string, string | number>>
const list = async (query: Query = {}, key = lenderKey) => {
  const reply = await call(world.service, callOf(listOrderRequests, { key, query }))
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { order_requests: OrderRequest[]; next_page_token?: string }
}
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const newestFirst = (rows: readonly Pick<Row, 'id' | 'created_at'>[]) => {
  const place = ({ created_at, id }: Pick<Row, 'id' | 'created_at'>) => `${created_at} ${id}`
  return idsOf(rows.toSorted((a, b) => (place(a) < place(b) ? 1 : -1)))
}

describe('200 OK', () => {
  it('returns 200 with the requests of positions on either side, newest first, and no other', async () => {
    const answer = await list()
    expect(idsOf(answer.order_requests)).toEqual(newestFirst(visible))
    expect(answer).not.toHaveProperty('next_page_token')
    expect((await list({}, strangerKey)).order_requests).toEqual([])
  })

  it('returns each request as it is returned by its id', async () => {
    const { order_requests: listed } = await list({ page_size: 5 })
    for (const request of listed) expect(await world.requests.get(request.id)).toEqual(request)
  })

  it.each<[string, Query, (row: (typeof visible)[number]) => boolean]>([
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
  ])('filters by %s', async (_name, query, matches) => {
    const expected = newestFirst(visible.filter(matches))
    expect(expected.length).toBeGreaterThan(0)
    expect(idsOf((await list(query)).order_requests)).toEqual(expected)
  })

  it('returns 200 with none of the positions of other organizations', async () => {
    const query = { position_id: elsewhere?.positionId ?? '' }
    expect((await list(query)).order_requests).toEqual([])
    expect(idsOf((await list(query, borrowerKey)).order_requests)).toEqual(newestFirst(others))
  })

  it.each([1, 7, 32])('returns 200 in pages of %i', async (pageSize) => {
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

  it('returns 200 with a link to the next page', async () => {
    const options = callOf(listOrderRequests, { key: lenderKey, query: { page_size: 2 } })
    const reply = await call(world.service, options)
    expect(String(reply.headers[headerNames.link.toLowerCase()])).toContain('/order-requests?')
  })
})

describe('400 Bad Request', () => {
  it('returns 400 for a page token of other filters', async () => {
    const { next_page_token: page_token = '' } = await list({ page_size: 2 })
    const query = { page_size: 2, page_token, kind: 'recall' }
    const options = callOf(listOrderRequests, { key: lenderKey, query })
    expect((await refused(world.service, 400, options)).reason).toBe('PAGE_TOKEN_INVALID')
  })

  it('returns 400 for an unknown kind', async () => {
    const options = callOf(listOrderRequests, { key: lenderKey, query: { kind: 'loan' } })
    expect((await refused(world.service, 400, options)).reason).toBe('PARAMETER_INVALID')
  })
})

describe('404 Not Found', () => {
  it("returns 404 for another organization's request", async () => {
    const id = others[0]?.id ?? ''
    const options = callOf(getOrderRequest, { key: lenderKey, params: { order_request_id: id } })
    expect((await refused(world.service, 404, options)).reason).toBe('ORDER_REQUEST_NOT_FOUND')
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for an unknown status', async () => {
    const options = callOf(listOrderRequests, { key: lenderKey, query: { status: 'OPEN' } })
    const reply = await refused(world.service, 422, options)
    expect(reply.body.error).toMatchObject({
      reason: 'STATUS_UNKNOWN',
      details: [{ field: 'status', allowed: statesOf(orderRequestStates) }],
    })
  })
})

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the test names a deal that its book does not have')
  return value
}
