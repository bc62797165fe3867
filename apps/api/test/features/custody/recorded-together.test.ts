import pg, { type Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderReport } from '../../../src/features/custody/custody-adapter.ts'
import type { CustodyWorkerParts } from '../../../src/features/custody/custody-worker.ts'
import { SettlementService } from '../../../src/features/custody/settlement.service.ts'
import { openServicePool, withOwnerClient } from '../../../src/platform/db/pool.ts'
import { inUndoneTransaction } from '../../../src/platform/db/transaction.ts'
import { AnsweringCustodian, report } from '../../harness/answering-custodian.ts'
import { bookOfDeals } from '../../harness/book-of-deals.ts'
import { custodyWorkerBeside } from '../../harness/custody-worker.ts'
import { decideTransfer, type PartiedDeal } from '../../harness/decided-transfer.ts'
import { plannedDuring } from '../../harness/planned-statements.ts'
import { buffersRead, type PlanNode } from '../../harness/query-plans.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const { book, deals } = bookOfDeals(4)
let service: RunningService
let pool: Pool
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 4 })
})
afterAll(async () => {
  await pool.end()
  await service.close()
})

let custodian: AnsweringCustodian
beforeEach(async () => {
  // Instructions that other tests have left are removed.
  await service.database.query('UPDATE instructions SET due_at = NULL, claim = NULL')
  custodian = new AnsweringCustodian()
})

const logged: object[] = []
const keep = (record: object) => void logged.push(record)
const logger = { warn: keep, error: keep }
const worker = (changes: Partial<CustodyWorkerParts> = {}) =>
  custodyWorkerBeside(service, { pool, custodian, logger, ...changes })

/** The custodian answers when it has been asked so many times, and then all at once. */
function answersTogether(
  count: number,
  { answer = report(), before = () => Promise.resolve() }: Answers = {},
): void {
  let asked = 0
  let answerAll: () => void
  const allAsked = new Promise<void>((resolve) => {
    answerAll = resolve
  })
  custodian.submissions = [
    async () => {
      asked += 1
      if (asked === count) void before().then(answerAll)
      await allAsked
      return answer
    },
  ]
}

interface Answers {
  readonly answer?: ProviderReport
  /** What happens when the custodian has been asked, and has not answered yet. */
  readonly before?: () => Promise<unknown>
}

/** In their order, in which they are due. */
const decide = async (of: readonly PartiedDeal[]) => {
  const ids: string[] = []
  for (const deal of of) ids.push(await decideTransfer(service.services, deal))
  return ids
}

interface Written {
  readonly status: string
  readonly label: string
  /** The transaction that has written the transfer last. */
  readonly by: string
}

async function written(ids: readonly string[]): Promise<Written[]> {
  const { rows } = await service.database.query<Written>(
    `SELECT status, provider_label AS label, t.xmin::text AS by FROM transfers t
     JOIN unnest($1::uuid[]) WITH ORDINALITY AS asked (id, place) USING (id) ORDER BY place`,
    [ids],
  )
  return rows
}

const transactions = (transfers: readonly Written[]) => new Set(transfers.map(({ by }) => by)).size

