import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../../../harness/service.ts'
import { RevaluedBook } from '../../../harness/revalued-book.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 20, over: 5 })
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
const called = { margin_call_reached: true, liquidation_reached: false }
const both = { margin_call_reached: true, liquidation_reached: true }

/** Locks the levels of a lender, as another process would, until it is released. */
async function lockFigures(
  lenderId: string,
): Promise<{ waiting: () => Promise<number>; end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: world.service.database.url })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock(831408, hashtext($1))', [lenderId])
  return {
    waiting: async () => {
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      return rows[0]?.pid ?? 0
    },
    end: () => client.end(),
  }
}

describe('several revaluations at the same time', () => {
  it('use the newest prices, in a process that comes later, however early it began', async () => {
    const turn = await lockFigures(borrower.id)
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
    const turn = await lockFigures(borrower.id)
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

  it('correct what another process has decided by older prices meanwhile', async () => {
    const other = await startService({ database: world.service.database })
    try {
      const decide = (service: RunningService, asset: string) =>
        service.services.revaluation.decide([asset])
      for (const price of ['2500', '2200', '2700', '2200']) {
        const older = [world.service, other].map((service) => decide(service, 'BTC'))
        await world.setPrice('ETH', price)
        await Promise.all([...older, decide(world.service, 'ETH')])
        const expected = { 2500: called, 2200: both, 2700: none }[price]
        expect(await revalued.kept(otherWay)).toMatchObject(expected ?? {})
      }
    } finally {
      await other.close()
    }
  })

  it('are completed by the next one when one is killed', async () => {
    await world.setPrice('ETH', '2700')
    const turn = await lockFigures(borrower.id)
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

  it('are completed by any later one, of any process, when one is lost', async () => {
    await world.setPrice('ETH', '2200')
    const other = await startService({ database: world.service.database })
    try {
      other.services.revaluation.pricesChanged(['BTC'])
      await other.services.revaluation.runPending()
      expect(await revalued.kept(otherWay)).toMatchObject(both)
    } finally {
      await other.close()
    }
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

describe('background revaluation that fails', () => {
  it('tries again by itself, without waiting for another change', async () => {
    const other = await startService({ database: world.service.database })
    await world.setPrice('ETH', '2700')
    revalued.revaluation.everythingChanged()
    await revalued.run()
    await world.setPrice('ETH', '2200')
    const turn = await lockFigures(borrower.id)
    const work = other.services.revaluation.start()
    try {
      await expect.poll(turn.waiting).toBeGreaterThan(0)
      await world.service.database.query('SELECT pg_terminate_backend($1)', [await turn.waiting()])
      await turn.end()
      const kept = () => revalued.kept(otherWay)
      await expect.poll(kept).toMatchObject(both)
      expect(other.log.join('')).toContain('revaluation failed')
    } finally {
      await work.stop()
      await other.close()
    }
  }, 40_000)
})
