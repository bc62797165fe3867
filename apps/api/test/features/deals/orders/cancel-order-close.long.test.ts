import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused } from '../../../harness/call.ts'
import { externalIdOf } from '../../../harness/decided-transfer.ts'
import { transferUnderWay } from '../../../harness/transfer-under-way.ts'
import { World } from '../../../harness/world/world.ts'

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

describe('a cancelled close', () => {
  it('is not sent at all if the custodian was not asked yet', async () => {
    const { id } = await world.orders.closing()
    const asset = await transferUnderWay(world, { id }, 'asset')
    await cancel(id)
    await runDue()
    expect(await world.orders.get(id)).toMatchObject({ status: 'ACTIVE' })
    const { rowCount } = await world.service.database.query(
      'SELECT FROM simulated_instructions WHERE external_transfer_id = $1',
      [externalIdOf(asset)],
    )
    expect(rowCount).toBe(0)
  })

  it.each(['failed', 'rejected', 'cancelled'] as const)(
    'ends when its transfer is %s after the request',
    async (state) => {
      const { id } = await world.orders.closing()
      await cancel(id)
      await world.orders.end(id, 'asset', state)
      expect(await world.orders.get(id)).toMatchObject({ status: 'ACTIVE' })
      expect(await world.orders.balances(id)).toEqual(lentAndPledged)
    },
  )

  it('is active again at once if its transfer has failed before', async () => {
    const { id } = await world.orders.closing()
    await world.orders.end(id, 'asset', 'rejected')
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSING' })
    expect(await cancel(id)).toMatchObject({ status: 'ACTIVE' })
    expect(await world.orders.balances(id)).toEqual(lentAndPledged)
  })

  it('leaves nothing to the next close, which has a transfer and a day of its own', async () => {
    const { id } = await world.orders.closing()
    await cancel(id)
    await runDue()
    world.pass(30 * hourMs)
    await world.orders.do('close', id, borrowerKey)
    const asset = (await world.orders.transfers(id)).at(-1)
    expect(asset).toMatchObject({ category: 'close', leg: 'asset', replaces: null })
    await refused(world.service, 409, cancelCall(id, lenderKey))
    await world.orders.end(id, 'asset', 'failed')
    await world.orders.do('retry', id, lenderKey)
    await world.orders.end(id, 'asset', 'completed')
    await world.orders.end(id, 'interest', 'completed')
    await world.orders.end(id, 'collateral', 'completed')
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSED' })
    expect(await world.orders.balances(id)).toEqual({})
  })

  it('leaves requests ended that the close has ended, and a call is possible', async () => {
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id, { kind: 'recall' }, lenderKey)
    await world.orders.do('close', order.id, borrowerKey)
    expect(await world.requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    await cancel(order.id)
    await runDue()
    expect(await world.requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await world.margin.create(order)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
  })
})

describe('after a cancelled close with which the margin call level was reached', () => {
  it('both sides together can close at once', async () => {
    const { id, position_id } = await world.orders.closing()
    await cancel(id)
    await runDue()
    await world.service.services.revaluation.runPending()
    const request = await world.requests.ask(position_id)
    await world.requests.do('accept', request.id, lenderKey)
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSING' })
  })
})
