import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from '../../../harness/world/world.ts'
import { Threads } from '../../../harness/threads.ts'

const world = new World({ short: 2 })
const { lenderKey, borrowerKey } = world
const threads = new Threads(world)

beforeAll(() => world.start())
afterAll(() => world.close())

async function unanswered() {
  const deal = world.shortDeal()
  const request = await world.margin.create(deal)
  return { deal, request, entry: await threads.open(deal.orderId, borrowerKey) }
}

describe('messages that are written at once', () => {
  it('never come between an answer and its entry, and do not block an answer', async () => {
    const { deal, entry } = await unanswered()
    const racers = [
      ...Array.from({ length: 8 }, () => threads.post(deal.orderId, lenderKey)),
      threads.resolve(entry, borrowerKey, 'accept'),
      ...Array.from({ length: 8 }, () => threads.post(deal.orderId, borrowerKey)),
    ]
    await Promise.all(racers)
    const entries = (await threads.entries(deal.orderId, lenderKey)).reverse()
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_entry, i) => i + 1))
    expect(entries[1]).toMatchObject({ id: entry.id, action: { state: 'resolved' } })
  })
})

describe('the read marks of two accounts, set at once,', () => {
  it('are independent', async () => {
    const { deal } = await unanswered()
    const posted = []
    for (let i = 0; i < 5; i += 1) posted.push(await threads.post(deal.orderId, lenderKey))
    const [first, , , , last] = posted
    if (first === undefined || last === undefined) throw new Error('nothing was posted')
    await Promise.all([
      threads.read(last, borrowerKey),
      threads.read(first, lenderKey),
      threads.read(first, borrowerKey),
    ])
    expect(await threads.get(deal.orderId, borrowerKey)).toMatchObject({ read_number: 7 })
    expect(await threads.get(deal.orderId, lenderKey)).toMatchObject({ read_number: 3 })
  })
})
