import { cancelTransfer, sendCollateral, type Transfer } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AutomationWorld } from '../../../harness/automation-world.ts'
import type { Deal } from '../../../harness/book.ts'
import { refused } from '../../../harness/call.ts'
import { everyCause, hourMs } from '../../../harness/world/default-cases.ts'
import { now, unused } from '../../../harness/world/world.ts'

const world = new AutomationWorld()
const { closeOuts, orders, requests, margin, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)
const terms = { ...everyCause, settlement_time_seconds: 3600 }
const deals = Array.from({ length: 6 }, () => closeOuts.deal(terms))
const monthly = closeOuts.deal({ ...terms, interest_schedule: 'monthly' })
const nextDeal = () => unused(deals)

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

function send({ positionId }: Deal, quantity: string, key = borrowerKey): Promise<Transfer> {
  return world.do(sendCollateral, { id: positionId }, key, { quantity })
}

async function directionDue(deal: Deal): Promise<string> {
  return (await margin.preview(deal)).preview.direction
}

/** The loan comes back, and the collateral that is known by then. */
async function returned({ orderId }: Deal): Promise<void> {
  await orders.end(orderId, 'asset', 'completed')
  const owed = await orders.closingTransfers(orderId)
  if (owed.some(([category]) => category === 'interest')) {
    await orders.end(orderId, 'interest', 'completed')
  }
  await collateralReturned(orderId)
}

async function collateralReturned(orderId: string): Promise<void> {
  const sent = (await orders.transfers(orderId)).findLast(
    ({ category, leg }) => category === 'close' && leg === 'collateral',
  )
  await world.report(String(sent?.id), 'completed')
}

it('is booked in cents, whatever the decimals of its quantity and of the price', async () => {
  await world.setPrice('BTC', '60000.1234567890123')
  const { id } = await send(nextDeal(), '4.00000001')
  const { rows } = await world.service.database.query(
    'SELECT notional_usd::text FROM transfers WHERE id = $1',
    [id],
  )
  expect(rows).toEqual([{ notional_usd: '240000.49' }])
  await world.report(id, 'cancelled')
  await world.setPrice('BTC', '60000')
})

describe('a borrower', () => {
  it('does not keep calls away by what fails again and again', async () => {
    await world.setPrice('BTC', '52000')
    const deal = nextDeal()
    const first = await send(deal, '4')
    await world.report(first.id, 'broadcasting')
    expect(await directionDue(deal)).toBe('Release')
    await world.report(first.id, 'failed')
    const second = await send(deal, '4')
    await world.report(second.id, 'broadcasting')
    expect(await directionDue(deal)).toBe('TopUp')
    await world.report(second.id, 'completed')
    const third = await send(deal, '4')
    await world.report(third.id, 'broadcasting')
    expect(await directionDue(deal)).toBe('Release')
    await world.setPrice('BTC', '60000')
  })

  it('does not keep a call away by what it calls back before it is broadcast', async () => {
    await world.setPrice('BTC', '52000')
    const deal = nextDeal()
    const { id } = await send(deal, '4')
    await world.do(cancelTransfer, { id }, borrowerKey)
    await world.report(id, 'broadcasting')
    expect(await directionDue(deal)).toBe('TopUp')
    await world.report(id, 'cancelled')
    await world.setPrice('BTC', '60000')
  })

  it('does not put the lender in default by what arrives late', async () => {
    const deal = nextDeal()
    const late = await send(deal, '2')
    await orders.do('close', deal.orderId, borrowerKey)
    await returned(deal)
    world.pass(hourMs + 1)
    await world.report(late.id, 'completed')
    const declaration = closeOuts.declaration(deal, borrowerKey, { cause: 'MISSED_RETURN' })
    await refused(world.service, 422, declaration)
    world.pass(hourMs + 1)
    await closeOuts.declare(deal, { cause: 'MISSED_RETURN' }, borrowerKey)
    await orders.end(deal.orderId, 'collateral', 'completed')
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED' })
  })

  it('is not asked by its own automation to take back what is under way', async () => {
    const deal = nextDeal()
    await world.set('market_cut', null, world.borrowerAdmin)
    const { id } = await send(deal, '5')
    await world.report(id, 'broadcasting')
    await world.cut()
    expect(await world.called()).toEqual([])
    await world.report(id, 'completed')
  })
})

describe('a lender', () => {
  it('does not stop the interest of a close by collateral that it holds back', async () => {
    await world.setPrice('BTC', '80000')
    world.service.clock.set('2026-05-01T00:00:01.000Z')
    await world.expire()
    await world.setPrice('BTC', '80000', '2026-05-01T00:00:01.000Z')
    const held = await send(monthly, '3', lenderKey)
    await orders.do('close', monthly.orderId, borrowerKey)
    await orders.end(monthly.orderId, 'asset', 'completed')
    await orders.end(monthly.orderId, 'interest', 'failed')
    await orders.do('retry', monthly.orderId, borrowerKey)
    await orders.end(monthly.orderId, 'interest', 'completed')
    await collateralReturned(monthly.orderId)
    await world.report(held.id, 'cancelled')
    await collateralReturned(monthly.orderId)
    expect(await orders.get(monthly.orderId)).toMatchObject({ status: 'CLOSED' })
  })
})

describe('a recall of everything', () => {
  it('is carried out when what was sent without a call ends last', async () => {
    const deal = nextDeal()
    const held = await send(deal, '2')
    const asked = { kind: 'recall', quantity: '1000000' }
    const recall = await requests.ask(deal.positionId, asked, lenderKey)
    await requests.do('accept', recall.id, borrowerKey)
    await returned(deal)
    expect(await requests.get(recall.id)).toMatchObject({ status: 'IN_PROGRESS' })
    await world.report(held.id, 'cancelled')
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED' })
    expect(await requests.get(recall.id)).toMatchObject({ status: 'COMPLETED' })
  })
})
