import { verifyCloseOut } from '@vadium/margin'
import {
  acceptMarkToMarketRequest,
  cancelTransfer,
  type CloseOut,
  reportPositions,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import type { OrderTransfer } from '../../../harness/world/orders.ts'
import { now, type ReportedState, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, margin, requests, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)
const deals = Array.from({ length: 12 }, () => closeOuts.deal())
const releasing = [closeOuts.deal(), closeOuts.deal()] as const
const daySeconds = 86_400
const quick = closeOuts.deal({ settlement_time_seconds: 3600 })
const slow = closeOuts.deal({ settlement_time_seconds: 2 * daySeconds })

const nextDeal = () => unused(deals)

beforeAll(async () => {
  await world.start()
  world.pass(69 * 86_400_000)
  // So much collateral is released that less stays than a close-out keeps.
  await closeOuts.fall('1000000')
  for (const deal of releasing) {
    const release = await margin.create(deal, borrowerKey)
    await world.do(acceptMarkToMarketRequest, release, lenderKey)
  }
  await closeOuts.lastingFall('45000')
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** Each step takes time, so that later transfers are later. */
function report(id: string, state: ReportedState): Promise<void> {
  world.pass(1000)
  return world.report(id, state)
}

function terminate(deal: Deal): Promise<CloseOut> {
  world.pass(1000)
  return closeOuts.terminated(deal)
}

const verified = ({ statement }: CloseOut) =>
  statement === null ? ['there is no statement'] : verifyCloseOut(statement).differences
const keptOf = ({ statement }: CloseOut) => statement?.kept[0]

async function lastTransfer({ orderId }: Deal, leg: OrderTransfer['leg']): Promise<OrderTransfer> {
  const found = (await orders.transfers(orderId)).findLast((transfer) => transfer.leg === leg)
  if (found === undefined) throw new Error(`there is no transfer of the ${leg}`)
  return found
}

/** Whether the custodian of a transfer is asked to cancel it. */
async function isToCancel(id: string): Promise<boolean> {
  const { rows } = await world.service.database.query<{ asked: boolean }>(
    'SELECT cancel_asked_at IS NOT NULL AS asked FROM instructions WHERE transfer_id = $1',
    [id],
  )
  return rows[0]?.asked === true
}

describe('a termination while a top-up awaits its signature', () => {
  it('is booked at once, and has the transfer cancelled', async () => {
    const deal = nextDeal()
    const { request, transferId } = await margin.underWay(deal)
    await report(transferId, 'pending_provider_signature')
    const { id, ...terminated } = await terminate(deal)
    expect(terminated).toMatchObject({
      ...{ status: 'CLOSING_OUT', waits_for: null },
      statement: { provisional: false, kept: [{ kept_quantity: '23.19905817' }] },
    })
    expect(await isToCancel(transferId)).toBe(true)
    expect(await margin.outcomeOf(request)).toEqual(['IN_PROGRESS', null])
    await report((await lastTransfer(deal, 'collateral')).id, 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'SETTLED' })
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })

    await report(transferId, 'cancelled')
    expect(await margin.outcomeOf(request)).toEqual(['CANCELLED', 'closed_out'])
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('has what arrives all the same sent back, again and again until it is back', async () => {
    const deal = nextDeal()
    const { request, transferId } = await margin.underWay(deal)
    const { id } = await terminate(deal)
    await report((await lastTransfer(deal, 'collateral')).id, 'completed')
    await report(transferId, 'completed')
    expect(await margin.outcomeOf(request)).toEqual(['COMPLETED', null])
    const sentBack = async () => lastTransfer(deal, 'collateral')
    const first = await sentBack()
    expect(first).toMatchObject({ category: 'liquidation', sender: 'lender', status: 'PENDING' })
    expect(first.quantity).toBe(request.collateral_amount)
    expect(await orders.balances(deal.orderId)).toEqual({ 'in_transit BTC': first.quantity })

    await report(first.id, 'failed')
    expect(await orders.balances(deal.orderId)).toEqual({})
    await world.expire()
    expect((await sentBack()).id).toBe(first.id)
    world.pass(3_600_000)
    await world.expire()
    await world.expire()
    const second = await sentBack()
    expect(second).toMatchObject({ replaces: first.id, quantity: first.quantity })
    await report(second.id, 'completed')
    expect(await orders.balances(deal.orderId)).toEqual({})
    const { transfer_ids } = await closeOuts.get(id)
    expect(transfer_ids).toHaveLength(3)
    const { collateral, status } = await orders.position(deal.orderId)
    expect([status, collateral]).toEqual(['CLOSED', '0'])
  })
})

describe('a termination while a top-up is on its way', () => {
  async function waiting(
    state: 'broadcasting' | 'confirming' = 'confirming',
    deal: Deal = nextDeal(),
  ) {
    const { request, transferId } = await margin.underWay(deal)
    await report(transferId, state)
    return { deal, request, transferId, terminated: await terminate(deal) }
  }

  it('waits for it with provisional figures, and is booked at the same prices', async () => {
    const { deal, request, transferId, terminated } = await waiting()
    const { id, waits_for: waits } = terminated
    expect(terminated).toMatchObject({
      ...{ status: 'CLOSING_OUT', transfer_ids: [] },
      statement: { provisional: true, kept: [{ kept_quantity: '23.19905817' }] },
    })
    expect(waits?.transfer_ids).toEqual([transferId])
    const untilMs = world.service.clock.now() + daySeconds * 1000
    expect(Date.parse(waits?.until_time ?? '')).toBe(untilMs)
    expect(verified(terminated)).toEqual([])
    expect(await isToCancel(transferId)).toBe(false)
    const cancel = callOf(cancelTransfer, { key: lenderKey, params: { transfer_id: transferId } })
    await refused(world.service, 409, cancel)
    const early = await refused(world.service, 409, closeOuts.callOf('receive', id, borrowerKey))
    expect(early.body.error).toMatchObject({ details: [{ field: 'statement' }] })
    await refused(world.service, 409, closeOuts.callOf('retry', id))

    await closeOuts.fall('30000')
    world.pass(3_600_000)
    await report(transferId, 'completed')
    const booked = await closeOuts.get(id)
    expect(booked).toMatchObject({ status: 'CLOSING_OUT', waits_for: null })
    expect(booked.statement).toMatchObject({
      provisional: false,
      price_time: terminated.statement?.price_time,
      claim_usd: terminated.statement?.claim_usd,
    })
    expect(keptOf(booked)?.kept_quantity).toBe('23.19905817')
    const excess = await lastTransfer(deal, 'collateral')
    expect(excess).toMatchObject({
      category: 'liquidation',
      quantity: keptOf(booked)?.back_quantity,
    })
    expect(Number(excess.quantity)).toBeGreaterThan(1.80094183)
    expect(verified(booked)).toEqual([])
    expect(await margin.outcomeOf(request)).toEqual(['COMPLETED', null])
    await report(excess.id, 'completed')
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    await closeOuts.lastingFall('45000')
  })

  it('is booked without it when it fails', async () => {
    const { deal, request, transferId, terminated } = await waiting('broadcasting')
    await report(transferId, 'failed')
    const booked = await closeOuts.get(terminated.id)
    expect(keptOf(booked)).toEqual(keptOf(terminated))
    expect(booked.statement?.provisional).toBe(false)
    expect(await margin.outcomeOf(request)).toEqual(['CANCELLED', 'closed_out'])
    expect(await orders.balances(deal.orderId)).toEqual({ 'in_transit BTC': '1.80094183' })
  })

  it('is booked without it once its time is over, and has it sent back when it arrives', async () => {
    const { deal, transferId, terminated } = await waiting()
    const { id } = terminated
    world.pass(daySeconds * 1000)
    await world.expire()
    expect(await closeOuts.get(id)).toMatchObject({ statement: { provisional: true } })
    world.pass(1)
    await world.expire()
    expect(await closeOuts.get(id)).toMatchObject({
      ...{ status: 'CLOSING_OUT', statement: { provisional: false } },
    })
    expect(await isToCancel(transferId)).toBe(true)
    await report((await lastTransfer(deal, 'collateral')).id, 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'SETTLED' })
    await report(transferId, 'completed')
    const back = await lastTransfer(deal, 'collateral')
    expect(back).toMatchObject({ category: 'liquidation', sender: 'lender' })
    await report(back.id, 'completed')
  })

  it('counts it for as long as the terms say, whatever the installation allows', async () => {
    const [long, short] = [await waiting('confirming', slow), await waiting('confirming', quick)]
    const provisionalOf = async ({ terminated: { id } }: typeof short) =>
      (await closeOuts.get(id)).statement?.provisional
    world.pass(3_600_000)
    await world.expire()
    expect(await provisionalOf(short)).toBe(true)
    world.pass(1)
    await world.expire()
    expect([await provisionalOf(short), await provisionalOf(long)]).toEqual([false, true])
    world.pass(daySeconds * 1000)
    await world.expire()
    await report(long.transferId, 'completed')
    const booked = await closeOuts.get(long.terminated.id)
    const held = Number(booked.statement?.collateral[0]?.quantity)
    expect([booked.statement?.provisional, held > 25]).toEqual([false, true])
  })

  it('counts it for no longer, when the worker is late', async () => {
    const { deal, transferId, terminated } = await waiting()
    world.pass(daySeconds * 1000 + 1)
    await report(transferId, 'completed')
    const booked = await closeOuts.get(terminated.id)
    expect(keptOf(booked)).toEqual(keptOf(terminated))
    const sent = (await orders.transfers(deal.orderId)).slice(-2).map(({ quantity }) => quantity)
    expect(sent).toHaveLength(2)
    expect(sent).toContain(keptOf(terminated)?.back_quantity)
  })
})

describe('a termination while the asset is on its way back', () => {
  it('discharges the asset of a close that is not signed, and has it sent back if it arrives', async () => {
    const deal = nextDeal()
    await orders.do('close', deal.orderId, borrowerKey)
    const asset = await lastTransfer(deal, 'asset')
    await report(asset.id, 'pending_provider_signature')
    const { id, statement } = await terminate(deal)
    expect(statement).toMatchObject({ asset_quantity: '1000000', provisional: false })
    expect(await isToCancel(asset.id)).toBe(true)
    await report((await lastTransfer(deal, 'collateral')).id, 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'SETTLED' })
    await report(asset.id, 'completed')
    const back = await lastTransfer(deal, 'asset')
    expect(back).toMatchObject({ category: 'liquidation', sender: 'lender', quantity: '1000000' })
    await report(back.id, 'completed')
    expect(await orders.balances(deal.orderId)).toEqual({})
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
  })

  it('counts a part that arrives in time, ends its request, and sends no collateral for it', async () => {
    const deal = nextDeal()
    const { id: requestId } = await requests.ask(deal.positionId, { quantity: '400000' })
    await requests.do('accept', requestId)
    const part = await lastTransfer(deal, 'asset')
    await report(part.id, 'confirming')
    const terminated = await terminate(deal)
    world.pass(2 * 3_600_000)
    await report(part.id, 'completed')
    const booked = await closeOuts.get(terminated.id)
    expect(booked.statement).toMatchObject({
      ...{ asset_quantity: '600000', discharged_quantity: '600000', provisional: false },
      interest_owed: terminated.statement?.interest_owed,
    })
    expect(verified(booked)).toEqual([])
    expect(await requests.get(requestId)).toMatchObject({ status: 'COMPLETED' })
    const sent = (await orders.transfers(deal.orderId)).at(-1)
    expect(sent).toMatchObject({ category: 'liquidation', quantity: keptOf(booked)?.back_quantity })
  })
})

