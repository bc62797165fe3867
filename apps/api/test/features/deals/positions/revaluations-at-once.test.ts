import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../../harness/service.ts'
import { RevaluedBook } from '../../../harness/revalued-book.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 20, over: 5 })
const revalued = new RevaluedBook(world)
const { borrower } = world
const { otherWay } = revalued

beforeAll(() => world.start())
afterAll(() => world.close())

/** Locks the figures of a lender, as another process would, until it is released. */
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
    revalued.revaluation.pricesChanged(['ETH'])
    const running = revalued.run()
    await expect.poll(turn.waiting).toBeGreaterThan(0)
    await world.setPrice('ETH', '2200')
    await turn.end()
    await running
    expect(await revalued.kept(otherWay)).toMatchObject({ collateral_price: '2200' })
  })

  it('do not lose a price change during a revaluation', async () => {
    const turn = await lockFigures(borrower.id)
    revalued.revaluation.pricesChanged(['ETH'])
    const first = revalued.run()
    await expect.poll(turn.waiting).toBeGreaterThan(0)
    revalued.revaluation.pricesChanged(['ETH'])
    const second = revalued.run()
    await turn.end()
    expect(await first).toBe(revalued.positionCount - 1)
    expect(await second).toBe(revalued.positionCount - 1)
  })

  it('agree on the newest figures when two processes value everything at once', async () => {
    const other = await startService({ database: world.service.database })
    try {
      const values = [world.service, other].map(({ services }) =>
        services.revaluation.revalue(['BTC']),
      )
      await world.setPrice('ETH', '2300')
      await Promise.all([...values, world.service.services.revaluation.revalue(['ETH'])])
      expect(await revalued.kept(otherWay)).toMatchObject({ collateral_price: '2300' })
    } finally {
      await other.close()
    }
  })

  it('are completed by the next one when one is killed', async () => {
    await world.setPrice('ETH', '2450')
    const turn = await lockFigures(borrower.id)
    revalued.revaluation.pricesChanged(['ETH'])
    const running = revalued.run()
    const failure = expect(running).rejects.toThrow()
    await expect.poll(turn.waiting).toBeGreaterThan(0)
    await world.service.database.query('SELECT pg_terminate_backend($1)', [await turn.waiting()])
    await failure
    await turn.end()
    expect(await revalued.run()).toBe(revalued.positionCount - 1)
    expect(await revalued.kept(otherWay)).toMatchObject({ collateral_price: '2450' })
  })
})

describe('background revaluation', () => {
  it('values everything at its start, then the changes, until it is stopped', async () => {
    const other = await startService({ database: world.service.database })
    const { revaluation: own } = other.services
    await world.setPrice('ETH', '2222')
    const work = own.start()
    try {
      const price = async () => (await revalued.kept(otherWay))['collateral_price']
      await expect.poll(price, { timeout: 15_000 }).toBe('2222')
      await world.setPrice('ETH', '2333')
      own.pricesChanged(['ETH'])
      await expect.poll(price, { timeout: 15_000 }).toBe('2333')
      await work.stop()
      await world.setPrice('ETH', '2444')
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
    await world.setPrice('ETH', '2111')
    const turn = await lockFigures(borrower.id)
    const work = other.services.revaluation.start()
    try {
      await expect.poll(turn.waiting, { timeout: 10_000 }).toBeGreaterThan(0)
      await world.service.database.query('SELECT pg_terminate_backend($1)', [await turn.waiting()])
      await turn.end()
      const price = async () => (await revalued.kept(otherWay))['collateral_price']
      await expect.poll(price, { timeout: 20_000 }).toBe('2111')
      expect(other.log.join('')).toContain('revaluation failed')
    } finally {
      await work.stop()
      await other.close()
    }
  }, 40_000)
})
