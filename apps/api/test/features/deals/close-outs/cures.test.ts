import {
  cancelMarkToMarketRequest,
  disputeMarkToMarketRequest,
  getMarkToMarketRequest,
  listNotifications,
  previewRequest,
  rejectMarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal, Key } from '../../../harness/book.ts'
import { call, refused, succeed } from '../../../harness/call.ts'
import { dayMs } from '../../../harness/world/default-cases.ts'
import { now, reasonAgainst, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, margin, orders, requests, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)
const deals = Array.from({ length: 13 }, () => closeOuts.deal({ liquidation_confirm_seconds: 0 }))
const calledAtLevel = closeOuts.deal({
  default_causes: ['UNMET_CALL'],
  top_up_when: 'margin_call',
  cure_time_seconds: 3600,
})
const unmetDeals = [1, 2].map(() => closeOuts.deal({ default_causes: ['UNMET_CALL'] }))
const missed = Array.from({ length: 4 }, () =>
  closeOuts.deal({
    liquidation_confirm_seconds: 0,
    default_causes: ['LIQUIDATION_LEVEL', 'MISSED_RETURN'],
  }),
)

const nextDeal = () => unused(deals)

beforeAll(() => world.start())
beforeEach(() => closeOuts.fall('45000'))
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** The notifications of an organization about a resource, newest first. */
async function categoriesOf(id: string, key: Key): Promise<string[]> {
  const query = { page_size: 1000 }
  const { notifications } = await succeed(world.service, listNotifications, { key, query })
  return notifications.filter(({ link }) => link.id === id).map(({ category }) => category)
}

const statusOf = async (id: string) => (await closeOuts.get(id)).status

const returnOf = ({ positionId }: Deal, quantity?: string) =>
  requests.ask(positionId, quantity === undefined ? {} : { quantity })

const issue = 'a default of its creator is declared: what it offers to send cannot be refused'

