import { acceptMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 1 })
const { borrowerKey } = world

beforeAll(() => world.start())
afterAll(() => world.close())

describe('a disputed request', () => {
  it('blocks a third request when it was superseded and fails', async () => {
    const deal = world.shortDeal()
    const disputed = await world.margin.disputed(deal, '100000')
    const next = await world.margin.create(deal)
    await world.report(disputed.transfer_ids[0] ?? '', 'failed')
    expect(await world.margin.get(disputed)).toMatchObject({
      status: 'FAILED',
      superseded_by: next.id,
    })
    await world.do(acceptMarkToMarketRequest, next, borrowerKey)
    await expect(world.margin.preview(deal)).rejects.toThrow('MARK_TO_MARKET_REQUEST_OPEN')
  })
})
