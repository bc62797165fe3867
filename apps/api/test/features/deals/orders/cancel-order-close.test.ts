import { getPosition, listNotifications, previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { externalIdOf } from '../../../harness/decided-transfer.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world
const hourMs = 3_600_000

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const runDue = () => world.service.services.custodyWorker.runDue()
const cancel = (id: string, key = borrowerKey) => world.orders.do('cancel_close', id, key)
const cancelCall = (id: string, key = borrowerKey) => world.orders.callOf('cancel_close', id, key)

const lentAndPledged = { 'lent BTC': '10', 'pledged ETH': '300' }

/** An order whose close carries out an accepted request for all of it. */
async function closingBy(kind: 'recall' | 'return') {
  const order = await world.orders.active()
  const [asks, answers] = kind === 'recall' ? [lenderKey, borrowerKey] : [borrowerKey, lenderKey]
  const { id } = await world.requests.ask(order.position_id, { kind }, asks)
  await world.requests.do('accept', id, answers)
  return { order, requestId: id }
}

const assetOf = async (orderId: string) => {
  const found = (await world.orders.transfers(orderId)).findLast(
    ({ leg, category }) => leg === 'asset' && category === 'close',
  )
  return found?.id ?? ''
}

/** The custodian of the borrower holds the asset for an approval that never comes. */
async function hold(orderId: string): Promise<void> {
  const custodian = await world.service.services.custody.simulated('bitgo')
  const stages = [{ word: 'pendingApproval' as const, lastsMs: null }]
  const externalTransferId = externalIdOf(await assetOf(orderId))
  await custodian?.script({ stages }, { externalTransferId })
  await runDue()
}

const preview = (positionId: string | null) =>
  callOf(previewMarkToMarketRequest, {
    key: lenderKey,
    body: { position_id: positionId ?? '' },
  })

const notified = async (key: Key, orderId: string) => {
  const query = { page_size: 1000 }
  const { notifications } = await succeed(world.service, listNotifications, { key, query })
  return notifications.filter(
    ({ category, link }) => category === 'close_cancelled' && link.id === orderId,
  )
}

describe('a cancelled close', () => {
  it('asks the custodian, and the order is active again when nothing has moved', async () => {
    const order = await world.orders.active()
    const { id, position_id } = order
    const before = (await call(world.service, preview(position_id))).body
    await world.orders.do('close', id, borrowerKey)
    await hold(id)
    await refused(world.service, 409, preview(position_id))
    expect(await cancel(id)).toMatchObject({ status: 'CLOSING' })
    expect(await world.orders.position(id)).toMatchObject({ status: 'CLOSING' })
    expect(await world.orders.balances(id)).toEqual({
      'in_transit BTC': '10',
      'pledged ETH': '300',
    })
    await runDue()
    expect(await world.orders.get(id)).toMatchObject({ status: 'ACTIVE' })
    expect(await world.orders.position(id)).toMatchObject({
      status: 'ACTIVE',
      asset: '10',
      collateral: '300',
      is_over: false,
    })
    expect(await world.orders.balances(id)).toEqual(lentAndPledged)
    expect((await world.orders.moves(id)).slice(-3)).toEqual(['close', 'cancel_close', 'resume'])
    expect((await call(world.service, preview(position_id))).body).toEqual(before)
  })

  it('is notified to both sides once, each with its own text', async () => {
    const { id, number } = await world.orders.closing()
    await cancel(id)
    expect(await notified(lenderKey, id)).toEqual([])
    await runDue()
    const [[ours], [theirs]] = [await notified(lenderKey, id), await notified(borrowerKey, id)]
    expect(ours).toMatchObject({ title: `Close cancelled: order ${number}`, severity: 'warning' })
    expect(ours?.body).toBe(
      'quay Ltd keeps the 10 BTC that you lent. Nothing has moved: the order is active again, and interest has run all the time.',
    )
    expect(theirs?.body).toContain('You keep the 10 BTC that harbor Ltd lent you.')
  })

  it('goes on if the asset has moved', async () => {
    const { id } = await world.orders.closing()
    await world.orders.end(id, 'asset', 'confirming')
    await cancel(id)
    await world.orders.end(id, 'asset', 'completed')
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSING' })
    await refused(world.service, 409, cancelCall(id))
    await world.orders.end(id, 'collateral', 'completed')
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSED' })
    expect(await world.orders.balances(id)).toEqual({})
  })
})

describe('a cancelled close of which the asset arrives at the same moment', () => {
  it.each(['the request', 'the report'])('goes on when %s is the first', async (first) => {
    const { id } = await world.orders.closing()
    await world.orders.end(id, 'asset', 'confirming')
    const asset = await assetOf(id)
    const both = [
      async () => expect([200, 409]).toContain((await call(world.service, cancelCall(id))).status),
      () => world.report(asset, 'completed'),
    ]
    if (first === 'the report') both.reverse()
    await Promise.all(both.map((one) => one()))
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSING' })
    expect(await world.orders.moves(id)).not.toContain('resume')
  })
})

describe('interest', () => {
  it('runs without a gap through a cancelled close, and is paid once, with the last', async () => {
    const { id, position_id } = await world.orders.active()
    const accrued = async () =>
      (
        await succeed(world.service, getPosition, {
          key: lenderKey,
          params: { position_id: position_id ?? '' },
        })
      ).interest_accrued
    world.pass(10 * 24 * hourMs)
    await world.orders.do('close', id, borrowerKey)
    world.pass(10 * 24 * hourMs)
    // 10 BTC · 5 % · 20 / 360
    expect(await accrued()).toBe('0.02777778')
    await cancel(id)
    await runDue()
    expect(await accrued()).toBe('0.02777778')
    world.pass(10 * 24 * hourMs)
    expect(await accrued()).toBe('0.04166667')
    await world.orders.do('close', id, borrowerKey)
    await world.orders.end(id, 'asset', 'completed')
    expect(await world.orders.closingTransfers(id)).toEqual([
      ['interest', 'interest', 'BTC', '0.04166667', 'borrower'],
    ])
  })
})

describe('a close that the borrower began', () => {
  it('can be cancelled by the lender once the transfer of the asset is late, and not before', async () => {
    const { id } = await world.orders.closing()
    const lateAt = new Date(world.service.clock.now() + 24 * hourMs).toISOString()
    const sentence = `cancel_close is possible for the lender once the transfer of the asset is late, after ${lateAt}`
    expect(reasonAgainst(await world.orders.get(id, lenderKey), 'cancel_close')).toBe(sentence)
    expect(reasonAgainst(await world.orders.get(id), 'cancel_close')).toBeNull()
    world.service.clock.set(lateAt)
    const reply = await refused(world.service, 409, cancelCall(id, lenderKey))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'transfer_id', value: await assetOf(id) }],
    })
    // A retry does not begin the day again.
    await world.orders.end(id, 'asset', 'failed')
    await world.orders.do('retry', id, borrowerKey)
    world.pass(1)
    expect(reasonAgainst(await world.orders.get(id, lenderKey), 'cancel_close')).toBeNull()
    await cancel(id, lenderKey)
    await runDue()
    expect(await world.orders.get(id)).toMatchObject({ status: 'ACTIVE' })
  })

  it('can be cancelled by the borrower although the lender accepted its return, which ends', async () => {
    const { order, requestId } = await closingBy('return')
    await cancel(order.id)
    await runDue()
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'ACTIVE' })
    expect(await world.requests.get(requestId)).toMatchObject({ status: 'CANCELLED' })
  })
})

