import { updateMailAddress } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../harness/call.ts'
import { MailWorld } from '../../harness/mail-world.ts'

const world = new MailWorld()
beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(() => world.reset())

const address = 'desk@harbor.example'
const dayMs = 24 * 3_600_000

/** Where the log of the organization is, and from where on the address is checked. */
async function placesOf(id: string) {
  const { rows } = await world.service.database.query<{ position: number; from: number }>(
    'SELECT position::int, filtered_from::int AS from FROM mail_addresses WHERE id = $1',
    [id],
  )
  return rows[0] ?? { position: 0, from: 0 }
}

describe('`vadium-api check`', () => {
  it('finds each notification in a mail, in a digest or left out by the settings', async () => {
    const muted_categories = ['webhook_disabled' as const]
    const { id } = await world.active({ address, digest_time: '08:00', muted_categories })
    await world.active({ address: 'no-digest@harbor.example' })
    const { from } = await placesOf(id)
    await world.notify()
    await world.notify({ severity: 'info' })
    await world.notify({ category: 'webhook_disabled', severity: 'critical' })
    await world.notify({ category: 'wallet_changed', severity: 'info' })
    await world.work()
    expect(await world.breaches()).toEqual([])
    world.pass(dayMs)
    await world.notify({ severity: 'info' })
    await world.work()
    expect(await world.breaches()).toEqual([])
    expect(await placesOf(id)).toMatchObject({ from })
    await succeed(world.service, updateMailAddress, {
      key: world.admin,
      params: { mail_address_id: id },
      body: { digest_time: null },
    })
    await world.notify({ severity: 'info' })
    await world.work()
    expect(await world.breaches()).toEqual([])
  })

  it('finds a notification that is in no mail, and one that is in two', async () => {
    const { id } = await world.active({ address, digest_time: '08:00' })
    await world.notify()
    await world.notify({ severity: 'info' })
    await world.work()
    const { database } = world.service
    // As a process would leave it that loses a mail, or repeats one in a digest.
    const digest = (positions: string, nonces: string) =>
      database.query(
        `UPDATE mail_addresses SET digest_positions = ${positions}, digest_nonces = ${nonces} WHERE id = $1`,
        [id],
      )
    await digest(`digest_positions || digest_positions`, `digest_nonces || digest_nonces`)
    expect((await world.breaches()).map(({ issue }) => issue)).toEqual([
      expect.stringMatching(/^event \d+ is in 2 mails$/),
    ])
    await digest(`'{}'`, `'{}'`)
    expect((await world.breaches()).map(({ issue }) => issue)).toEqual([
      expect.stringMatching(/^notification \S+, event \d+ of organization \S+, is in no mail$/),
    ])
  })

  it('counts what was too old to be mailed', async () => {
    const { id } = await world.active({ address, digest_time: '08:00' })
    const { from } = await placesOf(id)
    await world.notify()
    await world.notify({ severity: 'info' })
    world.pass(dayMs + 1)
    await world.notify()
    expect(await world.arriving()).toHaveLength(1)
    expect(await placesOf(id)).toMatchObject({ from })
    expect(await world.breaches()).toEqual([])
  })
})
