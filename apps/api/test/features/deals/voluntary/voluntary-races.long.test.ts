import { acceptMarkToMarketRequest, closeOrder, sendCollateral } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { call, type CallOptions } from '../../../harness/call.ts'
import { inEitherOrder } from '../../../harness/lock-waits.ts'
import { type RunningService, startService } from '../../../harness/service.ts'
import { now, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, margin, orders, requests, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)
const terms = {
  ...{ liquidation_confirm_seconds: 0, settlement_time_seconds: 3600 },
  ...{ close_out_scope: 'to_requirement' as const },
}
const deals = Array.from({ length: 24 }, () => closeOuts.deal(terms))
const full = Array.from({ length: 4 }, () =>
  closeOuts.deal({ ...terms, close_out_scope: 'full' as const }),
)

let other: RunningService
beforeAll(async () => {
  await world.start()
  other = await startService({
    database: world.service.database,
    settings: { PRICE_MAX_AGE_S: '31536000' },
  })
})
beforeEach(async () => {
  await closeOuts.fall('80000')
  other.clock.set(new Date(world.service.clock.now()).toISOString())
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  const { rows } = await world.service.database.query(
    'SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
  await other.close()
  await world.close()
})

const sides = { borrower: borrowerKey, lender: lenderKey }
const sending = ({ positionId }: Deal, side: keyof typeof sides, quantity = '1') =>
  world.callOn(sendCollateral, { id: positionId }, sides[side], { quantity })

/** The statuses and reasons of both, the sending from a process of its own. */
async function raced(deal: Deal, isFirst: boolean, sent: CallOptions, asked: CallOptions) {
  const replies = await inEitherOrder(
    world.service.database,
    deal.orderId,
    isFirst,
    () => call(other, sent),
    () => call(world.service, asked),
  )
  return replies.map(({ status, body }) => {
    const { error } = body as { error?: { reason: string } }
    return error?.reason ?? status
  })
}

/** Lets every transfer arrive, and those that follow from it. */
async function settled({ orderId }: Deal): Promise<void> {
  for (;;) {
    const transfers = await orders.transfers(orderId)
    const open = transfers.filter(({ status }) => status === 'PENDING' || status === 'IN_PROGRESS')
    if (open.length === 0) return
    for (const { id } of open) await world.report(id, 'completed')
  }
}

describe.for([
  [true, 'borrower'],
  [false, 'borrower'],
  [true, 'lender'],
  [false, 'lender'],
] as const)('collateral that is sent first: %s, by the %s,', ([isFirst, side]) => {
  it('comes back with a close beside it, or is refused', async () => {
    const deal = unused(deals)
    const close = world.callOn(closeOrder, { id: deal.orderId }, borrowerKey)
    const [sent, closed] = await raced(deal, isFirst, sending(deal, side), close)
    expect([sent, closed]).toEqual(isFirst ? [200, 200] : ['POSITION_QUANTITY_CHANGING', 200])
    await settled(deal)
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED' })
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('is refused after an accepted return of a part', async () => {
    const deal = unused(deals)
    const { id } = await requests.ask(deal.positionId, { quantity: '400000' })
    const accepts = requests.callOf('accept', id)
    const [sent, accepted] = await raced(deal, isFirst, sending(deal, side), accepts)
    expect([sent, accepted]).toEqual(isFirst ? [200, 200] : ['POSITION_QUANTITY_CHANGING', 200])
    await settled(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
    await expectCovered(deal)
  })

  it('is refused after an accepted recall', async () => {
    const deal = unused(deals)
    const asked = { kind: 'recall', quantity: '250000' }
    const { id } = await requests.ask(deal.positionId, asked, lenderKey)
    const accepts = requests.callOf('accept', id, borrowerKey)
    const [sent, accepted] = await raced(deal, isFirst, sending(deal, side), accepts)
    expect([sent, accepted]).toEqual(isFirst ? [200, 200] : ['POSITION_QUANTITY_CHANGING', 200])
    await settled(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
    await expectCovered(deal)
  })

  it('goes on beside a declaration', async () => {
    const deal = unused(deals)
    await closeOuts.fall('45000')
    const quantity = side === 'lender' ? '9' : '1'
    const declaration = closeOuts.declaration(deal)
    const [sent, declared] = await raced(deal, isFirst, sending(deal, side, quantity), declaration)
    // A lender has nothing to spare at this price.
    expect([sent, declared]).toEqual([side === 'lender' ? 'QUANTITY_NOT_AVAILABLE' : 200, 200])
  })

  it('does not count in a termination beside it, or is refused', async () => {
    if (side === 'lender') return
    const deal = unused(full)
    await closeOuts.fall('45000')
    const { id } = await closeOuts.declare(deal)
    const terminates = closeOuts.callOf('terminate', id)
    const [sent, terminated] = await raced(deal, isFirst, sending(deal, side), terminates)
    expect([sent, terminated]).toEqual(isFirst ? [200, 200] : ['POSITION_QUANTITY_CHANGING', 200])
    await settled(deal)
    const { statement } = await closeOuts.get(id)
    expect(statement?.collateral).toMatchObject([{ quantity: '25' }])
    const moved = (await orders.transfers(deal.orderId)).map(({ category }) => category)
    const sentBack = moved.filter((category) => category === 'liquidation')
    expect(sentBack.length).toBeGreaterThanOrEqual(isFirst ? 1 : 0)
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
  })
})

/** A deal of which no top-up is due, whose collateral is what the journal says. */
async function expectCovered(deal: Deal): Promise<void> {
  const { preview } = await margin.preview(deal)
  expect(preview.direction).not.toBe('TopUp')
}

describe('a lender that sends all that is too much', () => {
  it.for([true, false])(
    'sends it once beside the acceptance of a Release: first %s',
    async (isFirst) => {
      const deal = unused(deals)
      const release = await margin.create(deal, borrowerKey)
      const accepts = world.callOn(acceptMarkToMarketRequest, release, lenderKey)
      const most = release.collateral_amount
      const [sent, accepted] = await raced(deal, isFirst, sending(deal, 'lender', most), accepts)
      expect(accepted).toBe(200)
      expect(sent).toBe(isFirst ? 'MARK_TO_MARKET_REQUEST_OPEN' : 'QUANTITY_NOT_AVAILABLE')
      await settled(deal)
      await expectCovered(deal)
    },
  )

  it('sends it once in a moment from two processes', async () => {
    const deal = unused(deals)
    const most = (await margin.preview(deal)).preview.m2m_collateral_amount
    const replies = await Promise.all(
      [world.service, other].map((service) => call(service, sending(deal, 'lender', most))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    await settled(deal)
    await expectCovered(deal)
  })
})