describe('what a borrower under notice offers to send', () => {
  it('is accepted at once, and cures the default in the moment in which it arrives', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.declare(deal)
    const topUp = await margin.create(deal, borrowerKey)
    expect(topUp).toMatchObject({ direction: 'TopUp', status: 'ACCEPTED' })
    expect(await categoriesOf(topUp.id, lenderKey)).toEqual(['close_out_changed'])
    for (const operation of [rejectMarkToMarketRequest, cancelMarkToMarketRequest]) {
      await refused(world.service, 409, world.callOn(operation, topUp, lenderKey))
    }
    await world.report(String(topUp.transfer_ids[0]), 'completed')
    expect(await statusOf(id)).toBe('CURED')
    for (const key of [lenderKey, borrowerKey]) {
      expect((await categoriesOf(id, key))[0]).toBe('default_ended')
    }
    const { rows } = await world.service.database.query(
      `SELECT FROM deadlines WHERE kind = 'close_out' AND resource_id = $1`,
      [id],
    )
    expect(rows).toEqual([])
    await refused(world.service, 409, closeOuts.callOf('terminate', id))
  })

  it('is no cure while it is too little', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.declare(deal)
    const { transfer_ids } = await returnOf(deal, '1000')
    await world.report(String(transfer_ids[0]), 'completed')
    expect(await statusOf(id)).toBe('NOTICE')
    const rest = await returnOf(deal, '30000')
    await world.report(String(rest.transfer_ids[0]), 'completed')
    expect(await statusOf(id)).toBe('CURED')
    // Its share of the collateral stays: sent back, it would undo the cure.
    expect(await requests.get(rest.id)).toMatchObject({
      status: 'COMPLETED',
      collateral_returned: '0',
    })
    expect(await orders.position(deal.orderId)).toMatchObject({ asset: '969000', collateral: '25' })
  })

  it('cures no unmet call with a little, while all that the call asked for is under way', async () => {
    const deal = unused(unmetDeals)
    const call = await margin.create(deal)
    await world.do(rejectMarkToMarketRequest, call, borrowerKey)
    world.pass(dayMs)
    const { id } = await closeOuts.declare(deal, { cause: 'UNMET_CALL' })
    const all = await margin.create(deal, borrowerKey)
    expect(all).toMatchObject({ status: 'ACCEPTED', collateral_amount: '8.33333334' })
    await closeOuts.fall('44000')
    const little = await margin.create(deal, borrowerKey)
    expect(little).toMatchObject({ status: 'ACCEPTED', collateral_amount: '0.75757576' })
    await world.report(String(little.transfer_ids[0]), 'completed')
    expect(await statusOf(id)).toBe('NOTICE')
    await world.report(String(all.transfer_ids[0]), 'completed')
    expect(await statusOf(id)).toBe('CURED')
  })

  it('cures no unmet call with a little, however long the rest has been under way before it failed', async () => {
    const deal = unused(unmetDeals)
    const all = await margin.accepted(deal)
    world.pass(22 * dayMs)
    await closeOuts.fall('44000')
    await world.do(rejectMarkToMarketRequest, await margin.create(deal), borrowerKey)
    world.pass(dayMs)
    const { id } = await closeOuts.declare(deal, { cause: 'UNMET_CALL' })
    const { transfer_ids } = await margin.create(deal, borrowerKey)
    await world.report(String(transfer_ids[0]), 'completed')
    world.pass(1000)
    await world.report(String(all.transfer_ids[0]), 'failed')
    await world.do(cancelMarkToMarketRequest, all, borrowerKey)
    await world.expire()
    expect(await statusOf(id)).toBe('NOTICE')
  })

  it.each(['under way', 'failed'])(
    'is not blocked by the share of a part that was %s at the declaration',
    async (state) => {
      const deal = nextDeal()
      const part = await returnOf(deal, '1000')
      await requests.do('accept', part.id)
      await world.report(String((await requests.get(part.id)).transfer_ids[0]), 'completed')
      const share = String((await requests.get(part.id)).transfer_ids[1])
      if (state === 'failed') await world.report(share, 'failed')
      await closeOuts.declare(deal)
      if (state === 'under way') {
        expect(await requests.get(part.id)).toMatchObject({ status: 'IN_PROGRESS' })
        expect((await margin.historyOf({ id: share })).at(-1)).toBe('ask_to_cancel PENDING')
        await world.report(share, 'cancelled')
      }
      expect(await requests.get(part.id)).toMatchObject({
        status: 'COMPLETED',
        collateral_returned: '0',
      })
      expect(await returnOf(deal, '30000')).toMatchObject({ status: 'ACCEPTED' })
    },
  )

  it('is accepted at the declaration if it was offered before', async () => {
    const [marked, returned] = [nextDeal(), nextDeal()]
    const topUp = await margin.create(marked, borrowerKey)
    const { id } = await returnOf(returned, '400000')
    await closeOuts.declare(marked)
    await closeOuts.declare(returned)
    expect(await margin.get(topUp)).toMatchObject({ status: 'ACCEPTED' })
    expect(await requests.get(id)).toMatchObject({ status: 'ACCEPTED' })
    const sent = (await orders.transfers(returned.orderId)).at(-1)
    expect(sent).toMatchObject({ leg: 'asset', quantity: '400000', sender: 'borrower' })
  })

  it('waits without a refusal for what is in its way, and is accepted once that has ended', async () => {
    const deal = nextDeal()
    await closeOuts.declare(deal)
    const call = await margin.create(deal)
    const { id, status } = await returnOf(deal, '400000')
    expect(status).toBe('PENDING')
    expect(reasonAgainst(await requests.get(id), 'reject')).toBe(issue)
    const { body } = await refused(world.service, 409, requests.callOf('reject', id))
    expect(body.error).toMatchObject({ details: [{ field: 'close_out_id', issue }] })
    await world.do(rejectMarkToMarketRequest, call, borrowerKey)
    await world.expire()
    expect(await requests.get(id)).toMatchObject({ status: 'ACCEPTED' })
  })

  it('is accepted once the transfer in its way has arrived', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.declare(deal)
    const { transfer_ids } = await margin.create(deal, borrowerKey)
    await closeOuts.fall('30000')
    const whole = await returnOf(deal)
    expect(whole).toMatchObject({ status: 'PENDING' })
    await world.report(String(transfer_ids[0]), 'completed')
    expect(await statusOf(id)).toBe('NOTICE')
    await world.expire()
    expect(await requests.get(whole.id)).toMatchObject({ status: 'ACCEPTED' })
  })

  it('closes the deal if all is returned, but not again after a cancelled close', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.declare(deal)
    const whole = await returnOf(deal)
    expect(whole).toMatchObject({ status: 'ACCEPTED', whole: true })
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSING' })
    await orders.end(deal.orderId, 'asset', 'failed')
    await orders.do('cancel_close', deal.orderId, borrowerKey)
    expect(await returnOf(deal)).toMatchObject({ status: 'PENDING' })
    expect(await statusOf(id)).toBe('NOTICE')
  })

  it('can be disputed once the cause is over', async () => {
    const deal = nextDeal()
    await closeOuts.declare(deal)
    await world.setPrice('BTC', '52000')
    const topUp = await margin.create(deal, borrowerKey)
    expect(topUp.status).toBe('PENDING_ACCEPTANCE')
    const seen = await world.do(getMarkToMarketRequest, topUp, lenderKey)
    expect(reasonAgainst(seen, 'dispute')).toBeNull()
    const counter = { counter_notional_usd: '100000', reason: 'PRICE' }
    await world.do(disputeMarkToMarketRequest, topUp, lenderKey, counter)
  })
})

