import { randomUUID } from 'node:crypto'
import { createOrder, headerNames } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookTime } from '../../../harness/book.ts'
import { call, callOf, refused } from '../../../harness/call.ts'
import { now, reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const suspended = book.party('cinder', 'bitgo', { status: 'suspended' })
const viewerKey = borrower.credential('viewer')
const future = book.party('future', 'bitgo')
book.agreement(lender, future, {}, '2026-03-02T12:00:00.001Z')
const futureKey = future.credential('execution')
const amended = book.party('amended', 'bitgo')
const amendedKey = amended.credential('execution')
book.agreement(lender, amended)
book.agreement(lender, amended, { requirement_percent: '160' }, now)
book.agreement(lender, amended, { requirement_percent: '170' }, '2026-03-02T12:00:00.001Z')

beforeAll(() => world.start())
afterAll(() => world.close())

const asking = (changes: object, key = borrowerKey) =>
  callOf(createOrder, { key, body: { ...world.orders.body(), ...changes } })

describe('200 OK', () => {
  it('returns 200 with the order, which awaits the counterparty for a day', async () => {
    const order = await world.orders.create()
    expect(order).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      creator_id: borrower.id,
      lender_id: lender.id,
      lender_name: lender.name,
      borrower_id: borrower.id,
      borrower_name: borrower.name,
      asset: 'BTC',
      asset_quantity: '10',
      rate_percent: '5',
      collateral_asset: 'ETH',
      collateral_quantity: '300',
      collateral_type: 'BILATERAL',
      lender_asset_wallet_id: null,
      lender_collateral_wallet_id: null,
      borrower_asset_wallet_id: borrower.wallet('BTC'),
      borrower_collateral_wallet_id: borrower.wallet('ETH'),
      expire_time: '2026-03-03T12:00:00.000Z',
      position_id: null,
      create_time: now,
      update_time: now,
      terms: { requirement_percent: '150', haircut: null, lot_top_up: null },
    })
    expect(await world.orders.get(order.id)).toEqual(order)
    expect(await world.orders.get(order.id, lenderKey)).toMatchObject({ id: order.id })
  })

  it('returns 200 to both sides with the names and custodians of the wallets', async () => {
    const { id, wallets } = await world.orders.create()
    const named = book.scenario.wallets
      .filter((wallet) => Object.values(world.wallets(borrower)).includes(wallet.id))
      .map(({ id: walletId, name, custodian }) => ({ id: walletId, name, custodian }))
    expect(wallets).toEqual(named.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    expect(wallets).toHaveLength(2)
    expect((await world.orders.get(id, lenderKey)).wallets).toEqual(wallets)
  })

  it('returns 200 to the lender as well', async () => {
    const order = await world.orders.create(world.wallets(lender), lenderKey)
    expect(order).toMatchObject({
      creator_id: lender.id,
      lender_asset_wallet_id: lender.wallet('BTC'),
      lender_collateral_wallet_id: lender.wallet('ETH'),
      borrower_asset_wallet_id: null,
      borrower_collateral_wallet_id: null,
    })
  })

  it('returns 200 with the next order number', async () => {
    const [one, another] = [await world.orders.create(), await world.orders.create()]
    expect(another.number).toBe(one.number + 1)
  })

  it('returns 200 to each side with its own actions', async () => {
    const { id } = await world.orders.create()
    const own = await world.orders.get(id)
    expect(own.actions.filter(({ available }) => available)).toEqual([
      { action: 'cancel', available: true, reason: null },
    ])
    expect(reasonAgainst(own, 'accept')).toBe('only the counterparty may do this')
    expect(reasonAgainst(own, 'close')).toBe('the order is PENDING_ACCEPTANCE')
    const other = await world.orders.get(id, lenderKey)
    expect(other.actions.filter(({ available }) => available)).toEqual([
      { action: 'accept', available: true, reason: null },
      { action: 'reject', available: true, reason: null },
    ])
    const viewed = await world.orders.get(id, viewerKey)
    expect(viewed.actions.filter(({ available }) => available)).toEqual([])
    expect(reasonAgainst(viewed, 'cancel')).toBe('the role viewer may not do this')
  })

  it('returns 200 with quantities and rate in their exact digits, without padding', async () => {
    const order = await world.orders.create({
      asset_quantity: '0.00000001000',
      collateral_quantity: '99999999999999999999.000000000000000001',
      rate_percent: '99999.999999000',
    })
    expect(order).toMatchObject({
      asset_quantity: '0.00000001',
      collateral_quantity: '99999999999999999999.000000000000000001',
      rate_percent: '99999.999999',
    })
  })

  it('returns 200 for ids in either case', async () => {
    const order = await world.orders.create({
      lender_id: lender.id.toUpperCase(),
      borrower_id: borrower.id.toUpperCase(),
    })
    expect(order).toMatchObject({ lender_id: lender.id, borrower_id: borrower.id })
  })

  it('returns 200 with the newest terms in effect', async () => {
    const order = await world.orders.create(
      { borrower_id: amended.id, ...world.wallets(amended) },
      amendedKey,
    )
    expect(order.terms.requirement_percent).toBe('160')
    world.service.clock.set('2026-03-02T12:00:00.001Z')
    const later = await world.orders.get(order.id, amendedKey)
    expect(later.terms.requirement_percent).toBe('170')
    world.service.clock.set(now)
  })

  it.each(['2026-03-02T12:00:00.001Z', '2026-05-31T12:00:00.000Z'])(
    'returns 200 with the requested expiry: %s',
    async (time) => {
      expect(await world.orders.create({ expire_time: time })).toMatchObject({ expire_time: time })
    },
  )

  it('returns 200 and records its creation and its deadline', async () => {
    const { id } = await world.orders.create()
    const { rows } = await world.service.database.query(
      `SELECT s.action, s.from_state, s.to_state, s.actor_id, d.kind, d.lender_id
       FROM state_changes s JOIN deadlines d ON d.resource_id = s.resource_id WHERE s.resource_id = $1`,
      [id],
    )
    expect(rows).toEqual([
      {
        action: 'create',
        from_state: null,
        to_state: 'PENDING_ACCEPTANCE',
        actor_id: borrower.id,
        kind: 'order',
        lender_id: lender.id,
      },
    ])
  })

  it('returns 200 with one order, however often it is sent under one key', async () => {
    const body = { ...world.orders.body(), rate_percent: '1.234567' }
    const headers = { [headerNames.idempotencyKey]: randomUUID() }
    const replies = []
    for (let i = 0; i < 3; i += 1) {
      replies.push(
        await call(world.service, callOf(createOrder, { key: borrowerKey, body, headers })),
      )
    }
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const { rows } = await world.service.database.query(
      'SELECT count(*)::int AS count FROM orders WHERE rate_percent = 1.234567',
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})

describe('400 Bad Request', () => {
  it.each([
    ['asset_quantity', '-1'],
    ['asset_quantity', '1e3'],
    ['asset_quantity', '100000000000000000000'],
    ['asset_quantity', 10],
    ['rate_percent', 'NaN'],
    ['expire_time', '2026-03-03'],
    ['collateral_type', 'CASH'],
    ['lender_id', 'organizations/x'],
    ['asset', ''],
    ['asset_wallet_id', 'x'.repeat(129)],
    ['expire_time', null],
    ['number', 7],
  ])('returns 400 when %s is %s', async (field, value) => {
    const reply = await refused(world.service, 400, asking({ [field]: value }))
    expect(reply.reason).toBe('BODY_INVALID')
    expect(reply.body.error.details?.[0]?.field).toContain(field)
  })
})

describe('403 Forbidden', () => {
  it('returns 403 when the caller is neither side', async () => {
    const reply = await refused(world.service, 403, asking({}, strangerKey))
    expect(reply.reason).toBe('PARTY_NOT_PERMITTED')
  })

  it('returns 403 when the role may not perform the operation', async () => {
    const reply = await refused(world.service, 403, asking({}, viewerKey))
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  })
})

describe('422 Unprocessable Content', () => {
  it.each([
    ['when the counterparty does not exist', { lender_id: randomUUID() }, 'lender_id'],
    ['when the counterparty is suspended', { lender_id: suspended.id }, 'lender_id'],
    ['when the asset is unknown', { asset: 'NOPE' }, 'asset'],
    ['when the collateral is unknown', { collateral_asset: 'NOPE' }, 'collateral_asset'],
  ])('returns 422 %s', async (_name, changes, field) => {
    const reply = await refused(world.service, 422, asking(changes))
    expect(reply.body.error).toMatchObject({ reason: 'REFERENCE_UNKNOWN', details: [{ field }] })
  })

  it('returns 422 in the same way for a suspended organization and for an unknown one', async () => {
    const replies = [suspended.id, randomUUID()].map((lender_id) =>
      refused(world.service, 422, asking({ lender_id })),
    )
    const [one, other] = (await Promise.all(replies)).map(({ body }) => body.error.details)
    expect(one).toEqual(other)
  })

  it.each([
    ['asset_quantity', '0.000000001'],
    ['collateral_quantity', '0.0000000000000000001'],
  ])('returns 422 when %s %s is finer than its asset', async (field, value) => {
    const reply = await refused(world.service, 422, asking({ [field]: value }))
    expect(reply.body.error).toMatchObject({ reason: 'QUANTITY_TOO_FINE', details: [{ field }] })
  })

  it.each([
    ['borrower_id', { lender_id: borrower.id }],
    ['collateral_asset', { collateral_asset: 'BTC' }],
    ['asset_quantity', { asset_quantity: '0.00' }],
    ['collateral_quantity', { collateral_quantity: '0' }],
    ['rate_percent', { rate_percent: '-0.5' }],
    ['rate_percent', { rate_percent: '100000' }],
    ['rate_percent', { rate_percent: '0.0000001' }],
    ['collateral_type', { collateral_type: 'TRIPARTY' }],
    ['expire_time', { expire_time: now }],
    ['expire_time', { expire_time: bookTime }],
    ['expire_time', { expire_time: '2026-05-31T12:00:00.001Z' }],
    ['expire_time', { expire_time: '2026-04-31T12:00:00.000Z' }],
  ])('returns 422 when %s is invalid: %o', async (field, changes) => {
    const reply = await refused(world.service, 422, asking(changes))
    expect(reply.body.error).toMatchObject({ reason: 'VALUE_INVALID', details: [{ field }] })
  })

  it.each([
    ['nobody', { asset_wallet_id: 'nobody-BTC' }, 'asset_wallet_id'],
    ['the counterparty', { asset_wallet_id: lender.wallet('BTC') }, 'asset_wallet_id'],
    ['another asset', { collateral_wallet_id: borrower.wallet('BTC') }, 'collateral_wallet_id'],
  ])('returns 422 when a wallet belongs to %s', async (_name, changes, field) => {
    const reply = await refused(world.service, 422, asking(changes))
    expect(reply.body.error).toMatchObject({ reason: 'WALLET_UNSUITABLE', details: [{ field }] })
  })

  it.each([
    [
      'only with the roles swapped',
      { lender_id: borrower.id, borrower_id: lender.id },
      borrowerKey,
    ],
    ['not before it is in effect', { borrower_id: future.id, ...world.wallets(future) }, futureKey],
  ])('returns 422 when they have an agreement, but %s', async (_name, changes, key) => {
    const reply = await refused(world.service, 422, asking(changes, key))
    expect(reply.body.error).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'AGREEMENT_MISSING',
    })
  })

  it('creates nothing when it returns 422', async () => {
    const count = async () =>
      (await world.service.database.query('SELECT count(*) FROM orders')).rows[0]
    const before = await count()
    await refused(world.service, 422, asking({ asset_quantity: '0' }))
    expect(await count()).toEqual(before)
  })
})
