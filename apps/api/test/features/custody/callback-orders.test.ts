import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CustodyWorker } from '../../../src/features/custody/custody-worker.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { randomIds } from '../../../src/platform/ids.ts'
import { CallbackService } from '../../../src/features/custody/callback.service.ts'
import { TransferDesk } from '../../../src/features/deals/transfers/transfer-desk.service.ts'
import { lockDeal } from '../../../src/features/deals/parties/deal.ts'
import { bookOfDeals } from '../../harness/book-of-deals.ts'
import { externalIdOf, instruct } from '../../harness/decided-transfer.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { ProgressingCustodian, stages } from '../../harness/progressing-custodian.ts'
import { expectBalancedJournal } from '../../harness/settled-book.ts'
import { type RunningService, startService } from '../../harness/service.ts'

/** A callback: of the first or the second of two transfers, at one of its stages. */
interface Callback {
  readonly transfer: number
  readonly stage: number
}

function* ordersOf<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [i, item] of items.entries()) {
    const others = items.filter((_, other) => other !== i)
    for (const rest of ordersOf(others)) yield [item, ...rest]
  }
}

const callbacks: readonly Callback[] = [0, 1].flatMap((transfer) =>
  stages.map((_, stage) => ({ transfer, stage })),
)
const orders = [...ordersOf(callbacks)]
const groupSize = 90
/**
 * Orders of delivery that run side by side, step by step; after some of the steps, due instructions
 * are polled.
 */
const allGroups = Array.from({ length: orders.length / groupSize }, (_, group) => ({
  group,
  orders: orders.slice(group * groupSize, (group + 1) * groupSize),
  askedAfter: [1, 3, 4].filter((_step, bit) => ((group >> bit) & 1) === 1),
}))

/** Every order of the stages of one transfer once, each with one of the orders of the other. */
function sampleOf(group: number): (readonly Callback[])[] {
  const ofStages = new Map<string, (readonly Callback[])[]>()
  for (const order of orders) {
    const stagesOf = (of: number) => order.filter(({ transfer }) => transfer === of)
    const key = [0, 1].flatMap((of) => stagesOf(of).map(({ stage }) => stage)).join()
    ofStages.set(key, [...(ofStages.get(key) ?? []), order])
  }
  return [...ofStages.values()].flatMap((turns, i) => {
    // 6 orders of one with 6 of the other: every seventh has all of both.
    const place = (i + group) % turns.length
    return i % 7 === 0 ? turns.slice(place, place + 1) : []
  })
}

// A part of the orders; `pnpm test:long` delivers all 720.
const groups = isLongRun
  ? allGroups
  : allGroups
      .filter(({ group }) => group === 5)
      .map(({ group, askedAfter }) => ({ group, askedAfter, orders: sampleOf(group) }))

const { book, nextDeal } = bookOfDeals(2 * groups.length)
const custodian = new ProgressingCustodian()
const custody = { of: () => Promise.resolve(custodian) }
let service: RunningService
let pool: Pool
let worker: CustodyWorker
let receiver: CallbackService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 8 })
  const { clock, services } = service
  const { writes, settlement } = services
  const logger = { warn: fail, error: fail }
  const parts = { pool, writes, settlement, custody, clock, ids: randomIds, logger }
  worker = new CustodyWorker({ ...parts, attemptsMax: 1 })
  receiver = new CallbackService(pool, custody, clock, () => undefined)
})
afterAll(async () => {
  await pool.end()
  await service.close()
})

function fail(...logged: unknown[]): never {
  throw new Error('something went wrong', { cause: logged })
}

const runDue = () => Promise.all([worker.runDue(), worker.runDue(), worker.runDue()])

/**
 * Two transfers for each of this many orders. A worker has sent them and died before it received an
 * answer.
 */
async function sentPairs(count: number): Promise<string[][]> {
  const deal = nextDeal()
  const desk = new TransferDesk(() => undefined, 86_400)
  const newPair = [
    { from: 'borrower', quantity: '1.5' },
    { from: 'lender', quantity: '0.5' },
  ] as const
  return service.services.writes.byService(deal.lender.id, async (tx) => {
    await lockDeal(tx, deal.orderId)
    const pairs: string[][] = []
    for (let i = 0; i < count; i += 1) {
      const pair: string[] = []
      for (const changes of newPair) {
        const id = await instruct(tx, desk, deal, changes)
        custodian.know(externalIdOf(id), changes.quantity)
        pair.push(id)
      }
      pairs.push(pair)
    }
    await tx.query(
      `UPDATE instructions SET maybe_sent = true, due_at = due_at + interval '1 second'
       WHERE order_id = $1`,
      [deal.orderId],
    )
    return pairs
  })
}

async function take(transferId: string | undefined, stage: number): Promise<void> {
  if (transferId === undefined) throw new Error('there are two transfers')
  const call = { custodianId: 'simulated', ...custodian.callback(externalIdOf(transferId), stage) }
  expect(await receiver.take(call)).toBeUndefined()
}

/** Everything about the transfers except their ids, and for how many transfers it holds. */
async function endStates(transferIds: readonly string[]): Promise<unknown[]> {
  const { rows } = await service.database.query(
    `SELECT status, word, label, actions, kinds, instruction, calls, count(*)::int AS transfers
     FROM (
       SELECT t.status, t.provider_request_state AS word, t.provider_label AS label,
         (SELECT string_agg(action, ' ' ORDER BY sequence) FROM state_changes
          WHERE resource_id = t.id) AS actions,
         (SELECT string_agg(kind, ' ' ORDER BY sequence) FROM journal_transactions
          WHERE transfer_id = t.id) AS kinds,
         concat_ws(' ', i.due_at, i.claim, i.stalled, i.called_back) AS instruction,
         (SELECT count(*)::int FROM custodian_callbacks
          WHERE position(convert_to(t.external_transfer_id, 'UTF8') IN body) > 0) AS calls
       FROM transfers t JOIN instructions i ON i.transfer_id = t.id WHERE t.id = ANY($1)
     ) AS ends GROUP BY status, word, label, actions, kinds, instruction, calls`,
    [transferIds],
  )
  return rows
}

describe.each(isLongRun ? [1, 2] : [2])('each callback, delivered %i times,', (times) => {
  it.each(groups)(
    'leads to the same end in every order of group $group, with polls after $askedAfter',
    async ({ orders, askedAfter }) => {
      const pairs = await sentPairs(orders.length)
      const runs = orders.map((order, i) => ({ order, pair: pairs[i] ?? [] }))
      for (const step of callbacks.keys()) {
        await Promise.all(
          runs.map(async ({ order, pair }) => {
            const { transfer, stage } = order[step] ?? fail()
            for (let i = 0; i < times; i += 1) await take(pair[transfer], stage)
          }),
        )
        if (askedAfter.includes(step)) await runDue()
      }
      await runDue()
      expect(await endStates(pairs.flat())).toEqual([
        {
          status: 'COMPLETED',
          word: 'stage 2',
          label: 'At stage 2',
          actions: 'create submit complete',
          kinds: 'instruct settle',
          instruction: 'f f',
          calls: stages.length,
          transfers: 2 * orders.length,
        },
      ])
    },
    60_000,
  )
})

it('sends no transfer again, and the journal balances', async () => {
  expect(custodian.sent).toEqual([])
  await expectBalancedJournal(service)
})