describe('after a cancelled close with which the margin call level was reached', () => {
  it('the borrower alone cannot close again before the cure time, in which margin can be called', async () => {
    const { id, position_id } = await world.orders.closing()
    await cancel(id)
    await runDue()
    const { revaluation } = world.service.services
    await revaluation.runPending()
    const openAt = new Date(world.service.clock.now() + 24 * hourMs).toISOString()
    const sentence = `close is possible again at ${openAt}: its last close was cancelled, and the margin call level is reached`
    const offered = async () => [
      reasonAgainst(await world.orders.get(id), 'close'),
      reasonAgainst(await world.orders.shownPosition(position_id, borrowerKey), 'close'),
    ]
    expect(await offered()).toEqual([sentence, sentence])
    await refused(world.service, 409, world.orders.callOf('close', id, borrowerKey))
    expect((await call(world.service, preview(position_id))).status).toBe(200)
    world.service.clock.set(openAt)
    expect(await offered()).toEqual([null, null])
    await world.orders.do('close', id, borrowerKey)
  })
})

describe('a close from an accepted recall', () => {
  it('can be cancelled by the lender alone, which ends the recall and makes another possible', async () => {
    const { order, requestId } = await closingBy('recall')
    await world.orders.end(order.id, 'asset', 'broadcasting')
    expect(await world.requests.get(requestId)).toMatchObject({ status: 'IN_PROGRESS' })
    world.pass(48 * hourMs)
    const reply = await refused(world.service, 403, cancelCall(order.id))
    expect(reply.reason).toBe('PARTY_NOT_PERMITTED')
    expect(reasonAgainst(await world.orders.get(order.id), 'cancel_close')).toBe(
      'only the lender may cancel a close that follows from its recall',
    )
    const first = await assetOf(order.id)
    await cancel(order.id, lenderKey)
    await world.orders.end(order.id, 'asset', 'cancelled')
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'ACTIVE' })
    expect(await world.requests.get(requestId)).toMatchObject({ status: 'CANCELLED' })
    const again = await world.requests.ask(order.position_id, { kind: 'recall' }, lenderKey)
    await world.requests.do('accept', again.id, borrowerKey)
    await refused(world.service, 403, cancelCall(order.id))
    expect((await world.requests.get(again.id)).transfer_ids).toEqual([await assetOf(order.id)])
    expect((await world.requests.get(requestId)).transfer_ids).toEqual([first])
  })
})

describe('409 Conflict', () => {
  it('returns 409 and refuses both sides the unwinding of an opening', async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'completed')
    await world.orders.end(id, 'collateral', 'failed')
    await world.orders.do('abandon', id, lenderKey)
    world.pass(48 * hourMs)
    for (const key of [lenderKey, borrowerKey]) {
      const reply = await refused(world.service, 409, cancelCall(id, key))
      expect(reply.body.error).toMatchObject({ reason: 'INVALID_STATE' })
      expect(reasonAgainst(await world.orders.get(id, key), 'cancel_close')).toContain('unwound')
    }
  })
})
