import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockLevels } from '../../../harness/locked-levels.ts'
import { type RunningService, startService } from '../../../harness/service.ts'
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
const called = { margin_call_reached: true, liquidation_reached: false }
const both = { margin_call_reached: true, liquidation_reached: true }

describe('several revaluations at the same time', () => {
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
})

describe('background revaluation that fails', () => {
  it('tries again by itself, without waiting for another change', async () => {
    const other = await startService({ database: world.service.database })
    await world.setPrice('ETH', '2700')
    revalued.revaluation.everythingChanged()
    await revalued.run()
    await world.setPrice('ETH', '2200')
    const turn = await lockLevels(world.service.database, borrower.id)
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
