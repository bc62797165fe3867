import { cancelTransfer, getTransfer, type Transfer } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { partUnderWay, transferUnderWay } from '../../../harness/transfer-under-way.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world
beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const cancelCall = (id: string, key = lenderKey) =>
  callOf(cancelTransfer, { key, params: { transfer_id: id } })
const shown = (id: string, key = lenderKey): Promise<Transfer> =>
  succeed(world.service, getTransfer, { key, params: { transfer_id: id } })
const runDue = () => world.service.services.custodyWorker.runDue()

/** A top-up of 240 ETH that the borrower is to send. */
async function topUpUnderWay() {
  const request = await world.margin.accepted(await world.orders.active())
  expect(request.direction).toBe('TopUp')
  return request.transfer_ids[0] ?? ''
}

describe('200 OK', () => {
  it('returns 200 with the same answer under the same key, byte for byte', async () => {
    const { transferId: id } = await partUnderWay(world)
    const keyed = { headers: { 'Idempotency-Key': `cancel ${id}`.replace(' ', '-') } }
    const first = await call(world.service, { ...cancelCall(id, borrowerKey), ...keyed })
    await runDue()
    const again = await call(world.service, { ...cancelCall(id, borrowerKey), ...keyed })
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await shown(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('returns 200 to any number of concurrent requests', async () => {
    const { transferId } = await partUnderWay(world)
    const asked = [lenderKey, borrowerKey, lenderKey, borrowerKey]
    const replies = await Promise.all(
      asked.map((key) => call(world.service, cancelCall(transferId, key))),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await world.orders.moves(transferId)).toEqual(['create', 'ask_to_cancel'])
  })
})

describe('409 Conflict', () => {
  /** It can be cancelled by its receiver, and not before it is late. */
  const expectOwed = async (id: string, receiverKey: Key) => {
    const senderKey = receiverKey === lenderKey ? borrowerKey : lenderKey
    const { reason } = await refused(world.service, 409, cancelCall(id, receiverKey))
    expect(reason).toBe('INVALID_STATE')
    await refused(world.service, 403, cancelCall(id, senderKey))
    expect(await world.orders.moves(id)).toEqual(['create'])
  }

  it('returns 409 for both transfers of an opening, because the other one may be under way', async () => {
    const order = await world.orders.accepted()
    await expectOwed(await transferUnderWay(world, order, 'asset'), borrowerKey)
    await expectOwed(await transferUnderWay(world, order, 'collateral'), lenderKey)
  })

  it('returns 409 for an accepted top-up', async () => {
    await expectOwed(await topUpUnderWay(), lenderKey)
  })

  it('returns 409 for the collateral of a part that has come back', async () => {
    const { order } = await partUnderWay(world)
    await world.orders.end(order.id, 'asset', 'completed')
    await expectOwed(await transferUnderWay(world, order, 'collateral'), borrowerKey)
  })
})
