import {
  listTransfers,
  type Operation,
  operations,
  previewMarkToMarketRequest,
} from '@vadium/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLongRun, seedFrom } from '../../harness/long-run.ts'
import { call, type CallOptions } from '../../harness/call.ts'
import type { Example } from '../../harness/example-preparations.ts'
import { exampleOf } from '../../harness/example-requests.ts'
import { type LivingBooks, openLivingBooks } from '../../harness/living-books.ts'
import { RandomRequests } from '../../harness/random-requests.ts'

const documented: readonly Operation[] = [previewMarkToMarketRequest, listTransfers]
const others = operations.filter((operation) => !documented.includes(operation))
/** Operations that move the clock of a sandbox are slow, and no part of a production service. */
const sandboxed = others.filter(({ sandboxOnly }) => sandboxOnly)

/** How many requests of each operation are sent. */
const requestsEach = isLongRun
  ? { documented: 2000, sandboxed: 60, rest: 60 }
  : { documented: 300, sandboxed: 20, rest: 38 }

function countOf(operation: Operation): number {
  if (documented.includes(operation)) return requestsEach.documented
  return sandboxed.includes(operation) ? requestsEach.sandboxed : requestsEach.rest
}

const atOnce = 8

let opened: LivingBooks
let random: RandomRequests
beforeAll(async () => {
  opened = await openLivingBooks(20)
  const [book] = opened.books
  const examples = new Map<Operation, Example>()
  for (const operation of operations) examples.set(operation, await exampleOf(operation, book))
  random = new RandomRequests({ book, examples })
}, 60_000)
afterAll(() => opened.close())

it('answers random requests as the rows and the schemas of their operations say', async () => {
  const seed = seedFrom('SEED', 20260302)
  const samplesOf = (some: readonly Operation[]) =>
    shuffled(
      some.flatMap((operation) =>
        fc
          .sample(random.of(operation), { numRuns: countOf(operation), seed })
          .map((options) => ({ operation, options })),
      ),
      seed,
    )
  // Operations that change the book come last: a disordered book answers few of the others.
  const samples = [...samplesOf(documented), ...samplesOf(others)]
  const statuses = new Map<string, Map<number, number>>()
  const next = samples.values()
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
  // A generator that gets only the first refusals would prove little.
  for (const [id, counts] of statuses) {
    const shown = `seed ${seed}: ${id} answered ${[...counts].join(' ')}`
    expect(counts.get(400) ?? 0, shown).toBeGreaterThan(0)
    const understood = [200, 404, 409, 422, 424].map((status) => counts.get(status) ?? 0)
    expect(Math.max(...understood), shown).toBeGreaterThan(0)
  }
  for (const { id } of documented) {
    expect(statuses.get(id)?.get(200) ?? 0, id).toBeGreaterThan(50)
  }
}, 300_000)

async function sent(options: CallOptions, seed: number) {
  const shown = JSON.stringify({ seed, ...options, key: undefined })
  try {
    const reply = await call(opened.service, options)
    expect(reply.status, reply.text.slice(0, 500)).toBeLessThan(500)
    return reply
  } catch (error) {
    const failures = opened.service.log.filter((line) => line.includes('"err":')).slice(-1)
    throw new Error(
      `this request was not answered as it should be: ${shown}\n${failures.join('')}`,
      { cause: error },
    )
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
