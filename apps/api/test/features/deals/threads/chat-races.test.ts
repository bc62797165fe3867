import { acceptMarkToMarketRequest, rejectMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../harness/call.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { World } from '../../../harness/world/world.ts'
import { Threads } from '../../../harness/threads.ts'

/** How often four resolve an action at once, and how often its operation is called meanwhile. */
const [resolveRounds, callRounds] = isLongRun ? [4, 6] : [1, 2]
const world = new World({ short: resolveRounds + callRounds + 2 })
const otherKey = world.borrower.credential('admin')
const { lenderKey, borrowerKey } = world
const threads = new Threads(world)

beforeAll(() => world.start())
afterAll(() => world.close())

async function unanswered() {
  const deal = world.shortDeal()
  const request = await world.margin.create(deal)
  return { deal, request, entry: await threads.open(deal.orderId, borrowerKey) }
}

describe('an action that several callers resolve at once', () => {
  it('is resolved by one of them, and that decision takes effect', async () => {
    for (let round = 0; round < resolveRounds; round += 1) {
      const { request, entry } = await unanswered()
      const replies = await Promise.all(
        ['accept', 'reject', 'accept', 'reject'].map((decision, i) =>
          call(world.service, threads.resolution(entry, i < 2 ? borrowerKey : otherKey, decision)),
        ),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const [shown] = await threads.entries(entry.order_id, lenderKey)
      const accepted = shown?.action?.resolution === 'accept'
      expect((await world.margin.get(request)).status).toBe(accepted ? 'ACCEPTED' : 'REJECTED')
      expect(await world.margin.transfersOf(request)).toHaveLength(accepted ? 1 : 0)
      expect(replies.find(({ status }) => status === 200)?.text).toContain(
        `"resolution":"${accepted ? 'accept' : 'reject'}"`,
      )
    }
  })

  it('is resolved once when its operation is called at the same time', async () => {
    for (let round = 0; round < callRounds; round += 1) {
      const { request, entry } = await unanswered()
      const racers = [
        threads.resolution(entry, borrowerKey, 'accept'),
        world.callOn(rejectMarkToMarketRequest, request, otherKey),
        world.callOn(acceptMarkToMarketRequest, request, borrowerKey),
      ]
      if (round % 2 === 1) racers.reverse()
      const replies = await Promise.all(racers.map((race) => call(world.service, race)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const [shown, ...more] = await threads.entries(entry.order_id, lenderKey)
      // The entry of the order.
      expect(more).toHaveLength(1)
      const { status } = await world.margin.get(request)
      expect(shown?.action).toMatchObject({
        state: 'resolved',
        resolution: status === 'REJECTED' ? 'reject' : 'accept',
      })
      expect(await world.margin.transfersOf(request)).toHaveLength(status === 'REJECTED' ? 0 : 1)
    }
  })
})

describe('messages that are written at once', () => {
  it('are numbered without a gap, each once', async () => {
    const { deal } = await unanswered()
    const texts = Array.from({ length: 24 }, (_, i) => `message ${i}`)
    await Promise.all(
      texts.map((text, i) =>
        threads.post(deal.orderId, i % 2 === 0 ? lenderKey : borrowerKey, text),
      ),
    )
    const entries = (await threads.entries(deal.orderId, lenderKey)).reverse()
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_entry, i) => i + 1))
    expect(
      entries
        .slice(2)
        .map(({ text }) => text)
        .sort(),
    ).toEqual([...texts].sort())
  })

  it('do not wait for a change of their deal', async () => {
    const { deal } = await unanswered()
    const { writes } = world.service.services
    await writes.byService(world.lender.id, async (tx) => {
      await tx.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [deal.orderId])
      // While another transaction locks the deal.
      expect((await threads.post(deal.orderId, borrowerKey)).number).toBe(3)
    })
  })
})
