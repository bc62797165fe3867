import { closeOrder, createMarkToMarketRequest } from '@vadium/schema'
import pg, { type Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../../src/platform/db/pool.ts'
import { randomIds } from '../../../../src/platform/ids.ts'
import { TransferDesk } from '../../../../src/features/deals/transfers/transfer-desk.service.ts'
import { lockDeal } from '../../../../src/features/deals/parties/deal.ts'
import { Writes } from '../../../../src/platform/writes/writes.ts'
import { bookOfDeals } from '../../../harness/book-of-deals.ts'
import { call, callOf } from '../../../harness/call.ts'
import { newTransfer, type PartiedDeal } from '../../../harness/decided-transfer.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { World } from '../../../harness/world/world.ts'
import { expectBalancedJournal } from '../../../harness/settled-book.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const racers = 20
/** How often 20 race for a pledge, and how often ten race with ten. */
const [pledgeRounds, closeRounds] = isLongRun ? [3, 6] : [1, 1]

describe('20 decisions about one pledge of 300 ETH', () => {
  const { book, nextDeal } = bookOfDeals(2 * pledgeRounds + 2)
  let service: RunningService
  let pool: Pool
  let writes: Writes
  beforeAll(async () => {
    service = await startService({ scenario: book.scenario })
    pool = openServicePool({ url: service.database.url, poolSize: racers })
    writes = new Writes(pool, service.clock, randomIds)
    // All are connected before any of them starts.
    await Promise.all(Array.from({ length: racers }, () => pool.query('SELECT 1')))
  })
  afterAll(async () => {
    await pool.end()
    await service.close()
  })

  /** Gives a release directly to the desk, without a check that there is enough. */
  const release = (deal: PartiedDeal, quantity: string, locked: boolean) =>
    writes.byService(deal.lender.id, async (tx) => {
      if (locked) await lockDeal(tx, deal.orderId)
      const { order, transfer } = newTransfer(deal, { from: 'lender', quantity })
      return new TransferDesk(() => undefined, 86_400).instruct(tx, order, transfer)
    })
  const race = async (deal: PartiedDeal, quantities: readonly string[], locked: boolean) => {
    const outcomes = await Promise.allSettled(
      quantities.map((quantity) => release(deal, quantity, locked)),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      const { reason } = outcome as { reason: unknown }
      expect(reason).toBeInstanceOf(pg.DatabaseError)
      expect(reason).toMatchObject({ constraint: 'nothing_is_spent_twice' })
    }
    return outcomes.map(({ status }) => status === 'fulfilled')
  }
  const pledged = async ({ orderId }: PartiedDeal) => {
    const { rows } = await service.database.query(
      `SELECT (SELECT trim_scale(quantity) FROM journal_balances
               WHERE order_id = $1 AND bucket = 'pledged') AS pledged,
         (SELECT count(*)::int FROM transfers WHERE order_id = $1 AND category = 'm2m') AS transfers,
         (SELECT count(*)::int FROM instructions i JOIN transfers t ON t.id = i.transfer_id
          WHERE i.order_id = $1 AND t.category = 'm2m') AS instructions`,
      [orderId],
    )
    return rows[0]
  }

  it.each([
    ['one after the other, by the lock of the deal', true],
    ['by the journal alone, without a lock', false],
  ])('succeed as often as there is collateral for, %s', async (_how, locked) => {
    for (let round = 0; round < pledgeRounds; round += 1) {
      const deal = nextDeal()
      const won = await race(deal, Array<string>(racers).fill('50'), locked)
      expect(won.filter(Boolean)).toHaveLength(6)
      expect(await pledged(deal)).toEqual({ pledged: '0', transfers: 6, instructions: 6 })
    }
    await expectBalancedJournal(service)
  })

  it('take nothing when a single unit is missing', async () => {
    const deal = nextDeal()
    const whole = '300.000000000000000001'
    expect(await race(deal, [whole, whole, whole], false)).toEqual([false, false, false])
    expect(await race(deal, ['300', '0.000000000000000001'], false)).toContain(true)
    expect(await pledged(deal)).toMatchObject({ transfers: 1 })
  })

  it('never take more than there is, whatever their size', async () => {
    const deal = nextDeal()
    const quantities = Array.from({ length: racers }, (_, i) => String(1 + ((i * 37) % 61)))
    await race(deal, quantities, false)
    const { rows } = await service.database.query(
      `SELECT trim_scale(300 - sum(quantity)) AS left_over FROM transfers
       WHERE order_id = $1 AND category = 'm2m'`,
      [deal.orderId],
    )
    expect((await pledged(deal))?.['pledged']).toBe(rows[0]?.['left_over'])
    expect(Number(rows[0]?.['left_over'])).toBeGreaterThanOrEqual(0)
    await expectBalancedJournal(service)
  })
})

describe('20 callers, ten that request a release and ten that close,', () => {
  const world = new World({ over: closeRounds })
  beforeAll(() => world.start())
  afterAll(() => world.close())

  it('succeed once, and the collateral is instructed once', async () => {
    for (let round = 0; round < closeRounds; round += 1) {
      const deal = world.overDeal()
      const { calculation } = await world.margin.preview(deal)
      const body = { position_id: deal.positionId, calculation_id: calculation.calculation_id }
      const create = callOf(createMarkToMarketRequest, { key: world.lenderKey, body })
      const close = callOf(closeOrder, {
        key: world.borrowerKey,
        params: { order_id: deal.orderId },
      })
      const turns = Array.from({ length: racers }, (_, i) => ((i + round) % 2 ? create : close))
      const replies = await Promise.all(turns.map((options) => call(world.service, options)))
      const statuses = replies.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array<number>(racers - 1).fill(409)])
    }
    await expectBalancedJournal(world.service)
  })
})
