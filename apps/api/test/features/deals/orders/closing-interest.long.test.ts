import { getPosition } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../../harness/call.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

const accrued = async (positionId: string | null) => {
  const params = { position_id: positionId ?? '' }
  return (await succeed(world.service, getPosition, { key: lenderKey, params })).interest_accrued
}

const closeBy = (id: string) => world.orders.do('close', id, borrowerKey)

// Signatures from a time before the clock jumped ahead are refused, so the test with the longest
// jump comes last.
describe('the interest due', () => {
  it('is instructed once, and the collateral waits for it, even when the clock is set back meanwhile', async () => {
    const { id } = await world.orders.active()
    world.service.clock.set('2026-03-20T12:00:00.000Z')
    await closeBy(id)
    world.service.clock.set('2026-03-12T12:00:00.000Z')
    await world.orders.end(id, 'asset', 'completed')
    const [interest] = await world.orders.closingTransfers(id)
    // Until the 12th, when it arrived: 10 BTC · 5 % · 10 / 360.
    expect(interest).toEqual(['interest', 'interest', 'BTC', '0.01388889', 'borrower'])
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSING' })
    await world.orders.end(id, 'interest', 'rejected')
    await world.orders.do('retry', id, lenderKey)
    expect(await world.orders.closingTransfers(id)).toEqual([interest])
    await world.orders.end(id, 'interest', 'completed')
    expect(await world.orders.closingTransfers(id)).toEqual([
      ['close', 'collateral', 'ETH', '300', 'lender'],
    ])
    await world.orders.end(id, 'collateral', 'completed')
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSED' })
    expect(await world.orders.balances(id)).toEqual({})
  })

  it('is at least one smallest unit for the first day', async () => {
    const { id } = await world.orders.active({
      asset_quantity: '0.00000001',
      rate_percent: '0.000001',
    })
    world.service.clock.set('2026-03-03T00:00:00.000Z')
    await closeBy(id)
    await world.orders.end(id, 'asset', 'completed')
    const interest = (await world.orders.closingTransfers(id)).find(([, leg]) => leg === 'interest')
    expect(interest?.[3]).toBe('0.00000001')
  })
})

describe('the interest of a close that takes long', () => {
  it('does not include a moment in which the clock was ahead', async () => {
    const { id, position_id } = await world.orders.active()
    await closeBy(id)
    const [asset] = (await world.orders.transfers(id)).filter(
      ({ category }) => category === 'close',
    )
    world.service.clock.set('2027-03-26T12:00:00.000Z')
    await world.report(asset?.id ?? '', 'confirming')
    world.service.clock.set('2026-03-12T12:00:00.000Z')
    await world.report(asset?.id ?? '', 'completed')
    const [interest] = await world.orders.closingTransfers(id)
    expect(interest?.[3]).toBe('0.01388889')
    expect(await accrued(position_id)).toBe('0.01388889')
  })
})
