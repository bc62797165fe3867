import { acceptOrder, listTransfers, type Order, previewRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { now, reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey } = world
book.scenario.assets.push(
  { symbol: 'XYZ', name: 'Never priced', normalized_symbol: 'XYZ', decimals: 2 },
  { symbol: 'OLD', name: 'Stale', normalized_symbol: 'OLD', decimals: 2 },
)
book.price('OLD', '3', '2026-03-02T11:56:59.999Z')
for (const wallet of book.scenario.wallets) wallet.assets.push('XYZ', 'OLD')

beforeAll(() => world.start({ PRICE_MAX_AGE_S: '180' }))
afterAll(() => world.close())

const transfersOf = async (order: Order) => {
  const query = { orderId: order.number }
  const { transfers } = await succeed(world.service, listTransfers, { key: borrowerKey, query })
  return transfers
}

const changesOf = async (id: string) => {
  const { rows } = await world.service.database.query(
    `SELECT machine, action, to_state, actor_id FROM state_changes
     WHERE resource_id = $1 ORDER BY sequence`,
    [id],
  )
  return rows
}

const deadlinesOf = async (id: string) =>
  (await world.service.database.query('SELECT 1 FROM deadlines WHERE resource_id = $1', [id]))
    .rowCount

describe('accept: 200 OK', () => {
  it('returns 200 with the wallets of the counterparty, and creates the position', async () => {
    const { id } = await world.orders.create()
    const order = await world.orders.do('accept', id)
    expect(order).toMatchObject({
      status: 'ACCEPTED',
      lender_asset_wallet_id: lender.wallet('BTC'),
      lender_collateral_wallet_id: lender.wallet('ETH'),
      borrower_asset_wallet_id: borrower.wallet('BTC'),
      borrower_collateral_wallet_id: borrower.wallet('ETH'),
    })
    expect(order.position_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await world.orders.get(id, lenderKey)).toEqual(order)
    const { rows } = await world.service.database.query(
      `SELECT status, asset_quantity::text, collateral_quantity::text, price_at_last_m2m_usd::text,
         active_at, closed_at FROM positions WHERE id = $1`,
      [order.position_id],
    )
    expect(rows).toEqual([
      {
        status: 'OPENING',
        asset_quantity: '10',
        collateral_quantity: '0',
        price_at_last_m2m_usd: '60000',
        active_at: null,
        closed_at: null,
      },
    ])
  })

  it('returns 200 and instructs the asset to the borrower and the collateral to the lender', async () => {
    const transfers = await transfersOf(await world.orders.accepted())
    expect(transfers).toHaveLength(2)
    expect(transfers).toContainEqual(
      expect.objectContaining({
        category: 'open',
        status: 'PENDING',
        token: 'BTC',
        quantity: '10',
        notional: '600000.00',
        sender: {
          organization_id: `organizations/${lender.id}`,
          custodian: 'fireblocks',
          wallet_address: '0xharborBTC',
        },
        receiver: {
          organization_id: `organizations/${borrower.id}`,
          custodian: 'bitgo',
          wallet_address: '0xquayBTC',
        },
      }),
    )
    expect(transfers).toContainEqual(
      expect.objectContaining({
        category: 'open',
        token: 'ETH',
        quantity: '300',
        notional: '750000.00',
        sender: expect.objectContaining({ wallet_address: '0xquayETH' }) as unknown,
        receiver: expect.objectContaining({ wallet_address: '0xharborETH' }) as unknown,
      }),
    )
  })

  it('returns 200 and records every move with its party, and leaves no deadline', async () => {
    const order = await world.orders.accepted()
    expect(await changesOf(order.id)).toEqual([
      {
        machine: 'order',
        action: 'create',
        to_state: 'PENDING_ACCEPTANCE',
        actor_id: borrower.id,
      },
      { machine: 'order', action: 'accept', to_state: 'ACCEPTED', actor_id: lender.id },
    ])
    expect(await changesOf(order.position_id ?? '')).toEqual([
      { machine: 'position', action: 'create', to_state: 'OPENING', actor_id: lender.id },
    ])
    expect(await deadlinesOf(order.id)).toBe(0)
  })

  it('returns 200 and rounds the value of the transfers half-even to the cent', async () => {
    const order = await world.orders.accepted({
      asset_quantity: '0.00000025',
      collateral_quantity: '0.000006000000000001',
    })
    const notionals = (await transfersOf(order)).map(({ token, notional }) => [token, notional])
    expect(Object.fromEntries(notionals)).toEqual({ BTC: '0.02', ETH: '0.02' })
  })

  it('returns 200 once, and 409 after that', async () => {
    const { id } = await world.orders.accepted()
    const reply = await refused(world.service, 409, world.orders.callOf('accept', id))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'status', value: 'ACCEPTED', allowed: ['PENDING_ACCEPTANCE'] }],
    })
  })
})

