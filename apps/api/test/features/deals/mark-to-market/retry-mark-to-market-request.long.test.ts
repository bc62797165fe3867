import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  retryMarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused } from '../../../harness/call.ts'
import { availableTo } from '../../../harness/world/margin-calls.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 3 })
const { lenderKey, borrowerKey } = world
const operation = retryMarkToMarketRequest

beforeAll(() => world.start())
afterAll(() => world.close())

describe('200 OK', () => {
  it('returns 200 as often as the transfer fails', async () => {
    const request = await world.margin.failed(world.shortDeal())
    for (let count = 2; count <= 4; count += 1) {
      const retried = await world.do(operation, request, lenderKey)
      expect(retried.transfer_ids).toHaveLength(count)
      const pending = (await world.margin.transfersOf(request)).find(
        ({ status }) => status === 'PENDING',
      )
      await world.report(String(pending?.['id']), 'rejected')
      expect(await world.margin.get(request)).toMatchObject({ status: 'FAILED' })
    }
  })

  it('returns 200 with two new transfers when both have failed', async () => {
    const disputed = await world.margin.disputed(world.shortDeal(), '100000')
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, disputed, borrowerKey)
    for (const id of transfer_ids) await world.report(id, 'failed')
    const retried = await world.do(operation, disputed, lenderKey)
    expect(retried.transfer_ids).toHaveLength(4)
    expect(retried.status).toBe('IN_PROGRESS')
  })

  it('returns 200 with one new transfer while the other one is still under way, and completes with both', async () => {
    const deal = world.shortDeal()
    const disputed = await world.margin.disputed(deal, '100000')
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, disputed, borrowerKey)
    const [first = '', second = ''] = transfer_ids
    await world.report(first, 'failed')
    expect(availableTo(await world.margin.get(disputed, lenderKey))).toEqual(['retry'])
    const withdraw = world.callOn(cancelMarkToMarketRequest, disputed, lenderKey)
    expect((await refused(world.service, 409, withdraw)).body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'transfer_ids', value: second }],
    })
    await world.do(operation, disputed, lenderKey)
    await world.report(second, 'completed')
    expect(await world.margin.get(disputed)).toMatchObject({ status: 'IN_PROGRESS' })
    const replacement = (await world.margin.transfersOf(disputed)).find(
      ({ replaces }) => replaces !== null,
    )
    await world.report(String(replacement?.['id']), 'completed')
    expect(await world.margin.get(disputed)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
  })
})
