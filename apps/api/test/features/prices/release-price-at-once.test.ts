import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { HeldPrices } from '../../harness/held-prices.ts'

const world = new HeldPrices()
const { operator, secondOperator } = world

beforeAll(() => world.open())
beforeEach(() => world.forget())
afterAll(() => world.close())

/** The lock that a push takes on an asset. */
const lock = "SELECT pg_advisory_xact_lock(831407, hashtext('BTC'))"
const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 831407 AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

describe('at the same time', () => {
  it('counts one of several releases of a quote, and announces it once', async () => {
    await world.hold()
    const replies = await Promise.all(
      [operator, secondOperator, operator, secondOperator].map((key) => world.release({}, key)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(world.announced).toEqual([['BTC']])
    expect(await world.price()).toBe('50')
  })

  it('a release waits for a push and is refused if the push brought another price', async () => {
    await world.hold()
    const release = await withOwnerClient(world.service.database.url, async (push) => {
      await push.query('BEGIN')
      await push.query(lock)
      const pending = world.release()
      await vi.waitFor(async () =>
        expect((await world.service.database.query(waiting)).rowCount).toBe(1),
      )
      await push.query('UPDATE held_prices SET price_usd = 40')
      await push.query('COMMIT')
      return pending
    })
    expect(release.status).toBe(409)
    expect(await world.price()).toBe('100')
  })

  it('a release and a push have the effect of one after the other', async () => {
    await world.hold()
    world.advance(1)
    const [{ status }, outcome] = await Promise.all([world.release(), world.push('100')])
    expect(['200 held 50', '409 accepted 100']).toContain(
      [status, outcome, await world.price()].join(' '),
    )
  })
})