describe('the share of a part, under notice', () => {
  /** A part of which the share of the collateral is under way. */
  async function sharing(deal: Deal) {
    const { id } = await returnOf(deal, '1000')
    await requests.do('accept', id)
    await world.report(String((await requests.get(id)).transfer_ids[0]), 'completed')
    return { id, share: String((await requests.get(id)).transfer_ids[1]) }
  }
  const missedReturn = (deal: Deal, key: Key) =>
    closeOuts.declaration(deal, key, { cause: 'MISSED_RETURN' })

  it('blocks nothing that the borrower returns, however late it was before it failed', async () => {
    const deal = unused(missed)
    const { id, share } = await sharing(deal)
    await world.report(share, 'failed')
    world.pass(2 * dayMs)
    await closeOuts.declare(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED', collateral_returned: '0' })
    expect(await returnOf(deal, '30000')).toMatchObject({ status: 'ACCEPTED' })
    await refused(world.service, 422, missedReturn(deal, borrowerKey))
  })

  it('has a time of its own when it is instructed again after it was called off', async () => {
    const deal = unused(missed)
    const { id, share } = await sharing(deal)
    const notice = await closeOuts.declare(deal)
    await closeOuts.do('withdraw', notice.id)
    await world.report(share, 'cancelled')
    world.pass(2 * dayMs)
    await requests.do('retry', id, borrowerKey)
    await refused(world.service, 422, missedReturn(deal, borrowerKey))
    world.pass(2 * dayMs)
    expect((await call(world.service, missedReturn(deal, borrowerKey))).status).toBe(200)
  })

  it('is no default of the lender once the service has called it off', async () => {
    const deal = unused(missed)
    await sharing(deal)
    await closeOuts.declare(deal)
    world.pass(2 * dayMs)
    await refused(world.service, 422, missedReturn(deal, borrowerKey))
  })

  it('stays in the deal although the part itself is what a notice is about', async () => {
    const deal = unused(missed)
    const part = await returnOf(deal, '1000')
    await requests.do('accept', part.id)
    world.pass(2 * dayMs)
    expect((await call(world.service, missedReturn(deal, lenderKey))).status).toBe(200)
    await world.report(String((await requests.get(part.id)).transfer_ids[0]), 'completed')
    expect(await requests.get(part.id)).toMatchObject({
      ...{ status: 'COMPLETED', collateral_returned: '0', transfer_ids: { length: 1 } },
    })
  })

  it('is not shown to who is about to return a part', async () => {
    const deal = nextDeal()
    await closeOuts.declare(deal)
    // The notice decides, and nobody has looked at it since the price rose.
    await world.setPrice('BTC', '60000')
    const asked = { kind: 'return', position_id: deal.positionId, quantity: '1000' } as const
    const seen = await succeed(world.service, previewRequest, {
      key: borrowerKey,
      body: { operation: 'createOrderRequest', body: asked },
    })
    expect(seen).toMatchObject({
      movements: [{ leg: 'asset' }, { leg: 'collateral', quantity: '0' }],
    })
  })
})

describe('a notice whose alert has ended', () => {
  it('is checked at once, and cures before its hour', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.declare(deal)
    await closeOuts.fall('80000')
    await world.expire()
    expect(await statusOf(id)).toBe('CURED')
    await world.expire()
    expect(await categoriesOf(id, borrowerKey)).toEqual(['default_ended', 'default_declared'])
  })

  it('is checked at once as well if it is about a call that is due at the level alone', async () => {
    const call = await margin.create(calledAtLevel)
    await world.do(rejectMarkToMarketRequest, call, borrowerKey)
    world.pass(3_600_000)
    const { id } = await closeOuts.declare(calledAtLevel, { cause: 'UNMET_CALL' })
    await closeOuts.fall('53000')
    await world.expire()
    expect(await statusOf(id)).toBe('CURED')
  })
})

// A wallet is retired for ever, so this comes last.
describe('the service', () => {
  it('accepts what is sent to a wallet that its receiver has retired, and notifies it of that', async () => {
    const deal = nextDeal()
    await closeOuts.declare(deal)
    await world.service.database.query(
      `UPDATE wallets SET retired_at = $2 WHERE id = (
         SELECT lender_asset_wallet_id FROM orders WHERE id = $1)`,
      [deal.orderId, now],
    )
    const { status, transfer_ids } = await returnOf(deal, '400000')
    expect(status).toBe('ACCEPTED')
    expect(await categoriesOf(String(transfer_ids[0]), lenderKey)).toEqual(['wallet_changed'])
  })
})
