import { cancelTransfer, retryMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 5 })
const { lenderKey, borrowerKey } = world
const dayMs = 86_400_000

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const cancelCall = (id: string, key = lenderKey) =>
  callOf(cancelTransfer, { key, params: { transfer_id: id } })
const cancel = (id: string, key = lenderKey) =>
  succeed(world.service, cancelTransfer, cancelCall(id, key))
const late = () => world.pass(dayMs + 1)

describe('a late transfer', () => {
  it('cannot cancel what the custodian has ended, and a failed transfer is still to be retried', async () => {
    const { request, transferId } = await world.margin.underWay(world.shortDeal())
    late()
    await world.report(transferId, 'failed')
    const { reason } = await refused(world.service, 409, cancelCall(transferId))
    expect(reason).toBe('INVALID_STATE')
    expect(await world.margin.outcomeOf(request)).toEqual(['FAILED', null])
  })

  it('cancels a retry at once, because a retry does not begin the day again', async () => {
    const { request, transferId } = await world.margin.underWay(world.shortDeal())
    late()
    await world.report(transferId, 'failed')
    const retried = await world.do(retryMarkToMarketRequest, request, borrowerKey)
    const retry = retried.transfer_ids.at(-1) ?? ''
    await cancel(retry)
    await world.report(retry, 'cancelled')
    expect(await world.margin.outcomeOf(request)).toEqual(['CANCELLED', 'transfer_late'])
    await refused(world.service, 409, world.callOn(retryMarkToMarketRequest, request, lenderKey))
  })

  it('ends a dispute with its undisputed part', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.disputed(deal, '50000')
    const [transferId = ''] = request.transfer_ids
    late()
    await cancel(transferId)
    expect(await world.margin.outcomeOf(request)).toEqual(['DISPUTED', null])
    await world.report(transferId, 'cancelled')
    expect(await world.margin.outcomeOf(request)).toEqual(['CANCELLED', 'transfer_late'])
    expect(await world.margin.create(deal)).toMatchObject({ collateral_amount: '60' })
  })

  it('waits for the other part of a conceded request before the request is cancelled', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.disputed(deal, '50000')
    const [undisputed = ''] = request.transfer_ids
    late()
    const conceded = await world.margin.accept(request)
    const conceding = conceded.transfer_ids.at(-1) ?? ''
    await cancel(undisputed)
    await world.report(undisputed, 'cancelled')
    expect(await world.margin.outcomeOf(request)).toEqual(['IN_PROGRESS', null])
    await world.report(conceding, 'completed')
    expect(await world.margin.outcomeOf(request)).toEqual(['CANCELLED', 'transfer_late'])
    expect(await world.margin.preview(deal)).toMatchObject({
      preview: { m2m_collateral_amount: '20', can_submit_m2m: true },
    })
  })

  it('has one outcome when its receiver and its custodian act at once', async () => {
    const deal = world.shortDeal()
    const { request, transferId } = await world.margin.underWay(deal)
    late()
    const [reply] = await Promise.all([
      call(world.service, cancelCall(transferId)),
      world.report(transferId, 'completed'),
    ])
    expect([200, 409]).toContain(reply.status)
    await world.service.services.custodyWorker.runDue()
    expect(await world.margin.outcomeOf(request)).toEqual(['COMPLETED', null])
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
  })
})

describe('an opening of which one leg hangs', () => {
  /** The asset has arrived, and the custodian of the borrower never ends the collateral. */
  const halfOpen = async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'completed')
    const collateral = (await world.orders.transfers(id)).find(({ leg }) => leg === 'collateral')
    return { orderId: id, transferId: collateral?.id ?? '' }
  }

  it('opens when the custodian completes it although its cancellation was requested', async () => {
    const { orderId, transferId } = await halfOpen()
    late()
    await cancel(transferId)
    await world.report(transferId, 'completed')
    expect(await world.orders.get(orderId)).toMatchObject({ status: 'ACTIVE' })
    await refused(world.service, 409, cancelCall(transferId))
  })

  it('is retried, and the retry can be cancelled at once', async () => {
    const { orderId, transferId } = await halfOpen()
    late()
    await cancel(transferId)
    await world.report(transferId, 'cancelled')
    await world.orders.do('retry', orderId, borrowerKey)
    const retry = (await world.orders.transfers(orderId)).at(-1)
    expect(retry).toMatchObject({ replaces: transferId, status: 'PENDING' })
    await cancel(retry?.id ?? '')
    await world.service.services.custodyWorker.runDue()
    expect(await world.orders.do('abandon', orderId, borrowerKey)).toMatchObject({
      status: 'CLOSING',
    })
  })
})
