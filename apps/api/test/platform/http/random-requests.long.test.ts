import {
  listTransfers,
  type Operation,
  operations,
  previewMarkToMarketRequest,
} from '@vadium/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedFrom } from '../../harness/long-run.ts'
import { call, type CallOptions } from '../../harness/call.ts'
import { openExampleBooks } from '../../harness/example-books.ts'
import type { Example } from '../../harness/example-preparations.ts'
import { exampleOf } from '../../harness/example-requests.ts'
import type { LivingBooks } from '../../harness/living-books.ts'
import { RandomRequests } from '../../harness/random-requests.ts'

const documented: readonly Operation[] = [previewMarkToMarketRequest, listTransfers]
const others = operations.filter((operation) => !documented.includes(operation))
/** How many requests of each operation are sent. */
const requestsEach = { documented: 2000, rest: 60 }
/** How many more if none was refused as malformed, or none understood. */
const furtherEach = 50

const countOf = (operation: Operation) =>
  documented.includes(operation) ? requestsEach.documented : requestsEach.rest

const atOnce = 8

let opened: LivingBooks
let random: RandomRequests
beforeAll(async () => {
  opened = await openExampleBooks()
  const [book] = opened.books
  const examples = new Map<Operation, Example>()
  for (const operation of operations) examples.set(operation, await exampleOf(operation, book))
  random = new RandomRequests({ book, examples })
}, 60_000)
afterAll(() => opened.close())

it('answers random requests as the rows and the schemas of their operations say', async () => {
  const seed = seedFrom('SEED', 20260302)
  const samplesOf = (some: readonly Operation[], count = countOf, from = 0) =>
    shuffled(
      some.flatMap((operation) =>
        fc
          .sample(random.of(operation), { numRuns: from + count(operation), seed })
          .slice(from)
          .map((options) => ({ operation, options })),
      ),
      seed,
    )
  const statuses = new Map<string, Map<number, number>>()
  let failed = false
  const send = async (samples: ReturnType<typeof samplesOf>) => {
    const next = samples.values()
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
  }
  const kindsOf = ({ id }: Operation) => {
    const counts = statuses.get(id) ?? new Map<number, number>()
    const counted = (...some: number[]) =>
      Math.max(...some.map((status) => counts.get(status) ?? 0))
    return {
      malformed: counted(400),
      understood: counted(200, 404, 409, 422, 424),
      shown: `seed ${seed}: ${id} answered ${[...counts].join(' ')}`,
    }
  }
  // Operations that change the book come last: a disordered book answers few of the others.
  await send([...samplesOf(documented), ...samplesOf(others)])
  const oneKind = others.filter((operation) => {
    const { malformed, understood } = kindsOf(operation)
    return malformed === 0 || understood === 0
  })
  await send(samplesOf(oneKind, () => furtherEach, requestsEach.rest))
  // A generator that gets only the first refusals would prove little.
  for (const operation of operations) {
    const { malformed, understood, shown } = kindsOf(operation)
    expect(malformed, shown).toBeGreaterThan(0)
    expect(understood, shown).toBeGreaterThan(0)
  }
  for (const { id } of documented) {
    expect(statuses.get(id)?.get(200) ?? 0, id).toBeGreaterThan(requestsEach.documented / 4)
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
