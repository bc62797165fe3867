import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, refused } from '../../../harness/call.ts'
import { type Order } from '@vadium/schema'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world
const hourMs = 3_600_000
const dayMs = 24 * hourMs

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** A time so many milliseconds from now. */
const ahead = (ms: number) => new Date(world.service.clock.now() + ms).toISOString()
const maturing = () =>
  world.orders.active({ expire_time: ahead(hourMs), maturity_time: ahead(2 * hourMs) })
async function reach(time: string | null): Promise<void> {
  world.service.clock.set(time ?? '')
  await world.expire()
}
const statusOf = async ({ id }: Order) => (await world.orders.get(id)).status
const extend = ({ position_id }: Order, maturity_time: string, key = borrowerKey) =>
  world.requests.ask(position_id, { kind: 'extend', maturity_time }, key)

describe('an order with a maturity', () => {
  it('can be closed by the borrower before', async () => {
    const order = await maturing()
    await world.orders.do('close', order.id, borrowerKey)
    await reach(order.maturity_time)
    expect((await world.orders.moves(order.id)).filter((move) => move === 'close')).toHaveLength(1)
    const reply = await refused(
      world.service,
      403,
      world.orders.callOf('cancel_close', order.id, borrowerKey),
    )
    expect(reply.reason).toBe('PARTY_NOT_PERMITTED')
    expect(reasonAgainst(await world.orders.get(order.id), 'cancel_close')).toBe(
      'only the lender may cancel a close after the maturity of the order',
    )
  })

  it('opens after its maturity only to close again', async () => {
    const { id, maturity_time } = await world.orders.accepted({ maturity_time: ahead(2 * dayMs) })
    world.service.clock.set(maturity_time ?? '')
    await world.orders.end(id, 'asset', 'completed')
    await world.orders.end(id, 'collateral', 'completed')
    await world.expire()
    expect((await world.orders.moves(id)).slice(-2)).toEqual(['activate', 'close'])
  })
})

describe('an extend', () => {
  it('is asked for by both sides at once, and only the later one is left', async () => {
    const order = await maturing()
    const [sooner, later] = [ahead(3 * dayMs), ahead(4 * dayMs)]
    const ours = await extend(order, later, borrowerKey)
    const theirs = await extend(order, sooner, lenderKey)
    await world.requests.do('accept', ours.id, lenderKey)
    const reply = await refused(
      world.service,
      409,
      world.requests.callOf('accept', theirs.id, borrowerKey),
    )
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'maturity_time', value: later }],
    })
    expect(await world.orders.get(order.id)).toMatchObject({ maturity_time: later })
  })

  it('leaves the order closing or extended if the maturity comes at the same moment', async () => {
    const order = await maturing()
    const request = await extend(order, ahead(5 * dayMs))
    world.service.clock.set(order.maturity_time ?? '')
    const accept = world.requests.callOf('accept', request.id)
    const [reply] = await Promise.all([call(world.service, accept), world.expire()])
    expect(await statusOf(order)).toBe(reply.status === 200 ? 'ACTIVE' : 'CLOSING')
  })
})
