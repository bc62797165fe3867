import { cancelTransfer, getToday, listNotifications, type Today } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { reasonAgainst, type ReportedState, World } from '../../../harness/world/world.ts'

const world = new World({ short: 9, over: 1 })
const { lenderKey, borrowerKey, strangerKey } = world
const dayMs = 86_400_000

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const cancelCall = (id: string, key = lenderKey) =>
  callOf(cancelTransfer, { key, params: { transfer_id: id } })
const cancel = (id: string, key = lenderKey) =>
  succeed(world.service, cancelTransfer, cancelCall(id, key))
const today = (key: Key) => succeed(world.service, getToday, { key })
const late = () => world.pass(dayMs + 1)

async function shownLate(id: string, key: Key): Promise<Today['late_transfers']['transfers']> {
  const { late_transfers } = await today(key)
  return late_transfers.transfers.filter((transfer) => transfer.id === id)
}

/** Titles of what an organization was notified of a transfer, oldest first. */
async function notified(id: string, key: Key): Promise<string[]> {
  const query = { page_size: 100 }
  const { notifications } = await succeed(world.service, listNotifications, { key, query })
  return notifications
    .filter(({ link }) => link.id === id)
    .map(({ title }) => title.replace(/: order \d+$/, ''))
    .reverse()
}

describe('a late transfer', () => {
  it('has it cancelled, which cancels the request, and calls again at once', async () => {
    const deal = world.shortDeal()
    const { request, transferId } = await world.margin.underWay(deal)
    await world.report(transferId, 'pending_provider_approval')
    late()
    await cancel(transferId)
    // Until the custodian answers, it counts, so nothing is due.
    expect(await world.margin.outcomeOf(request)).toEqual(['IN_PROGRESS', null])
    expect((await world.margin.preview(deal)).preview).toMatchObject({ can_submit_m2m: false })

    await world.report(transferId, 'cancelled')
    expect(await world.margin.outcomeOf(request)).toEqual(['CANCELLED', 'transfer_late'])
    expect(await world.margin.historyOf(request)).toEqual([
      'create PENDING_ACCEPTANCE',
      'accept ACCEPTED',
      'start IN_PROGRESS',
      'call_off CANCELLED',
    ])
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '300', journal: '300' })
    const again = await world.margin.accepted(deal)
    expect(again).toMatchObject({ collateral_amount: '60', status: 'ACCEPTED' })
  })

  it.each(firstOf<ReportedState>(['failed', 'rejected', 'cancelled']))(
    'is rid of the request when the custodian reports %s, before it has accepted it',
    async (end) => {
      const { request, transferId } = await world.margin.underWay(world.shortDeal())
      late()
      await cancel(transferId)
      await world.report(transferId, end)
      expect(await world.margin.outcomeOf(request)).toEqual(['CANCELLED', 'transfer_late'])
    },
  )

  it('has the request completed when the custodian was faster', async () => {
    const deal = world.shortDeal()
    const { request, transferId } = await world.margin.underWay(deal)
    late()
    await cancel(transferId)
    await world.report(transferId, 'completed')
    await world.report(transferId, 'cancelled')
    expect(await world.margin.outcomeOf(request)).toEqual(['COMPLETED', null])
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
  })

  it('is the borrower for a release', async () => {
    const { request, transferId } = await world.margin.underWay(world.overDeal())
    late()
    await refused(world.service, 403, cancelCall(transferId, lenderKey))
    await cancel(transferId, borrowerKey)
    await world.report(transferId, 'cancelled')
    expect(await world.margin.outcomeOf(request)).toEqual(['CANCELLED', 'transfer_late'])
  })

  it('is notified with the sender when it becomes late, and the sender of the request', async () => {
    const { transferId } = await world.margin.underWay(world.shortDeal())
    world.pass(dayMs)
    await world.expire()
    expect(await notified(transferId, lenderKey)).toEqual([])
    world.pass(1)
    await world.expire()
    await world.expire()
    await cancel(transferId)
    await cancel(transferId)
    await world.report(transferId, 'cancelled')
    expect(await notified(transferId, lenderKey)).toEqual(['Transfer late', 'Transfer cancelled'])
    expect(await notified(transferId, borrowerKey)).toEqual([
      'Transfer late',
      'Cancellation of a late transfer requested',
      'Transfer cancelled',
    ])
  })
})

describe('an opening of which one leg hangs', () => {
  /** The asset has arrived, and the custodian of the borrower never ends the collateral. */
  const halfOpen = async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'completed')
    const collateral = (await world.orders.transfers(id)).find(({ leg }) => leg === 'collateral')
    return { orderId: id, transferId: collateral?.id ?? '' }
  }

  it('is unwound after the side whose leg has arrived had the other cancelled', async () => {
    const { orderId, transferId } = await halfOpen()
    await refused(world.service, 409, cancelCall(transferId))
    late()
    await refused(world.service, 403, cancelCall(transferId, borrowerKey))
    await cancel(transferId)
    await refused(world.service, 409, world.orders.callOf('abandon', orderId))
    for (const key of [lenderKey, borrowerKey]) {
      expect(await shownLate(transferId, key)).toMatchObject([
        { category: 'open', cancellation_requested: true },
      ])
    }
    await world.report(transferId, 'cancelled')
    for (const key of [lenderKey, borrowerKey]) {
      expect(reasonAgainst(await world.orders.get(orderId, key), 'abandon')).toBeNull()
      expect(await notified(transferId, key)).toContain('Transfer cancelled')
    }
    expect(await world.orders.do('abandon', orderId)).toMatchObject({ status: 'CLOSING' })
    await world.orders.end(orderId, 'asset', 'completed')
    expect(await world.orders.get(orderId)).toMatchObject({ status: 'CLOSED' })
    expect(await world.orders.balances(orderId)).toEqual({})
  })
})

describe('today of both sides', () => {
  it('shows a transfer from when it is late until it has ended', async () => {
    const { transferId } = await world.margin.underWay(world.shortDeal())
    world.pass(dayMs)
    expect(await shownLate(transferId, lenderKey)).toEqual([])
    world.pass(1)
    for (const [key, reason] of [
      [lenderKey, null],
      [borrowerKey, 'only the receiver may do this'],
    ] as const) {
      const [shown] = await shownLate(transferId, key)
      expect(shown).toMatchObject({
        category: 'm2m',
        leg: 'collateral',
        cancellation_requested: false,
      })
      expect(reasonAgainst(shown ?? { actions: [] }, 'cancel')).toBe(reason)
    }
    await cancel(transferId)
    for (const key of [lenderKey, borrowerKey]) {
      expect(await shownLate(transferId, key)).toMatchObject([{ cancellation_requested: true }])
    }
    await world.report(transferId, 'completed')
    expect(await shownLate(transferId, lenderKey)).toEqual([])
  })
})

describe('refuses', () => {
  it('a transfer that is not late yet with 409, and names the time', async () => {
    const { transferId } = await world.margin.underWay(world.shortDeal())
    world.pass(dayMs)
    const { reason, body } = await refused(world.service, 409, cancelCall(transferId))
    expect(reason).toBe('INVALID_STATE')
    expect(body.error.details).toMatchObject([{ field: 'create_time' }])
    expect(await world.orders.moves(transferId)).toEqual(['create'])
  })

  it('the sender with 403, and a stranger with 404', async () => {
    const { transferId } = await world.margin.underWay(world.shortDeal())
    late()
    await refused(world.service, 403, cancelCall(transferId, borrowerKey))
    await refused(world.service, 404, cancelCall(transferId, strangerKey))
    expect(await world.orders.moves(transferId)).toEqual(['create'])
  })
})
