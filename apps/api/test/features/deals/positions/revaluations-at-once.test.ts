import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockLevels } from '../../../harness/locked-levels.ts'
import { startService } from '../../../harness/service.ts'
import { RevaluedBook } from '../../../harness/revalued-book.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const revalued = new RevaluedBook(world)
const { borrower } = world
const { otherWay } = revalued

beforeAll(async () => {
  await world.start()
  revalued.revaluation.everythingChanged()
  await revalued.run()
})
afterAll(() => world.close())

// 300 ETH cover 110 % of 10 BTC at 2,200 USD an ETH, 125 % at 2,500 and 135 % at 2,700.
const none = { margin_call_reached: false, liquidation_reached: false }
const both = { margin_call_reached: true, liquidation_reached: true }

describe('several revaluations at the same time', () => {
  it('use the newest prices, in a process that comes later, however early it began', async () => {
    const turn = await lockLevels(world.service.database, borrower.id)
    await world.setPrice('ETH', '2700')
    revalued.revaluation.pricesChanged(['ETH'])
    const running = revalued.run()
    await expect.poll(turn.waiting).toBeGreaterThan(0)
    await world.setPrice('ETH', '2200')
    await turn.end()
    await running
    expect(await revalued.kept(otherWay)).toMatchObject(both)
  })

  it('do not lose a price change during a revaluation', async () => {
    const turn = await lockLevels(world.service.database, borrower.id)
    await world.setPrice('ETH', '2700')
    revalued.revaluation.pricesChanged(['ETH'])
    const first = revalued.run()
    await expect.poll(turn.waiting).toBeGreaterThan(0)
    revalued.revaluation.pricesChanged(['ETH'])
    const second = revalued.run()
    await turn.end()
    expect(await first).toBeGreaterThan(0)
    expect(await second).toBe(0)
    expect(await revalued.kept(otherWay)).toMatchObject(none)
  })

  it('are completed by the next one when one is killed', async () => {
    await world.setPrice('ETH', '2200')
    revalued.revaluation.pricesChanged(['ETH'])
    await revalued.run()
    await world.setPrice('ETH', '2700')
    const turn = await lockLevels(world.service.database, borrower.id)
    revalued.revaluation.pricesChanged(['ETH'])
    const running = revalued.run()
    const failure = expect(running).rejects.toThrow()
    await expect.poll(turn.waiting).toBeGreaterThan(0)
    await world.service.database.query('SELECT pg_terminate_backend($1)', [await turn.waiting()])
    await failure
    await turn.end()
    await revalued.run()
    expect(await revalued.kept(otherWay)).toMatchObject(none)
  })

  it('decide by what a deal has become, when it changes at the same moment', async () => {
    const { database } = world.service
    await world.setPrice('ETH', '2700')
    revalued.revaluation.pricesChanged(['ETH'])
    await revalued.run()
    await world.setPrice('ETH', '2200')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query('BEGIN')
      await client.query('UPDATE positions SET collateral_quantity = 400 WHERE id = $1', [
        otherWay.positionId,
      ])
      revalued.revaluation.pricesChanged(['ETH'])
      const running = revalued.run()
      await expect
        .poll(async () => {
          const { rows } = await database.query(
            "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
          )
          return rows.length
        })
        .toBeGreaterThan(0)
      await client.query('COMMIT')
      await running
      // 400 ETH cover 146 %.
      expect(await revalued.kept(otherWay)).toMatchObject(none)
    } finally {
      await client.end()
      await database.query('UPDATE positions SET collateral_quantity = 300 WHERE id = $1', [
        otherWay.positionId,
      ])
    }
  })
})

describe('background revaluation', () => {
  it('decides what differs at its start, then the changes, until it is stopped', async () => {
    const other = await startService({ database: world.service.database })
    const { revaluation: own } = other.services
    await world.setPrice('ETH', '2700')
    const work = own.start()
    try {
      const kept = () => revalued.kept(otherWay)
      await expect.poll(kept).toMatchObject(none)
      await world.setPrice('ETH', '2200')
      own.pricesChanged(['ETH'])
      await expect.poll(kept).toMatchObject(both)
      await work.stop()
      await world.setPrice('ETH', '2700')
      own.pricesChanged(['ETH'])
      expect(await own.runPending()).toBe(0)
    } finally {
      await work.stop()
      await other.close()
    }
  })
})
