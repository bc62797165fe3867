import { listTransfers } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeed } from '../../../harness/call.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { borrowerKey } = world

beforeAll(() => world.start({ PRICE_MAX_AGE_S: '180' }))
afterAll(() => world.close())

describe('an opening', () => {
  it('begins with the first transfer that its custodian has', async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'collateral', 'pending_provider_approval')
    expect(await world.orders.get(id)).toMatchObject({ status: 'OPENING' })
    await world.orders.end(id, 'asset', 'broadcasting')
    expect(await world.orders.moves(id)).toEqual(['create', 'accept', 'open'])
    expect(await world.orders.balances(id)).toEqual({
      'in_transit BTC': '10',
      'in_transit ETH': '300',
    })
  })

  it('shows its transfers as they were instructed, in any state', async () => {
    const { id, number } = await world.orders.accepted()
    const shown = async () => {
      const options = { key: borrowerKey, query: { orderId: number } }
      const { transfers } = await succeed(world.service, listTransfers, options)
      return transfers.map(({ token, quantity, notional }) => [token, quantity, notional]).sort()
    }
    const instructed = await shown()
    expect(instructed).toEqual([
      ['BTC', '10', '600000.00'],
      ['ETH', '300', '750000.00'],
    ])
    await world.orders.end(id, 'asset', 'broadcasting')
    await world.orders.end(id, 'collateral', 'completed')
    expect(await shown()).toEqual(instructed)
  })

  it('is carried out by the custodians', async () => {
    const { id } = await world.orders.accepted()
    await world.service.services.custodyWorker.runDue()
    expect(await world.orders.get(id)).toMatchObject({ status: 'OPENING' })
    for (let minute = 1; minute <= 5; minute += 1) {
      world.service.clock.set(`2026-03-02T12:0${minute}:00.000Z`)
      await world.service.services.custodyWorker.runDue()
    }
    expect(await world.orders.get(id)).toMatchObject({ status: 'ACTIVE' })
    world.service.clock.set(now)
  })
})

describe('retry', () => {
  it('replaces both, and one that failed again', async () => {
    const { id } = await world.orders.accepted()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await world.orders.end(id, 'asset', 'failed')
      await world.orders.end(id, 'collateral', 'rejected')
      await world.orders.do('retry', id)
    }
    expect(await world.orders.transfers(id)).toHaveLength(8)
    expect(await world.orders.balances(id)).toEqual({
      'in_transit BTC': '10',
      'in_transit ETH': '300',
    })
  })

  it('leaves a settled transfer unchanged', async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'collateral', 'completed')
    await world.orders.end(id, 'asset', 'failed')
    await world.orders.do('retry', id)
    const sent = (await world.orders.transfers(id))
      .map(({ leg, status }) => `${leg} ${status}`)
      .sort()
    expect(sent).toEqual(['asset FAILED', 'asset PENDING', 'collateral COMPLETED'])
  })

  it('needs no fresh prices', async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'failed')
    world.service.clock.set('2026-03-02T15:00:00.000Z')
    expect(await world.orders.do('retry', id)).toMatchObject({ status: 'OPENING' })
    world.service.clock.set(now)
  })
})
