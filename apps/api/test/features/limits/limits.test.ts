import {
  acceptOrderRequest,
  createOrder,
  createOrderRequest,
  getOrderRequest,
  listCounterpartyLimits,
  setCounterpartyLimits,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { rule } from '../../harness/approval-world.ts'
import { call, callOf, refused, type Reply, succeed } from '../../harness/call.ts'
import { LimitWorld, usedFigures } from '../../harness/limit-world.ts'
import { waitersForLocks } from '../../harness/lock-waits.ts'
import { Threads } from '../../harness/threads.ts'
import { reasonAgainst } from '../../harness/world/world.ts'

const world = new LimitWorld(16)
const { lender, lenderAdmin, lenderKey } = world
const threads = new Threads(world)
const worked = { lent_usd_max: '5000000', uncovered_usd_max: '500000', shock: '0.3' }
const inDebt = world.newBorrower()
world.loan(inDebt, '1000000', '25')
world.loan(inDebt, '2000000', '45')
const lasting = world.newBorrower()
const extended = world.book.deal(lender, lasting.party, {
  asset: 'USDC',
  asset_quantity: '1000000',
  collateral_asset: 'BTC',
  collateral_quantity: '25',
  maturity_time: '2026-09-01T00:00:00.000Z',
})
const renewed = world.newBorrower()
const renewable = world.book.deal(lender, renewed.party, {
  asset: 'USDC',
  asset_quantity: '1000000',
  collateral_asset: 'BTC',
  collateral_quantity: '25',
  maturity_time: '2026-09-01T00:00:00.000Z',
})

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const detailsOf = ({ body }: Reply) =>
  (body as { error: { reason: string; details: unknown[] } }).error

describe('limits of the side that accepts', () => {
  it('have the worked figures, and refuse an acceptance above them with all of them', async () => {
    await world.limit(inDebt, worked)
    const third = await world.asks(inDebt, '3000000', '70')
    const { use, use_after } = await world.limits(inDebt, { order_id: third.id })
    expect(usedFigures(use)).toEqual(['3000000.00', '60.00', '110000.00', '22.00'])
    expect(usedFigures(use_after)).toEqual(['6000000.00', '120.00', '170000.00', '34.00'])

    const issue = 'the amount lent would be 6000000.00 USD, and its limit is 5000000 USD'
    const detail = { field: 'lent_usd_max', issue, value: '6000000.00' }
    const reply = await world.accepts(third)
    expect([reply.status, detailsOf(reply)]).toMatchObject([
      409,
      { reason: 'LIMIT_EXCEEDED', details: [detail] },
    ])
    expect(reasonAgainst(await world.orders.get(third.id, lenderKey), 'accept')).toBe(issue)
    // A chat offers, and refuses, the same.
    const entry = await threads.open(third.id, lenderKey)
    const wallets = {
      asset_wallet_id: lender.wallet('USDC'),
      collateral_wallet_id: lender.wallet('BTC'),
    }
    const inThread = threads.resolution(entry, lenderKey, 'accept', wallets)
    expect((await refused(world.service, 409, inThread)).reason).toBe('LIMIT_EXCEEDED')

    // Equal is no breach.
    await world.limit(inDebt, { ...worked, lent_usd_max: '6000000' })
    expect(reasonAgainst(await world.orders.get(third.id, lenderKey), 'accept')).toBeNull()
    expect((await world.accepts(third)).status).toBe(200)
    await world.limit(inDebt, worked)
    await world.setPrice('BTC', '57000.01')
    const { use: lower } = await world.limits(inDebt)
    expect(usedFigures(lower)).toEqual(['6000000.00', '120.00', '413999.02', '82.80'])
    await world.setPrice('BTC', '60000')
  })

  it('count what is lent of an asset, while an order opens and while one offer awaits an answer', async () => {
    const one = world.newBorrower()
    await world.limit(one, { assets: [{ asset: 'USDC', lent_quantity_max: '1500000' }] })
    await world.offers(one, '400000', '20')
    const asked = await world.asks(one, '1000000', '25')
    expect((await world.accepts(asked)).status).toBe(200)
    const { use } = await world.limits(one)
    expect(use).toMatchObject({
      assets: [{ asset: 'USDC', lent_quantity: '1000000', percent: '66.67', exceeded: false }],
      uncovered_usd: '0.00',
      pending_usd: '400000.00',
    })
    const more = await refused(
      world.service,
      409,
      world.acceptance(await world.asks(one, '500000.01', '25')),
    )
    expect(more.body.error.details).toEqual([
      {
        field: 'assets.USDC',
        issue: 'the quantity lent of USDC would be 1500000.01 USDC, and its limit is 1500000 USDC',
        value: '1500000.01',
      },
    ])
  })

  it('refuse the creation of an order too, whatever the other side allows', async () => {
    const one = world.newBorrower()
    await world.limit(one, { lent_usd_max: '999999.99' })
    await world.limit(one, { uncovered_usd_max: '0' }, 'borrower')
    const body = world.body(one, '1000000', '25', lender)
    const { reason, body: answer } = await refused(
      world.service,
      409,
      callOf(createOrder, { key: lenderKey, body }),
    )
    expect(reason).toBe('LIMIT_EXCEEDED')
    expect(answer.error.details).toMatchObject([{ field: 'lent_usd_max', value: '1000000.00' }])
    // What the borrower asks for is not compared with limits of the lender: they cannot be tried.
    await world.limit(one, {}, 'borrower')
    expect(await world.asks(one, '1000000', '25')).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
  })

  it('refuse an extend of a deal that exceeds them, and nothing that the deal owes', async () => {
    await world.limit(lasting, { lent_usd_max: '999999' })
    const ask = async (maturity_time: string) => {
      const body = { position_id: extended.positionId, kind: 'extend', maturity_time }
      return succeed(world.service, createOrderRequest, { key: lasting.key, body })
    }
    const request = await ask('2026-10-01T00:00:00.000Z')
    const accepts = callOf(acceptOrderRequest, {
      key: lenderKey,
      params: { order_request_id: request.id },
    })
    expect((await refused(world.service, 409, accepts)).reason).toBe('LIMIT_EXCEEDED')
    const issue = 'the amount lent would be 1000000.00 USD, and its limit is 999999 USD'
    const offered = async () =>
      reasonAgainst(await world.do(getOrderRequest, request, lenderKey), 'accept')
    expect(await offered()).toBe(issue)
    const entry = await threads.open(extended.orderId, lenderKey)
    expect(reasonAgainst(entry.action ?? { actions: [] }, 'accept')).toBe(issue)
    await world.limit(lasting, { lent_usd_max: '999999', on_breach: 'warn' })
    expect(await offered()).toBeNull()
    expect((await call(world.service, accepts)).status).toBe(200)
    const back = { position_id: extended.positionId, kind: 'recall', quantity: '1000' }
    await succeed(world.service, createOrderRequest, { key: lenderKey, body: back })
  })

  it('wait for an extend, which leaves no exceeded limit that is not set', async () => {
    await world.limit(renewed, { lent_usd_max: '2000000', on_breach: 'warn' })
    // Exceeded from now on, and not yet found by a cut.
    await world.setPrice('USDC', '3')
    const request = await succeed(world.service, createOrderRequest, {
      key: renewed.key,
      body: {
        position_id: renewable.positionId,
        kind: 'extend',
        maturity_time: '2026-10-01T00:00:00.000Z',
      },
    })
    const accepts = callOf(acceptOrderRequest, {
      key: lenderKey,
      params: { order_request_id: request.id },
    })
    const accepted = await withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      // Holds the extend where it records, after it has read the limits.
      await client.query(`INSERT INTO exceeded_limits VALUES ($1, $2, 'lent_usd_max', now())`, [
        lender.id,
        renewed.party.id,
      ])
      const accepting = call(world.service, accepts)
      await waitersForLocks(world.service.database, 1)
      const ending = world.limit(renewed, {})
      await Promise.race([ending, waitersForLocks(world.service.database, 2)])
      await client.query('ROLLBACK')
      await ending
      return accepting
    })
    expect(accepted.status).toBe(200)
    await world.setPrice('USDC', '1')
    expect(await world.exceeded(renewed)).toBeUndefined()
  })

  it('can only warn, and then notify their organization alone', async () => {
    const one = world.newBorrower()
    const before = (await world.warned(lenderKey)).length
    await world.limit(one, { lent_usd_max: '1', on_breach: 'warn' })
    const asked = await world.asks(one, '1000000', '25')
    expect((await world.accepts(asked)).status).toBe(200)
    const warned = (await world.warned(lenderKey)).slice(before)
    expect(warned).toMatchObject([
      {
        title: `Limit for ${one.party.name} exceeded by order ${asked.number}`,
        severity: 'warning',
        link: { resource: 'order', id: asked.id },
      },
    ])
    expect(warned[0]?.body).toContain(
      'The amount lent is 1000000.00 USD, and its limit is 1 USD (100000000.00 %).',
    )
    expect(await world.warned(one.viewer)).toEqual([])
    expect(await world.exceeded(one)).toEqual(['lent_usd_max'])
    // It was notified of this already.
    await world.comparedAtCut()
    expect(await world.warned(lenderKey)).toHaveLength(before + 1)
  })
})

