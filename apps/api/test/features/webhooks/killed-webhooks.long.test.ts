import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendEvents } from '../../harness/appended-events.ts'
import { seedFrom } from '../../harness/long-run.ts'
import { type BuiltService, buildProgram } from '../../harness/built-service.ts'
import { WebhookReceiver } from '../../harness/webhook-receiver.ts'
import { ownMachine, WebhookWorld } from '../../harness/webhook-world.ts'

const kills = Number(process.env['WORKER_KILLS'] ?? 10)
const aliveAtOnce = 2
const eventsALife = 20
/**
 * Some ten statements to create deliveries for a page of events, and as many for each batch of
 * attempts.
 */
const statementsMax = 40

const world = new WebhookWorld()
let receiver: WebhookReceiver
let workers: BuiltService
beforeAll(async () => {
  workers = await buildProgram('mortal-webhooks')
  await world.start()
  receiver = await WebhookReceiver.start()
}, 120_000)
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await world.close()
})

const seed = seedFrom('SEED', 20260302)
const chances = fc.sample(fc.nat({ max: 0x7fffffff }), { seed, numRuns: 1000 }).values()
const below = (bound: number) => Number(chances.next().value) % bound

interface Delivered {
  readonly data: { readonly n: number; readonly life: number }
}

async function writeEvents(life: number): Promise<void> {
  const [organizationId, type] = [world.harbor.id, 'order.updated']
  await appendEvents(
    world.service.database,
    Array.from({ length: eventsALife }, (_, i) => ({
      organizationId,
      type,
      data: { n: i + 1, life },
    })),
    world.now,
  )
}

let lives = 0
async function runUntilKilled(): Promise<void> {
  while (lives < kills) {
    lives += 1
    await writeEvents(lives)
    const worker = workers.start({
      DATABASE_URL: world.service.database.url,
      BOOK_TIME: String(world.service.clock.now()),
      DIES_AT_STATEMENT: String(1 + below(statementsMax)),
      DIES_BEFORE_IT: String(below(2)),
      ...ownMachine,
    })
    expect(await worker.ended, worker.output()).toBe('SIGKILL')
    // As they would by themselves, a minute later: also those of a live process, which is then too
    // late.
    await world.service.database.query(
      `UPDATE webhook_deliveries SET claimed_until = now() - interval '1 second' WHERE claim IS NOT NULL`,
    )
  }
}

it(`loses no delivery, and repeats one only under its id, with ${kills} processes killed (SEED=${seed})`, async () => {
  const { id } = await world.endpoint({ target_url: `${receiver.url}/mortal` })
  await Promise.all(Array.from({ length: aliveAtOnce }, runUntilKilled))
  await world.work()

  const idsOf = new Map<string, Set<string>>()
  for (const { id: webhookId, body } of receiver.received) {
    const { data } = JSON.parse(body) as Delivered
    const event = `${data.life}.${data.n}`
    idsOf.set(event, (idsOf.get(event) ?? new Set()).add(webhookId))
  }
  const expected = Array.from({ length: kills }, (_, life) =>
    Array.from({ length: eventsALife }, (_event, n) => `${life + 1}.${n + 1}`),
  ).flat()
  expect([...idsOf.keys()].sort()).toEqual(expected.sort())
  expect([...idsOf.values()].filter(({ size }) => size !== 1)).toEqual([])
  const deliveries = await world.deliveries(id)
  expect(deliveries).toHaveLength(expected.length)
  expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([])
}, 180_000)
