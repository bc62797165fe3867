import { randomUUID } from 'node:crypto'
import { listOrders, type Order, orderStates, statesOf } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const other = book.party('other', 'bitgo')
const otherKey = other.credential('execution')
book.agreement(lender, other)
book.agreement(other, borrower)

let all: Order[]
beforeAll(async () => {
  await world.start()
  const ofOther = world.wallets(other)
  all = [
    await world.orders.create(),
    await world.orders.create({ asset: 'ETH', collateral_asset: 'BTC', ...swapped() }),
    // Created in the same millisecond, so that only the id says which is newer.
    await world.orders.create({ borrower_id: other.id, ...ofOther }, otherKey),
    await world.orders.create({ lender_id: other.id }),
  ]
  all.push(await world.orders.do('reject', all[0]?.id ?? ''))
  all.shift()
})
afterAll(() => world.close())

const swapped = () => ({
  asset_wallet_id: borrower.wallet('ETH'),
  collateral_wallet_id: borrower.wallet('BTC'),
})

const list = (query: Record<string, string | number>, key = borrowerKey) =>
  succeed(world.service, listOrders, { key, query })

const ids = (orders: readonly Order[]) => orders.map(({ id }) => id).sort()
const seenBy = (party: { readonly id: string }) =>
  all.filter(({ lender_id, borrower_id }) => [lender_id, borrower_id].includes(party.id))

describe('200 OK', () => {
  it.each([
    ['the lender', lender, lenderKey],
    ['the borrower', borrower, borrowerKey],
    ['an organization on both sides', other, otherKey],
  ])(
    'returns 200 to %s with its orders, and none of other organizations',
    async (_name, party, key) => {
      const { orders, ...rest } = await list({}, key)
      expect(ids(orders)).toEqual(ids(seenBy(party)))
      expect(rest).toEqual({})
    },
  )

  it('returns each order as it is returned by its id', async () => {
    for (const order of (await list({})).orders)
      expect(await world.orders.get(order.id)).toEqual(order)
  })

  it('returns 200 with an empty list for an organization without orders', async () => {
    expect(await list({}, strangerKey)).toEqual({ orders: [] })
  })

  const cases: [string, () => Record<string, string>, (order: Order) => boolean][] = [
    ['status', () => ({ status: 'REJECTED' }), ({ status }) => status === 'REJECTED'],
    ['asset', () => ({ asset: 'ETH' }), ({ asset }) => asset === 'ETH'],
    [
      'collateral_asset',
      () => ({ collateral_asset: 'BTC' }),
      ({ collateral_asset }) => collateral_asset === 'BTC',
    ],
    [
      'counterparty_id',
      () => ({ counterparty_id: other.id.toUpperCase() }),
      ({ lender_id }) => lender_id === other.id,
    ],
    [
      'several',
      () => ({ status: 'PENDING_ACCEPTANCE', asset: 'BTC', counterparty_id: lender.id }),
      () => false,
    ],
    ['an unknown asset', () => ({ asset: 'NOPE' }), () => false],
    ['an unknown counterparty', () => ({ counterparty_id: randomUUID() }), () => false],
    ['itself as counterparty', () => ({ counterparty_id: borrower.id }), () => false],
  ]
  it.each(cases)('filters by %s', async (_name, query, matches) => {
    const { orders } = await list(query())
    expect(ids(orders)).toEqual(ids(seenBy(borrower).filter(matches)))
  })

  it('returns 200 in pages, newest first, without a gap or a repetition', async () => {
    const seen: Order[] = []
    let token: string | undefined
    do {
      const page = await list({ page_size: 1, ...(token !== undefined && { page_token: token }) })
      expect(page.orders).toHaveLength(1)
      seen.push(...page.orders)
      token = page.next_page_token
    } while (token !== undefined)
    expect(seen).toEqual((await list({})).orders)
    const positions = seen.map(({ create_time, id }) => `${create_time} ${id}`)
    expect(positions).toEqual(positions.toSorted().reverse())
  })

  it('returns 200 with a link to the next page', async () => {
    const reply = await call(
      world.service,
      callOf(listOrders, {
        key: borrowerKey,
        query: { page_size: 1, status: 'PENDING_ACCEPTANCE' },
      }),
    )
    expect(reply.headers['link']).toMatch(
      /^<\/orders\?page_size=1&status=PENDING_ACCEPTANCE&page_token=[\w-]+>; rel="next"$/,
    )
  })
})

describe('400 Bad Request', () => {
  it('returns 400 for a page token of another organization or of other filters', async () => {
    const { next_page_token: token = '' } = await list({ page_size: 1 })
    const calls = [
      callOf(listOrders, { key: lenderKey, query: { page_size: 1, page_token: token } }),
      callOf(listOrders, { key: borrowerKey, query: { asset: 'BTC', page_token: token } }),
      callOf(listOrders, { key: borrowerKey, query: { page_token: `${token}A` } }),
    ]
    for (const one of calls) {
      expect((await refused(world.service, 400, one)).reason).toBe('PAGE_TOKEN_INVALID')
    }
  })

  it.each([{ page_size: 0 }, { page_size: 1001 }, { counterparty_id: 'x' }, { lender: 'x' }])(
    'returns 400 for %o',
    async (query) => {
      const reply = await refused(
        world.service,
        400,
        callOf(listOrders, { key: borrowerKey, query }),
      )
      expect(reply.reason).toBe('PARAMETER_INVALID')
    },
  )
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for an unknown status', async () => {
    const reply = await refused(
      world.service,
      422,
      callOf(listOrders, { key: borrowerKey, query: { status: 'OPEN' } }),
    )
    expect(reply.body.error).toMatchObject({
      reason: 'STATUS_UNKNOWN',
      details: [{ field: 'status', allowed: [...statesOf(orderStates)] }],
    })
  })
})
