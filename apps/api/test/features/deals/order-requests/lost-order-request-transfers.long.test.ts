import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from '../../../harness/world/world.ts'

const world = new World()

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

describe('a failed transfer', () => {
  it('sends back the rest when collateral was released meanwhile', async () => {
    const order = await world.orders.active({ collateral_quantity: '400' })
    const release = await world.margin.accepted(order)
    expect(release).toMatchObject({ direction: 'Release', collateral_amount: '40' })
    const { id } = await world.requests.ask(order.position_id, { quantity: '9.9' })
    await world.requests.do('accept', id)
    await world.orders.end(order.id, 'asset', 'completed')
    // Of the 360 that are not on their way back.
    expect(await world.requests.get(id)).toMatchObject({ collateral_returned: '356.4' })
    await world.report((await world.requests.get(id)).transfer_ids.at(-1) ?? '', 'failed')
    await world.report(release.transfer_ids[0] ?? '', 'completed')
    await world.requests.do('retry', id)
    const retried = (await world.orders.transfers(order.id)).at(-1)
    expect(retried).toMatchObject({ leg: 'collateral', quantity: '356.4', status: 'PENDING' })
    await world.report(retried?.id ?? '', 'completed')
    expect(await world.orders.position(order.id)).toMatchObject({ asset: '0.1', collateral: '3.6' })
  })
})