describe('a request with a transfer under way at the termination', () => {
  it('ends with the undisputed part of a dispute, or with the asset of a whole return', async () => {
    const [disputing, closing] = [nextDeal(), nextDeal()]
    const dispute = await margin.disputed(disputing, '100000')
    const { id: whole } = await requests.ask(closing.positionId)
    await requests.do('accept', whole)
    await terminate(disputing)
    await terminate(closing)
    expect((await margin.outcomeOf(dispute))[0]).toBe('DISPUTED')
    expect(await requests.get(whole)).toMatchObject({ status: 'ACCEPTED' })
    await refused(world.service, 409, requests.callOf('retry', whole))
    const part = (await orders.transfers(disputing.orderId)).find(
      ({ category }) => category === 'm2m',
    )
    await report(part?.id ?? '', 'completed')
    expect(await margin.outcomeOf(dispute)).toEqual(['CANCELLED', 'closed_out'])
    await report((await lastTransfer(closing, 'asset')).id, 'rejected')
    expect(await requests.get(whole)).toMatchObject({ status: 'CANCELLED' })
    expect(await orders.get(closing.orderId)).toMatchObject({ status: 'CLOSING' })
  })
})

describe('a termination while collateral is on its way back', () => {
  it('keeps as if it were not sent: the rest comes from the own of the lender until it is back', async () => {
    const [deal] = releasing
    const release = await lastTransfer(deal, 'collateral')
    const terminated = await terminate(deal)
    const { id } = terminated
    const { kept_quantity: kept, back_quantity: rest } = keptOf(terminated) ?? {}
    expect(Number(release.quantity)).toBeGreaterThan(Number(kept))
    expect(Number(kept) + Number(rest)).toBeCloseTo(25)
    world.pass(1000)
    const { positions } = await succeed(world.service, reportPositions, {
      key: lenderKey,
      query: { as_of: new Date(world.service.clock.now()).toISOString() },
    })
    const reported = positions.find(({ order_id }) => order_id === deal.orderId)
    expect(reported?.collateral_quantity).toBe(rest)
    const excess = (await orders.transfers(deal.orderId)).find(({ quantity }) => quantity === rest)
    await report(excess?.id ?? '', 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'SETTLED' })
    await report(release.id, 'cancelled')
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('has the borrower send back what it receives', async () => {
    const [, deal] = releasing
    const release = await lastTransfer(deal, 'collateral')
    const terminated = await terminate(deal)
    await report(release.id, 'completed')
    const back = (await orders.transfers(deal.orderId)).find(
      ({ category, sender }) => category === 'liquidation' && sender === 'borrower',
    )
    expect(back?.quantity).toBe(release.quantity)
    await report(back?.id ?? '', 'completed')
    expect(await orders.balances(deal.orderId)).toEqual({
      'in_transit BTC': keptOf(terminated)?.back_quantity,
    })
  })
})
