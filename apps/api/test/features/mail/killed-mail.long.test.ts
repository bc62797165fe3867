import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltService, buildProgram } from '../../harness/built-service.ts'
import { seedFrom } from '../../harness/long-run.ts'
import { mailSettings, MailWorld } from '../../harness/mail-world.ts'

const kills = Number(process.env['WORKER_KILLS'] ?? 10)
const aliveAtOnce = 2
const notificationsALife = 5
/** Some ten statements to create mails, and as many for each one that is sent. */
const statementsMax = 40

const world = new MailWorld()
let workers: BuiltService
beforeAll(async () => {
  workers = await buildProgram('mortal-mail')
  await world.start()
}, 120_000)
afterAll(() => world.close())

const seed = seedFrom('SEED', 20260303)
const chances = fc.sample(fc.nat({ max: 0x7fffffff }), { seed, numRuns: 1000 }).values()
const below = (bound: number) => Number(chances.next().value) % bound

let lives = 0
async function runUntilKilled(): Promise<void> {
  while (lives < kills) {
    lives += 1
    for (let i = 0; i < notificationsALife; i += 1) await world.notify()
    await world.service.services.numbering.sweep()
    const worker = workers.start({
      DATABASE_URL: world.service.database.url,
      BOOK_TIME: String(world.service.clock.now()),
      DIES_AT_STATEMENT: String(1 + below(statementsMax)),
      DIES_BEFORE_IT: String(below(2)),
      ...mailSettings(world.receiver.port),
    })
    expect(await worker.ended, worker.output()).toBe('SIGKILL')
    // As they would by themselves, five minutes later.
    await world.service.database.query(
      `UPDATE mail_deliveries SET claimed_until = now() - interval '1 second' WHERE claim IS NOT NULL`,
    )
  }
}

it(`loses no mail, and repeats one only under its Message-ID, with ${kills} processes killed (SEED=${seed})`, async () => {
  const { id } = await world.active({ address: 'mortal@harbor.example' })
  world.receiver.received.length = 0
  await Promise.all(Array.from({ length: aliveAtOnce }, runUntilKilled))
  await world.work()

  const deliveries = await world.deliveries(id)
  expect(deliveries).toHaveLength(kills * notificationsALife)
  expect(deliveries.filter(({ state }) => state !== 'SENT')).toEqual([])
  const sent = world.receiver.received
  const ids = new Set(sent.map(({ messageId }) => messageId))
  expect(ids).toEqual(new Set(deliveries.map(({ message_id }) => message_id)))
  const digests = new Map(deliveries.map(({ message_id, sha256 }) => [message_id, sha256]))
  expect(sent.filter(({ messageId, sha256 }) => digests.get(messageId) !== sha256)).toEqual([])
}, 180_000)
