import {
  getMarkToMarketRequest,
  headerNames,
  listMarkToMarketRequests,
  type MarkToMarketRequest,
  markToMarketRequestStates,
  statesOf,
} from '@vadium/schema'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertCopies } from '../../../harness/altered-rows.ts'
import type { Deal } from '../../../harness/book.ts'
import { call, callOf, refused } from '../../../harness/call.ts'
import { playMarginCall, requestTime } from '../../../harness/played-requests.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const reporting = lender.credential('reporting')
const third = book.party('third')
interface Row {
  readonly id: string
  readonly position_id: string
  readonly lender_id: string
  readonly borrower_id: string
  readonly creator_id: string
  readonly status: MarkToMarketRequest['status']
  readonly created_at: string
}
const sides = [
  [lender, borrower],
  [borrower, lender],
  [lender, third],
  [borrower, third],
] as const
const deals = sides.map(([one, other]) => book.deal(one, other))
const [lent, borrowed, , elsewhere] = deals
/** A request of the history. All others are copies of it. */
const model = playMarginCall(book, world, found(lent), 'REJECTED')

const copies: Row[] = []
const row = (deal: Deal | undefined, changes: Partial<Row> = {}): Row => {
  const [one, other] = found(sides[deals.indexOf(found(deal))])
  const made: Row = {
    id: randomUUID(),
    position_id: deal?.positionId ?? '',
    lender_id: one.id,
    borrower_id: other.id,
    creator_id: one.id,
    status: 'COMPLETED',
    created_at: requestTime,
    ...changes,
  }
  copies.push(made)
  return made
}
const statuses = statesOf(markToMarketRequestStates).map((status, i) =>
  row(lent, { status, created_at: `2026-03-02T11:00:0${i + 1}.000Z` }),
)
// All created at one instant, on either side of the deal.
const sameInstant = Array.from({ length: 25 }, (_, i) => row(i % 2 === 0 ? lent : borrowed))
const others = Array.from({ length: 3 }, () => row(elsewhere))
const visible = [
  ...statuses,
  ...sameInstant,
  { id: model.id, status: 'REJECTED', created_at: requestTime, position_id: lent?.positionId },
]

beforeAll(async () => {
  await world.start()
  await insertCopies(world.service.database, 'mark_to_market_requests', model.id, copies)
})
afterAll(() => world.close())

type Query = Readonly<Record<string, string | number>>
const list = async (query: Query = {}, key = lenderKey) => {
  const reply = await call(world.service, callOf(listMarkToMarketRequests, { key, query }))
  expect(reply.status, reply.text).toBe(200)
  return reply.body as {
    mark_to_market_requests: MarkToMarketRequest[]
    next_page_token?: string
  }
}
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const newestFirst = (rows: readonly Pick<Row, 'id' | 'created_at'>[]) => {
  const place = ({ created_at, id }: Pick<Row, 'id' | 'created_at'>) => `${created_at} ${id}`
  return idsOf(rows.toSorted((a, b) => (place(a) < place(b) ? 1 : -1)))
}

