import {
  listTransfers,
  type Operation,
  operations,
  previewMarkToMarketRequest,
} from '@vadium/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type CallOptions } from './harness/call.ts'
import { exampleOf, type Example } from './harness/example-requests.ts'
import { type LivingBooks, openLivingBooks } from './harness/living-book.ts'
import { RandomRequests } from './harness/random-requests.ts'

/** Requests in a run; each is answered within the operation's row, and its body by its schema. */
const requests = 10_000
/** Of which each of these gets so many, and the others share the rest. */
const documented = new Map<Operation, number>([
  [previewMarkToMarketRequest, 1500],
  [listTransfers, 1500],
])
const atOnce = 8

let opened: LivingBooks
let random: RandomRequests
beforeAll(async () => {
  opened = await openLivingBooks()
  const [book] = opened.books
  const examples = new Map<Operation, Example>()
  for (const operation of operations) examples.set(operation, await exampleOf(operation, book))
  random = new RandomRequests({ book, examples })
}, 60_000)
afterAll(() => opened.close())

const others = operations.length - documented.size
const restEach = Math.floor(
  (requests - [...documented.values()].reduce((sum, count) => sum + count, 0)) / others,
)

it(`answers ${requests} random requests as the rows and the schemas of their operations say`, async () => {
  const seed = Date.now() & 0x7fffffff
  const samples = operations.flatMap((operation) =>
    fc
      .sample(random.of(operation), { numRuns: documented.get(operation) ?? restEach, seed })
      .map((options) => ({ operation, options })),
  )
  const statuses = new Map<string, Map<number, number>>()
  const next = shuffled(samples, seed).values()
  let failed = false
  const worker = async () => {
    for (const { operation, options } of next) {
      if (failed) return
      const { status } = await sent(options, seed).catch((error: unknown) => {
        failed = true
        throw error
      })
      const counts = statuses.get(operation.id) ?? new Map<number, number>()
      statuses.set(operation.id, counts.set(status, (counts.get(status) ?? 0) + 1))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  // A generator that only meets refusals would prove little.
  for (const [id, counts] of statuses) {
    const shown = `seed ${seed}: ${id} answered ${[...counts].join(' ')}`
    expect(counts.get(400) ?? 0, shown).toBeGreaterThan(0)
    expect(
      [...counts.keys()].some((status) => status === 200 || status === 409),
      shown,
    ).toBe(true)
  }
  for (const { id } of documented.keys()) {
    expect(statuses.get(id)?.get(200) ?? 0, id).toBeGreaterThan(50)
  }
}, 180_000)

async function sent(options: CallOptions, seed: number) {
  const shown = JSON.stringify({ seed, ...options, key: undefined })
  try {
    const reply = await call(opened.service, options)
    expect(reply.status, reply.text.slice(0, 500)).toBeLessThan(500)
    return reply
  } catch (error) {
    throw new Error(`this request was not answered as it should be: ${shown}`, { cause: error })
  }
}

/** In another order, the same for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const [order = []] = fc.sample(
    fc.shuffledSubarray([...items.keys()], { minLength: items.length }),
    { numRuns: 1, seed },
  )
  return order.flatMap((index) => items.slice(index, index + 1))
}
