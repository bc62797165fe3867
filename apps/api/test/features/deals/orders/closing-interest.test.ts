import { getPosition, listPositions, reportPositions } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
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
  const times: readonly [string, string, string][] = [
    ['at the last moment of the same day', '5', '2026-03-02T23:59:59.999Z'],
    ['on a clock that was set back', '5', '2026-02-20T12:00:00.000Z'],
    ['without a rate', '0', '2026-04-01T00:00:00.000Z'],
  ]
  it.each(firstOf(times))('is zero %s', async (_name, rate_percent, time) => {
    const { id } = await world.orders.active({ rate_percent })
    world.service.clock.set(time)
    await closeBy(id)
    expect((await world.orders.closingTransfers(id)).map(([, leg]) => leg)).toEqual(['asset'])
    await world.orders.end(id, 'asset', 'completed')
    await world.orders.end(id, 'collateral', 'completed')
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSED' })
  })
})

describe('the interest of a close that takes long', () => {
  it('accrues for as long as a custodian keeps the asset', async () => {
    const { id, position_id } = await world.orders.active()
    world.service.clock.set('2026-03-12T12:00:00.000Z')
    await closeBy(id)
    world.service.clock.set('2026-03-22T12:00:00.000Z')
    await world.orders.end(id, 'asset', 'rejected')
    expect(await world.orders.closingTransfers(id)).toEqual([])
    // 10 BTC · 5 % · 20 / 360: 0.027777…
    expect(await accrued(position_id)).toBe('0.02777778')
    await world.orders.do('retry', id, lenderKey)
    world.service.clock.set('2026-04-01T00:00:00.000Z')
    await world.orders.end(id, 'asset', 'completed')
    const paidInterest = ['interest', 'interest', 'BTC', '0.04166667', 'borrower']
    expect(await world.orders.closingTransfers(id)).toEqual([paidInterest])
    // From then on only the interest is late, and the asset is no longer lent.
    world.service.clock.set('2026-06-01T00:00:00.000Z')
    expect(await accrued(position_id)).toBe('0.04166667')
    await world.orders.end(id, 'interest', 'completed')
    expect(await world.orders.closingTransfers(id)).toEqual([
      ['close', 'collateral', 'ETH', '300', 'lender'],
    ])
    await world.orders.end(id, 'collateral', 'completed')
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSED' })
    expect(await accrued(position_id)).toBe('0.04166667')
    const { positions } = await succeed(world.service, listPositions, { key: lenderKey })
    const { positions: reported } = await succeed(world.service, reportPositions, {
      key: lenderKey,
    })
    expect(positions.find((one) => one.id === position_id)?.interest_accrued).toBe('0.04166667')
    expect(reported.find((one) => one.position_id === position_id)?.interest_accrued).toBe(
      '0.04166667',
    )
  })
})