describe('200 OK', () => {
  it('returns 200 with the requests of positions on either side, newest first, and no other', async () => {
    const answer = await list()
    expect(idsOf(answer.mark_to_market_requests)).toEqual(newestFirst(visible))
    expect(answer).not.toHaveProperty('next_page_token')
    expect((await list({}, strangerKey)).mark_to_market_requests).toEqual([])
  })

  it('returns each request as it is returned by its id', async () => {
    const { mark_to_market_requests: listed } = await list({ page_size: 5 })
    for (const request of listed) expect(await world.margin.get(request)).toEqual(request)
    expect(listed[0]).toMatchObject({
      order_id: lent?.orderId,
      order_id_pretty: lent?.orderNumber,
      creator_id: lender.id,
      lender_id: lender.id,
      borrower_id: borrower.id,
      collateral_asset: 'ETH',
      collateral_amount: '60',
      notional_usd: '150000.00',
      asset_price_usd: '60000',
    })
  })

  it.each(statuses.map((made) => [made.status, made] as const))(
    'filters by the status %s',
    async (status) => {
      const matching = visible.filter((made) => made.status === status)
      const answer = await list({ status })
      expect(idsOf(answer.mark_to_market_requests)).toEqual(newestFirst(matching))
    },
  )

  it('filters by position, alone and with a status', async () => {
    const positionId = lent?.positionId ?? ''
    const ofPosition = visible.filter((made) => made.position_id === positionId)
    const answer = await list({ position_id: positionId.toUpperCase() })
    expect(idsOf(answer.mark_to_market_requests)).toEqual(newestFirst(ofPosition))
    const both = await list({ position_id: positionId, status: 'COMPLETED' })
    expect(idsOf(both.mark_to_market_requests)).toEqual(
      newestFirst(ofPosition.filter(({ status }) => status === 'COMPLETED')),
    )
  })

  it("returns 200 with an empty list for an unknown position, as for another organization's", async () => {
    const ofUnknown = await call(
      world.service,
      callOf(listMarkToMarketRequests, { key: lenderKey, query: { position_id: randomUUID() } }),
    )
    const anothers = await call(
      world.service,
      callOf(listMarkToMarketRequests, {
        key: lenderKey,
        query: { position_id: elsewhere?.positionId ?? '' },
      }),
    )
    expect(ofUnknown.text).toBe('{"mark_to_market_requests":[]}')
    expect(anothers.text).toBe(ofUnknown.text)
    expect(others).toHaveLength(3)
  })

  it.each([1, 7, 34, 35, 36])(
    'returns 200 in pages of %d without a gap or a repetition',
    async (pageSize) => {
      const seen: string[] = []
      let token: string | undefined
      do {
        const query = { page_size: pageSize, ...(token !== undefined && { page_token: token }) }
        const answer = await list(query)
        expect(answer.mark_to_market_requests.length).toBeLessThanOrEqual(pageSize)
        seen.push(...idsOf(answer.mark_to_market_requests))
        token = answer.next_page_token
      } while (token !== undefined)
      expect(seen).toEqual(newestFirst(visible))
    },
  )

  it('returns 200 with the next page in a header too', async () => {
    const query = { page_size: 2, status: 'COMPLETED' }
    const options = callOf(listMarkToMarketRequests, { key: lenderKey, query })
    const reply = await call(world.service, options)
    const token = (reply.body as { next_page_token: string }).next_page_token
    expect(reply.headers[headerNames.link.toLowerCase()]).toBe(
      `</mark-to-market-requests?page_size=2&status=COMPLETED&page_token=${token}>; rel="next"`,
    )
  })
})

describe('400 Bad Request', () => {
  it.each<[string, Query]>([
    ['an unknown parameter', { colour: 'red' }],
    ['an invalid UUID', { position_id: '7' }],
    ['a page of size zero', { page_size: 0 }],
    ['a page that is too large', { page_size: 1001 }],
  ])('returns 400 for %s', async (_name, query) => {
    const options = callOf(listMarkToMarketRequests, { key: lenderKey, query })
    expect((await refused(world.service, 400, options)).reason).toBe('PARAMETER_INVALID')
  })

  it('returns 400 for a page token of other filters, another list or another organization', async () => {
    const { next_page_token: token = '' } = await list({ page_size: 2, status: 'COMPLETED' })
    const ask = (query: Query, key = lenderKey) =>
      refused(world.service, 400, callOf(listMarkToMarketRequests, { key, query }))
    const answers = [
      await ask({ page_size: 2, page_token: token }),
      await ask({ page_size: 2, page_token: token, status: 'FAILED' }),
      await ask({ page_size: 2, page_token: token, status: 'COMPLETED' }, borrowerKey),
      await ask({ page_size: 2, page_token: `${token}A`, status: 'COMPLETED' }),
    ]
    for (const { reason } of answers) expect(reason).toBe('PAGE_TOKEN_INVALID')
  })
})

describe('403 Forbidden', () => {
  it.each([listMarkToMarketRequests, getMarkToMarketRequest])(
    'returns 403 for the reporting role: $id',
    async (operation) => {
      const params = { mark_to_market_request_id: statuses[0]?.id ?? '' }
      const reply = await refused(world.service, 403, callOf(operation, { params, key: reporting }))
      expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
    },
  )
})

describe('404 Not Found', () => {
  it('returns 404 for the request of another organization, byte for byte as for an unknown one', async () => {
    const ask = async (id: string) => {
      const options = world.callOn(getMarkToMarketRequest, { id }, strangerKey)
      const { text } = await refused(world.service, 404, options)
      return text.replace(id, 'ID').replace(/"request_id":"[^"]*"/, '')
    }
    expect(await ask(statuses[0]?.id ?? '')).toBe(await ask(randomUUID()))
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for an unknown status, with those that exist', async () => {
    const query = { status: 'DONE' }
    const options = callOf(listMarkToMarketRequests, { key: lenderKey, query })
    const reply = await refused(world.service, 422, options)
    expect(reply.body.error).toMatchObject({
      reason: 'STATUS_UNKNOWN',
      details: [{ field: 'status', allowed: statesOf(markToMarketRequestStates) }],
    })
  })
})

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the test names a deal that its book does not have')
  return value
}