describe('setting limits', () => {
  it('adds a version, which approvals can hold back, and refuses what is no limit', async () => {
    const one = world.newBorrower()
    const fault = async (values: object) => {
      const body = { counterparty_id: one.party.id, ...values }
      const asked = callOf(setCounterpartyLimits, { key: lenderAdmin, body })
      const { body: answer } = await refused(world.service, 422, asked)
      return answer.error.details?.[0]?.field
    }
    const twice = [
      { asset: 'BTC', lent_quantity_max: '1' },
      { asset: 'BTC', lent_quantity_max: '2' },
    ]
    expect(await fault({ lent_usd_max: '-1' })).toBe('lent_usd_max')
    expect(await fault({ shock: '1' })).toBe('shock')
    expect(await fault({ assets: twice })).toBe('assets.1.asset')
    expect(await fault({ new_version: 2 })).toBe('new_version')
    const unknown = { assets: [{ asset: 'NONE', lent_quantity_max: '1' }] }
    expect(await fault(unknown)).toBe('assets.0.asset')

    expect(await world.limit(one, worked)).toMatchObject({
      ...worked,
      version: 1,
      on_breach: 'refuse',
      use: { lent_usd: '0.00' },
    })
    await world.policy(lenderAdmin, [rule('setCounterpartyLimits')])
    const body = { counterparty_id: one.party.id, lent_usd_max: '9' }
    const approval = await world.requested(
      callOf(setCounterpartyLimits, { key: lenderAdmin, body }),
    )
    expect(await world.limits(one)).toMatchObject(worked)
    await world.decide('approve', approval, world.lenderSecondAdmin)
    await world.carriedOut(approval, lenderAdmin)
    await world.policy(lenderAdmin, [])
    expect(await world.limits(one)).toMatchObject({ lent_usd_max: '9', version: 2 })
    const { limits } = await succeed(world.service, listCounterpartyLimits, {
      key: lenderKey,
      query: { counterparty_id: one.party.id },
    })
    expect(limits.map(({ version, use }) => [version, use !== null])).toEqual([
      [2, true],
      [1, false],
    ])
  })
})
