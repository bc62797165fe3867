import {
  acceptMarkToMarketRequest,
  type ChatEntry,
  disputeMarkToMarketRequest,
  getChat,
  listChatEntries,
  postChatMessage,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeed } from './harness/call.ts'
import { MarkToMarketWorld } from './harness/mark-to-market-world.ts'

const world = new MarkToMarketWorld().stock(6)
beforeAll(() => world.start())
afterAll(() => world.close())

describe('smoke', () => {
  it('works', async () => {
    const deal = world.shortDeal()
    const request = await world.create(deal)
    const params = { order_id: deal.orderId }
    const before = await succeed(world.service, getChat, { key: world.borrowerKey, params })
    console.log(JSON.stringify(before, null, 1))
    const post = await succeed(world.service, postChatMessage, { key: world.borrowerKey, params, body: { text: 'hello\nthere' } })
    console.log(post)
    await world.do(disputeMarkToMarketRequest, request, world.borrowerKey, { counter_notional_usd: '100000', reason: 'PRICE' })
    await world.do(acceptMarkToMarketRequest, request, world.borrowerKey)
    const list: { entries: ChatEntry[] } = await succeed(world.service, listChatEntries, { key: world.lenderKey, params })
    console.log(JSON.stringify(list, null, 1))
    expect(1).toBe(1)
  })
})