describe('an answer', () => {
  it('is recorded by statements that are planned once', async () => {
    const [deal] = deals
    if (deal === undefined) throw new Error('there is no deal')
    const completed = async () => {
      await decide([deal])
      answersTogether(1, { answer: report({ state: 'completed' }) })
      expect(await plannedDuring(() => worker().runDue())).toEqual([])
    }
    await completed()
    await completed()
  })

  it('is claimed without reading the instructions that are not due', async () => {
    const explained = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
      SELECT FROM claim_instructions(now(), gen_random_uuid(), 4)`
    const read = (client: pg.Client) =>
      inUndoneTransaction(client, async () => {
        // Their transfers would be missed by the commit.
        await client.query(
          `INSERT INTO instructions (transfer_id, order_id, lender_id, borrower_id, custodian_id,
             external_transfer_id, created_at, due_at)
           SELECT gen_random_uuid(), o.id, o.lender_id, o.borrower_id,
             (SELECT id FROM custodians LIMIT 1), 'many', now(), CASE WHEN n <= 16 THEN now() END
           FROM (SELECT * FROM orders LIMIT 1) o, generate_series(1, 20000) n`,
        )
        // The first call reads catalogs as well.
        await client.query(explained)
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained)
        return buffersRead(rows.map((row) => row['QUERY PLAN'][0].Plan))
      })
    expect(await withOwnerClient(service.database.url, read)).toBeLessThan(200)
  })
})

describe('answers that arrive together', () => {
  it('about four deals are recorded in two transactions, the first and the others', async () => {
    const ids = await decide(deals)
    answersTogether(4)
    expect(await worker().runDue()).toBe(4)
    const transfers = await written(ids)
    expect(transfers.map(({ status }) => status)).toEqual(Array(4).fill('IN_PROGRESS'))
    expect(transactions(transfers)).toBe(2)
  })

  it('about one deal are recorded one after the other', async () => {
    const ids = await decide(deals.slice(0, 1).flatMap((deal) => [deal, deal, deal]))
    answersTogether(3, { answer: report({ state: 'completed' }) })
    await worker().runDue()
    const transfers = await written(ids)
    expect(transfers.map(({ status }) => status)).toEqual(Array(3).fill('COMPLETED'))
    expect(transactions(transfers)).toBe(3)
  })

  it('are all recorded but the one that the book cannot take', async () => {
    const bad = deals[2]?.orderId
    const { orders, orderRequests, markToMarket, closeOuts } = service.services
    const settlement = new SettlementService({
      orders,
      orderRequests,
      closeOuts,
      markToMarket: {
        transferChanged: (tx, change) =>
          change.transfer.orderId === bad
            ? Promise.reject(new RangeError('position is nowhere'))
            : markToMarket.transferChanged(tx, change),
      },
    })
    const ids = await decide(deals)
    answersTogether(4, { answer: report({ state: 'completed' }) })
    await worker({ settlement, attemptsMax: 1 }).runDue()
    const transfers = await written(ids)
    expect(transfers.map(({ status, label }) => `${status}: ${label}`)).toEqual([
      'COMPLETED: Received',
      'COMPLETED: Received',
      "PENDING: The custodian's answer cannot be booked: a person must look",
      'COMPLETED: Received',
    ])
  })

  it('are all recorded but the one that another worker has claimed', async () => {
    const ids = await decide(deals)
    const claimAgain = 'UPDATE instructions SET claim = gen_random_uuid() WHERE transfer_id = $1'
    answersTogether(4, { before: () => service.database.query(claimAgain, [ids[1]]) })
    await worker().runDue()
    const statuses = (await written(ids)).map(({ status }) => status)
    expect(statuses).toEqual(['IN_PROGRESS', 'PENDING', 'IN_PROGRESS', 'IN_PROGRESS'])
    const claimed = 'SELECT transfer_id AS id FROM instructions WHERE claim IS NOT NULL'
    expect((await service.database.query(claimed)).rows).toEqual([{ id: ids[1] }])
  })

  it('lock the levels of their positions in the order in which the revaluation locks them', async () => {
    const fromTheLast = deals.toSorted((one, other) => (one.positionId < other.positionId ? 1 : -1))
    const ids = await decide(fromTheLast)
    // The first answer is recorded alone. Those of the group come in the other order.
    const [first, ...others] = fromTheLast
      .slice(1)
      .map(({ positionId }) => positionId)
      .toReversed()
    const stranger = new pg.Client({ connectionString: service.database.url })
    await stranger.connect()
    await stranger.query('BEGIN')
    const lock = 'SELECT FROM position_levels WHERE position_id = ANY ($1) FOR UPDATE'
    answersTogether(4, {
      answer: report({ state: 'completed' }),
      before: () => stranger.query(lock, [[first]]),
    })
    const running = worker().runDue()
    const waiting = `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect
      .poll(async () => (await service.database.query(waiting)).rows[0]?.['count'], { interval: 5 })
      .toBe(1)
    const free = await service.database.query(`${lock} NOWAIT`, [others])
    expect(free.rowCount).toBe(2)
    await stranger.query('ROLLBACK')
    await stranger.end()
    await running
    expect(transactions(await written(ids.slice(1)))).toBe(1)
  })

  it.each([
    ['the first answer', 0],
    ['another one', 1],
  ])(
    'do not wait for a deal that somebody else has locked: that of %s',
    async (_which, place) => {
      const ids = await decide(deals)
      const stranger = new pg.Client({ connectionString: service.database.url })
      await stranger.connect()
      await stranger.query('BEGIN')
      const lock = 'SELECT FROM orders WHERE id = $1 FOR UPDATE'
      answersTogether(4, { before: () => stranger.query(lock, [deals[place]?.orderId]) })
      logged.length = 0
      const running = worker().runDue()
      const others = ids.filter((_id, at) => at !== place)
      await expect
        .poll(async () => (await written(others)).map(({ status }) => status), { timeout: 15_000 })
        .toEqual(Array(3).fill('IN_PROGRESS'))
      // The statement that waits for the deal has not reached its time limit yet.
      expect(logged.filter((line) => 'transfer' in line)).toEqual([])
      await stranger.query('ROLLBACK')
      await stranger.end()
      await running
      const statuses = (await written(ids)).map(({ status }) => status)
      expect(statuses).toEqual(Array(4).fill('IN_PROGRESS'))
    },
    20_000,
  )
})

describe('a worker that is stopped', () => {
  it('begins nothing more, and ends what is under way', async () => {
    const ids = await decide(deals)
    const stopping = worker()
    let stopped: Promise<void> | undefined
    answersTogether(2, {
      before: () => {
        stopped = stopping.stop()
        return Promise.resolve()
      },
    })
    expect(await stopping.begin(2)).toBe(true)
    expect(await stopping.begin(2)).toBe(false)
    await stopped
    const statuses = (await written(ids)).map(({ status }) => status).toSorted()
    expect(statuses).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'PENDING', 'PENDING'])
  })
})
