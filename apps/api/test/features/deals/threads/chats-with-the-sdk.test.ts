import { VadiumClient } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { World } from '../../../harness/world/world.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const world = new World()
let service: RunningService
let lender: VadiumClient
let borrower: VadiumClient
beforeAll(async () => {
  service = await startService({ scenario: world.book.scenario, streaming: true })
  lender = clientOf(world.lenderKey)
  borrower = clientOf(world.borrowerKey)
})
afterAll(async () => {
  await lender.close()
  await borrower.close()
  await service.close()
})

const clientOf = ({ privateKey }: Key) =>
  new VadiumClient({ baseUrl: service.url, privateKey, now: () => service.clock.now() })

describe('two parties with the shipped SDK', () => {
  it('agree on an order in its thread', async () => {
    const { next: after } = await lender.events.list()
    const { id } = await borrower.orders.create({
      lender_id: world.lender.id,
      borrower_id: world.borrower.id,
      asset: 'BTC',
      asset_quantity: '10',
      rate_percent: '5',
      collateral_asset: 'ETH',
      collateral_quantity: '300',
      collateral_type: 'BILATERAL',
      ...world.wallets(world.borrower),
    })
    await borrower.chats.post(id, { text: 'As we said on the phone.' })
    const [newest] = (await lender.chats.list()).chats
    expect(newest).toMatchObject({ order_id: id, unread_count: 2, open_action_count: 1 })
    const entries = []
    for await (const entry of lender.chats.entries(id, { page_size: 1 })) entries.push(entry)
    const [message, action] = entries
    if (message === undefined || action === undefined) throw new Error('the thread is too short')
    expect(entries.map(({ kind }) => kind)).toEqual(['message', 'action'])

    expect(await lender.chats.read(id, { entry_id: message.id })).toMatchObject({ unread_count: 0 })
    const wallets = world.wallets(world.lender)
    const resolved = await lender.chats.resolve(id, action.id, { decision: 'accept', ...wallets })
    expect(resolved.action).toMatchObject({ state: 'resolved', resolution: 'accept' })
    expect(await lender.orders.get(id)).toMatchObject({ status: 'ACCEPTED' })
    const streamed: number[] = []
    for await (const { data } of lender.chats.stream({ after })) {
      streamed.push(data.entry?.number ?? 0)
      if (data.entry?.action?.state === 'resolved') break
    }
    expect(streamed).toEqual([1, 2, 1])
    expect(await borrower.chats.get(id)).toMatchObject({ open_action_count: 0 })
  })
})
