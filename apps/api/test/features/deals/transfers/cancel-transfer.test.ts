import {
  cancelTransfer,
  getTransfer,
  listEvents,
  previewMarkToMarketRequest,
  type Transfer,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { externalIdOf } from '../../../harness/decided-transfer.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { partUnderWay, transferUnderWay } from '../../../harness/transfer-under-way.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey, strangerKey } = world
beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const cancelCall = (id: string, key = lenderKey) =>
  callOf(cancelTransfer, { key, params: { transfer_id: id } })
const cancel = (id: string, key = lenderKey) =>
  succeed(world.service, cancelTransfer, { key, params: { transfer_id: id } })
const shown = (id: string, key = lenderKey): Promise<Transfer> =>
  succeed(world.service, getTransfer, { key, params: { transfer_id: id } })
const runDue = () => world.service.services.custodyWorker.runDue()

const custodianOf = async (side: 'lender' | 'borrower') => {
  const custodian = side === 'lender' ? 'fireblocks' : 'bitgo'
  const simulated = await world.service.services.custody.simulated(custodian)
  if (simulated === undefined) throw new Error(`${custodian} is not simulated`)
  return simulated
}
/** It waits for an approval at the custodian. */
const hold = async (id: string, side: 'lender' | 'borrower') => {
  const stages = [{ word: 'pendingApproval' as const, lastsMs: null }]
  await (await custodianOf(side)).script({ stages }, { externalTransferId: externalIdOf(id) })
  await runDue()
  expect(await shown(id)).toMatchObject({ provider_lifecycle: { state: heldState } })
}
const heldState = 'pending_provider_approval'
const wasSent = async (id: string) => {
  const { rowCount } = await world.service.database.query(
    'SELECT FROM simulated_instructions WHERE external_transfer_id = $1',
    [externalIdOf(id)],
  )
  return rowCount === 1
}
const preview = (positionId: string | null) =>
  callOf(previewMarkToMarketRequest, {
    key: lenderKey,
    body: { position_id: positionId ?? '', explain: true },
  })

describe('200 OK', () => {
  it('returns 200 with the transfer, which is never sent if it has not been sent yet', async () => {
    const { order, transferId: id } = await partUnderWay(world)
    const reply = await call(world.service, cancelCall(id))
    expect(reply.body).toMatchObject({
      id,
      status: 'PENDING',
      provider_lifecycle: {
        state: 'pending_submission',
        label: 'Waiting to be sent to the custodian (cancellation requested)',
      },
    })
    const { rows } = await world.service.database.query(
      'SELECT document FROM transfers WHERE id = $1',
      [id],
    )
    expect(reply.text).toBe(rows[0]?.['document'])
    await runDue()
    expect(await shown(id)).toMatchObject({
      status: 'CANCELLED',
      provider_lifecycle: {
        state: 'cancelled',
        provider_request_state: null,
        label: 'Cancelled before the custodian was asked',
      },
    })
    expect(await wasSent(id)).toBe(false)
    expect(await world.orders.moves(id)).toEqual(['create', 'ask_to_cancel', 'cancel'])
    expect(await world.orders.balances(order.id)).toEqual({
      'lent BTC': '10',
      'pledged ETH': '300',
    })
  })

  const sides: readonly [string, Key][] = [
    ['the side that awaits it', lenderKey],
    ['the side that sends it', borrowerKey],
  ]
  it.each(firstOf(sides))(
    'returns 200 for a part cancelled by %s, and the preview is possible again',
    async (_name, key) => {
      const { order, requestId, transferId } = await partUnderWay(world)
      await hold(transferId, 'borrower')
      await refused(world.service, 409, preview(order.position_id))
      await refused(world.service, 409, world.requests.callOf('cancel', requestId, key))
      await cancel(transferId, key)
      await runDue()
      expect(await shown(transferId)).toMatchObject({ status: 'CANCELLED' })
      await world.requests.do('cancel', requestId, key)
      expect((await call(world.service, preview(order.position_id))).status).toBe(200)
      expect(await world.orders.position(order.id)).toMatchObject({
        asset: '10',
        collateral: '300',
      })
      expect(await world.orders.balances(order.id)).toEqual({
        'lent BTC': '10',
        'pledged ETH': '300',
      })
    },
  )

  it('returns 200 for a transfer that it is too late for, which continues and shows the cancellation request', async () => {
    const { transferId: id } = await partUnderWay(world)
    const stages = [{ word: 'confirming' as const, lastsMs: 100_000 }]
    const custodian = await custodianOf('borrower')
    await custodian.script({ stages }, { externalTransferId: externalIdOf(id) })
    await runDue()
    await cancel(id)
    await runDue()
    expect(await shown(id)).toMatchObject({
      status: 'IN_PROGRESS',
      provider_lifecycle: {
        state: 'confirming',
        label: 'Waiting for confirmations of the network (cancellation requested)',
      },
    })
    world.pass(100_000)
    await runDue()
    expect(await shown(id)).toMatchObject({
      status: 'COMPLETED',
      provider_lifecycle: { label: 'Completed' },
    })
  })

  it('returns 200 with the same answer a second time, and notifies both sides once', async () => {
    const { transferId: id } = await partUnderWay(world)
    const first = await call(world.service, cancelCall(id))
    const second = await call(world.service, cancelCall(id))
    expect(second.text).toBe(first.text)
    expect(await world.orders.moves(id)).toEqual(['create', 'ask_to_cancel'])
    for (const key of [lenderKey, borrowerKey]) {
      const { events } = await succeed(world.service, listEvents, { key, query: { limit: 1000 } })
      const notified = events.flatMap(({ data: { change } }) =>
        change?.resource_id === id && change.action === 'ask_to_cancel' ? [change] : [],
      )
      expect(notified).toMatchObject([{ from: 'PENDING', to: 'PENDING', by: world.lender.id }])
    }
  })
})

describe('404 Not Found', () => {
  it('returns 404 for a transfer of another organization, as for an unknown one', async () => {
    const id = await transferUnderWay(world, await world.orders.accepted(), 'asset')
    const unknownId = '00000000-0000-4000-8000-000000000000'
    for (const asked of [id, unknownId]) {
      const { reason } = await refused(world.service, 404, cancelCall(asked, strangerKey))
      expect(reason).toBe('TRANSFER_NOT_FOUND')
    }
  })
})

describe('409 Conflict', () => {
  const expectNotCancellable = async (id: string) => {
    for (const key of [lenderKey, borrowerKey]) {
      const { reason, body } = await refused(world.service, 409, cancelCall(id, key))
      expect(reason).toBe('INVALID_STATE')
      expect(body.error.details).toMatchObject([
        { field: 'category', allowed: ['open', 'm2m', 'return'] },
      ])
    }
    expect(await world.orders.moves(id)).toEqual(['create'])
  }

  it('returns 409 for each transfer of a close', async () => {
    const order = await world.orders.active()
    await world.orders.do('close', order.id, borrowerKey)
    await expectNotCancellable(await transferUnderWay(world, order, 'asset'))
    await world.orders.end(order.id, 'asset', 'completed')
    await expectNotCancellable(await transferUnderWay(world, order, 'collateral'))
  })
})
