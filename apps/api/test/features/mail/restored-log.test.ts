import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MailWorld } from '../../harness/mail-world.ts'

const world = new MailWorld()
beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(() => world.reset())

const address = 'desk@harbor.example'

async function inOrder(...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await world.service.database.query(statement)
}

async function notified(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await world.notify()
  await world.service.services.numbering.sweep()
}

/** An address that has got three notifications of which the log has one, after a restore. */
async function restored(): Promise<string> {
  const { id } = await world.active({ address, digest_time: '08:00' })
  await notified(1)
  await inOrder(
    'DROP TABLE IF EXISTS dumped_events, dumped_heads',
    'CREATE TABLE dumped_events AS TABLE events',
    'CREATE TABLE dumped_heads AS TABLE event_heads',
  )
  await notified(2)
  await world.notify({ severity: 'info' })
  expect(await world.arriving()).toHaveLength(3)
  await inOrder(
    'DELETE FROM events',
    'DELETE FROM event_heads',
    'INSERT INTO event_heads SELECT * FROM dumped_heads',
    'INSERT INTO events SELECT * FROM dumped_events',
  )
  return id
}

describe('a log that was restored to an earlier point', () => {
  it.each([
    ['has not reached the place of an address', 0],
    ['has another event there', 3],
    ['has grown past it', 6],
  ])('has nothing old mailed again, and later notifications once: %s', async (_what, grown) => {
    const id = await restored()
    await notified(grown)
    expect(await world.arriving()).toEqual([])
    await world.notify()
    expect(await world.arriving()).toHaveLength(1)
    const sent = (await world.deliveries(id)).filter(({ state }) => state === 'SENT')
    expect(sent).toHaveLength(4)
    world.pass(24 * 3_600_000)
    expect((await world.arriving()).map(({ subject }) => subject)).toEqual([
      'Vadium: 1 notification',
    ])
    expect(await world.breaches()).toEqual([])
  })
})