describe('the terms of an accepted order', () => {
  it('are those in effect at that time, never others than those that were read, and stay', async () => {
    const { id, terms_version: read } = await world.orders.create()
    const newer = await world.newerTerms(11, { requirement_percent: '155' })
    const shown = await world.orders.get(id)
    expect(shown).toMatchObject({ terms: { requirement_percent: '155' }, terms_version: 11 })
    const accepting = (terms_version: number) => ({
      key: lenderKey,
      params: { order_id: id },
      body: { ...world.wallets(lender), terms_version },
    })
    const { body } = accepting(read)
    const asked = { key: lenderKey, body: { operation: 'acceptOrder', id, body } }
    const { reason } = await succeed(world.service, previewRequest, asked)
    expect(reason).toBe('version 11 of the terms is in effect by now')
    const stale = await refused(world.service, 409, callOf(acceptOrder, accepting(read)))
    expect(stale.body.error).toMatchObject({
      reason: 'TERMS_CHANGED',
      details: [{ field: 'terms_version', value: '11' }],
    })
    expect((await world.orders.get(id)).status).toBe('PENDING_ACCEPTANCE')
    await succeed(world.service, acceptOrder, accepting(shown.terms_version))
    await world.newerTerms(12, { requirement_percent: '165' })
    expect((await world.orders.get(id)).terms.requirement_percent).toBe('155')
    const { rows } = await world.service.database.query(
      'SELECT terms_id FROM orders WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([{ terms_id: newer }])
  })
})

describe('reject and cancel: 200 OK', () => {
  it.each([
    ['reject', lenderKey, 'REJECTED'],
    ['cancel', borrowerKey, 'CANCELLED'],
  ] as const)('returns 200 for %s, which ends the order', async (action, key, status) => {
    const { id } = await world.orders.create()
    const order = await world.orders.do(action, id, key)
    expect(order).toMatchObject({ status, position_id: null })
    expect(order.actions.every(({ available }) => !available)).toBe(true)
    expect(await deadlinesOf(id)).toBe(0)
    expect(await transfersOf(order)).toEqual([])
  })
})

describe('403 Forbidden', () => {
  it('returns 403 when the creator accepts', async () => {
    const { id } = await world.orders.create()
    const reply = await refused(world.service, 403, world.orders.callOf('accept', id, borrowerKey))
    expect(reply.reason).toBe('PARTY_NOT_PERMITTED')
    expect(await world.orders.get(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
  })
})

describe('409 Conflict', () => {
  it('returns 409 from the millisecond at which the time to answer ends', async () => {
    const { id, expire_time: time } = await world.orders.create()
    world.service.clock.set('2026-03-03T11:59:59.999Z')
    expect(reasonAgainst(await world.orders.get(id, lenderKey), 'reject')).toBeNull()
    world.service.clock.set('2026-03-03T12:00:00.000Z')
    expect(reasonAgainst(await world.orders.get(id, lenderKey), 'accept')).toBe(
      'the time to answer has passed',
    )
    const reply = await refused(world.service, 409, world.orders.callOf('accept', id))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'expire_time', value: time }],
    })
    world.service.clock.set(now)
  })
})

describe('422 Unprocessable Content', () => {
  it.each([
    ['asset_wallet_id', () => borrower.wallet('BTC')],
    ['collateral_wallet_id', () => lender.wallet('BTC')],
  ])('returns 422 when the %s is not suitable', async (field, wallet) => {
    const { id } = await world.orders.create()
    const body = { ...world.wallets(lender), [field]: wallet() }
    const reply = await refused(world.service, 422, {
      ...world.orders.callOf('accept', id),
      body: JSON.stringify(body),
    })
    expect(reply.body.error).toMatchObject({ reason: 'WALLET_UNSUITABLE', details: [{ field }] })
    expect(await world.orders.get(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
  })

  it('returns 422 when the transfers are worth more than can be booked', async () => {
    const { database } = world.service
    const price = (usd: string) =>
      database.query("UPDATE latest_prices SET price_usd = $1 WHERE asset = 'ETH'", [usd])
    const { id } = await world.orders.create({ collateral_quantity: '99999999999999999999' })
    await price('10000000001')
    const reply = await refused(world.service, 422, world.orders.callOf('accept', id))
    expect(reply.body.error).toMatchObject({
      reason: 'VALUE_INVALID',
      details: [{ field: 'collateral_quantity' }],
    })
    await price('2500')
    await world.orders.do('accept', id)
  })
})

describe('424 Failed Dependency', () => {
  it('returns 424 when the asset has no price', async () => {
    const { id } = await world.orders.create({ asset: 'XYZ' })
    const reply = await refused(world.service, 424, world.orders.callOf('accept', id))
    expect(reply.body.error).toMatchObject({ reason: 'PRICE_MISSING', details: [{ field: 'XYZ' }] })
    const order = await world.orders.get(id)
    expect(order).toMatchObject({ status: 'PENDING_ACCEPTANCE', lender_asset_wallet_id: null })
    expect(await deadlinesOf(id)).toBe(1)
  })
})

describe('400 Bad Request', () => {
  it('returns 400 for an acceptance without wallets', async () => {
    const { id } = await world.orders.create()
    const call = { ...world.orders.callOf('accept', id), body: '{}' }
    expect((await refused(world.service, 400, call)).reason).toBe('BODY_INVALID')
  })

  it('returns 400 for a rejection with a body', async () => {
    const { id } = await world.orders.create()
    const call = { ...world.orders.callOf('reject', id), body: '{}' }
    expect((await refused(world.service, 400, call)).reason).toBe('REQUEST_MALFORMED')
  })

  it('returns 400 for an invalid id', async () => {
    const call = world.orders.callOf('reject', '7')
    expect((await refused(world.service, 400, call)).reason).toBe('PARAMETER_INVALID')
  })
})
