import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLongRun } from '../../harness/long-run.ts'
import { killedAfterCommit, killedBefore } from '../../harness/killed-connections.ts'
import { MailWorld } from '../../harness/mail-world.ts'

const world = new MailWorld()
beforeAll(() => world.start())
afterAll(() => world.close())

const dayMs = 24 * 3_600_000
/** `npm test` tries one statement of several, a long run each. */
const [first, step] = isLongRun ? [1, 1] : [2, 7]

/** All that the workers do, once. What fails is tried again by the next run. */
async function jobs(): Promise<void> {
  const { workers } = world.service.services.mail
  await workers?.fanOut.run().catch(() => undefined)
  await workers?.deliverer.runDue().catch(() => undefined)
}

/** A mail that is sent at once and a digest are to be made and sent. */
async function prepare(): Promise<void> {
  await world.notify({ severity: 'info' })
  await world.work()
  world.pass(dayMs)
  await world.notify()
  await world.service.services.numbering.sweep()
  world.receiver.received.length = 0
}

/** After a process has died, another sends what there was to send, under the ids that it has. */
async function expectWhole(id: string, statement: string): Promise<void> {
  // As they would by themselves, five minutes later.
  await world.service.database.query(
    `UPDATE mail_deliveries SET claimed_until = now() - interval '1 second' WHERE claim IS NOT NULL`,
  )
  await world.work()
  const made = (await world.deliveries(id)).slice(0, 2)
  expect(new Set(made.map(({ kind }) => kind)), statement).toEqual(
    new Set(['notification', 'digest']),
  )
  expect(made.map(({ state }) => state)).toEqual(['SENT', 'SENT'])
  const sent = world.receiver.received
  const ids = new Set(sent.map(({ messageId, sha256 }) => `${messageId} ${sha256}`))
  expect(ids).toEqual(new Set(made.map(({ message_id, sha256 }) => `${message_id} ${sha256}`)))
  expect(await world.breaches()).toEqual([])
}

it('lose nothing and repeat a mail only under its id, killed before any of their statements', async () => {
  const { id } = await world.active({ address: 'mortal@harbor.example', digest_time: '08:00' })
  let count = 0
  for (let number = first, isReached = true; isReached; number += step) {
    await prepare()
    isReached = await killedBefore(number, jobs)
    await expectWhole(id, `statement ${number}`)
    count += 1
  }
  expect(await world.deliveries(id)).toHaveLength(2 * count)
  await prepare()
  await killedAfterCommit(jobs)
  await expectWhole(id, 'after the first commit')
}, 180_000)
