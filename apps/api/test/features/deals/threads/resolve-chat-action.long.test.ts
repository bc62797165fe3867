import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, refused } from '../../../harness/call.ts'
import { now, World } from '../../../harness/world/world.ts'
import { Threads } from '../../../harness/threads.ts'

const world = new World({ short: 3 })
const threads = new Threads(world)
const { lenderKey, borrowerKey } = world

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

/** A request of the lender that awaits the answer of the borrower, and its entry. */
async function unanswered() {
  const deal = world.shortDeal()
  const request = await world.margin.create(deal)
  return { deal, request, entry: await threads.open(deal.orderId, borrowerKey) }
}

describe('200 OK', () => {
  it('returns 200 with the same answer again under its key, without a second effect', async () => {
    const { request, entry } = await unanswered()
    const headers = { 'Idempotency-Key': randomUUID() }
    const resolution = { ...threads.resolution(entry, borrowerKey, 'accept'), headers }
    const [first, again] = [
      await call(world.service, resolution),
      await call(world.service, resolution),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.text).toBe(first.text)
    expect(await world.margin.transfersOf(request)).toHaveLength(1)
  })

  it('returns 200 and rejects an order without wallets', async () => {
    const { id } = await world.orders.create()
    const entry = await threads.open(id, lenderKey)
    await threads.resolve(entry, lenderKey, 'reject')
    expect(await world.orders.get(id)).toMatchObject({ status: 'REJECTED' })
  })
})

describe('a recall, a return or a rerate', () => {
  it('is resolved when the order closes before the answer', async () => {
    const { id, position_id } = await world.orders.active()
    await world.requests.ask(position_id, { kind: 'rerate', rate_percent: '6' }, lenderKey)
    const entry = await threads.open(id, borrowerKey)
    await world.orders.do('close', id, borrowerKey)
    const [shown] = await threads.entries(id, lenderKey)
    expect(shown).toMatchObject({
      id: entry.id,
      action: { state: 'resolved', resolution: 'lapse', resolved_by: null },
    })
  })
})

describe('a dispute', () => {
  it('can be settled by the creator of the request', async () => {
    const deal = world.shortDeal()
    await world.margin.disputed(deal, '100000')
    const dispute = await threads.open(deal.orderId, lenderKey)
    const settled = await threads.resolve(dispute, lenderKey, 'accept')
    expect(settled.action).toMatchObject({ resolution: 'settle', resolved_by: world.lender.id })
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for wallets where none are taken', async () => {
    const { entry } = await unanswered()
    const wallets = world.wallets(world.lender)
    const resolution = threads.resolution(entry, borrowerKey, 'accept', wallets)
    const reply = await refused(world.service, 422, resolution)
    expect(reply.body.error.details?.[0]).toMatchObject({ field: 'asset_wallet_id' })
  })
})
