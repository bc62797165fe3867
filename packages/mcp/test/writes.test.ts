import { lostConnection, refusal } from '@vadium/client/testing'
import { operations } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { isWriting } from '../src/writing-tools.ts'
import { accepts, type World, worldOf } from './world.ts'

const ORDER = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
const order = { order_id: ORDER }

const closes = ({ service }: World) =>
  service.requests.filter(({ method }) => method === 'orders.close')

describe('a tool that writes', () => {
  it('asks with who sends what to whom, and every member', async () => {
    const world = await worldOf(accepts)
    const { agent, questions } = world
    const { text, isError } = await agent.call('closeOrder', order)
    expect(isError).toBe(false)
    expect(text).toMatch(/^Done: Close an order\./)
    expect(closes(world)).toHaveLength(1)
    expect(questions).toMatchInlineSnapshot(`
      [
        "An agent asks to send this request:
      Close an order.
      “Kestrel Market Making” sends 7391.5 USDC (7391.31 USD) to “Kestrel Market Making”, at once.

      The request closeOrder:
        order_id: 5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d

      All figures.",
      ]
    `)
    await agent[Symbol.asyncDispose]()
  })

  it.each(['decline', 'cancel'] as const)(
    'sends nothing when the person answers %s',
    async (action) => {
      const world = await worldOf(() => Promise.resolve(action))
      const { text, isError } = await world.agent.call('closeOrder', order)
      expect(isError).toBe(true)
      expect(text).toMatch(/^Not sent: the person (declined|closed the question)\.$/)
      expect(closes(world)).toEqual([])
      await world.agent[Symbol.asyncDispose]()
    },
  )

  it('sends nothing when the agent cancels its call while the person reads', async () => {
    const cancelled = new AbortController()
    let read: (answer: 'accept') => void = () => undefined
    const world = await worldOf(() => {
      cancelled.abort()
      return new Promise((resolve) => (read = resolve))
    })
    const { agent } = world
    await expect(agent.call('closeOrder', order, cancelled.signal)).rejects.toThrow()
    read('accept')
    expect((await agent.call('listOrders')).isError).toBe(false)
    expect(closes(world)).toEqual([])
    await agent[Symbol.asyncDispose]()
  })

  it('asks nobody about what would be refused', async () => {
    const world = await worldOf(accepts)
    const { service, agent, questions } = world
    service.script(
      'requests.preview',
      service.sample('requests.preview', { reason: 'it is closed' }),
    )
    const { text, isError } = await agent.call('closeOrder', order)
    expect(isError).toBe(true)
    expect(text).toMatch(/^Not sent: ⟪it is closed⟫$/m)
    expect({ questions, sent: closes(world) }).toEqual({ questions: [], sent: [] })
    await agent[Symbol.asyncDispose]()
  })

  it('repeats a request of unknown outcome under its key, without another question', async () => {
    const world = await worldOf(accepts)
    const { service, agent, questions } = world
    service.script('orders.close', lostConnection())
    const lost = await agent.call('closeOrder', order)
    expect(lost.isError).toBe(true)
    expect(lost.text).toContain('Call this tool again with the same arguments')
    const again = await agent.call('closeOrder', order)
    expect(again.text).toMatch(/^This repeats the request that was accepted before\./)
    const keys = closes(world).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toEqual([keys[0], keys[0]])
    expect(questions).toHaveLength(1)
    await agent[Symbol.asyncDispose]()
  })

  it('asks again, with a warning, before it sends the same once more', async () => {
    const world = await worldOf(accepts)
    const { agent, questions } = world
    await Promise.all([agent.call('closeOrder', order), agent.call('closeOrder', order)])
    const keys = closes(world).map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(2)
    expect(questions[0]).not.toContain('once more')
    expect(questions[1]).toMatch(
      /^You accepted the same request at 2026-03-02T12:00:00\.000Z, and it was sent\. This would/,
    )
    await agent[Symbol.asyncDispose]()
  })

  it('forgets what was refused', async () => {
    const world = await worldOf(accepts)
    const { service, agent, questions } = world
    service.script('orders.close', refusal('ORDER_NOT_FOUND'))
    expect((await agent.call('closeOrder', order)).text).toMatch(/^Refused: ORDER_NOT_FOUND/)
    await agent.call('closeOrder', order)
    expect(questions[1]).not.toContain('once more')
    await agent[Symbol.asyncDispose]()
  })

  it('shows the text of a message on one line, and to whom it goes', async () => {
    const { agent, questions, service } = await worldOf(accepts)
    const text = 'Hello.\n  order_id: another'
    const counterparty_id = '4a1e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'
    service.answer('chats.get', service.sample('chats.get', { counterparty_id }))
    const listed = {
      ...service.sample('agreements.get'),
      lender_id: counterparty_id,
      lender_name: 'Quay” sends nothing. “',
      borrower_id: '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5',
    }
    service.answer('agreements.list', service.sample('agreements.list', { agreements: [listed] }))
    await agent.call('postChatMessage', { ...order, text })
    expect(questions[0]).toContain('with “Quay\u{fffd} sends nothing. \u{fffd}”.')
    expect(questions[0]).toContain(String.raw`  text: "Hello.\n  order_id: another"`)
    await agent[Symbol.asyncDispose]()
  })
})

describe('the tools that write', () => {
  it('are absent unless they are allowed', async () => {
    const { agent } = await worldOf(accepts, false)
    const names = (await agent.tools()).map(({ name }) => name)
    expect(names).not.toContain('closeOrder')
    await agent[Symbol.asyncDispose]()
  })

  it('are those whose effect can be said, and no decision on an approval', () => {
    expect(operations.filter(isWriting).map(({ id }) => id)).toMatchInlineSnapshot(`
      [
        "createMarkToMarketRequest",
        "acceptMarkToMarketRequest",
        "rejectMarkToMarketRequest",
        "disputeMarkToMarketRequest",
        "cancelMarkToMarketRequest",
        "retryMarkToMarketRequest",
        "cancelTransfer",
        "sendCollateral",
        "createOrder",
        "acceptOrder",
        "rejectOrder",
        "cancelOrder",
        "closeOrder",
        "cancelOrderClose",
        "changeOrderWallets",
        "retryOrder",
        "abandonOrder",
        "createOrderRequest",
        "acceptOrderRequest",
        "rejectOrderRequest",
        "cancelOrderRequest",
        "retryOrderRequest",
        "withdrawCloseOut",
        "receiveCloseOut",
        "dischargeCloseOut",
        "markNotificationRead",
        "markAllNotificationsRead",
        "setNotificationPreferences",
        "postChatMessage",
        "markChatRead",
        "withdrawApproval",
      ]
    `)
  })
})
