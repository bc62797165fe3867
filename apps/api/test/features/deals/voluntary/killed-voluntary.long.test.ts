import { randomUUID } from 'node:crypto'
import { closeOrder, headerNames, sendCollateral, type Transfer } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal, Key } from '../../../harness/book.ts'
import { call, callOf } from '../../../harness/call.ts'
import { tracesOf } from '../../../harness/deal-traces.ts'
import {
  type Attempted,
  killedAtItsEnd,
  killedEverywhere,
} from '../../../harness/killed-everywhere.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)

/** What is attempted, of a deal that is prepared for it. */
interface Job {
  readonly prepare?: (deal: Deal) => Promise<unknown>
  readonly attempt: (deal: Deal, key: string) => Promise<unknown>
  readonly isDone: (deal: Deal) => Promise<boolean>
}

async function send(deal: Deal, of: Key, quantity: string, key: string): Promise<void> {
  const asked = callOf(sendCollateral, {
    params: { position_id: deal.positionId },
    key: of,
    body: { quantity },
  })
  const headers = { [headerNames.idempotencyKey]: key }
  const { status, text } = await call(world.service, { ...asked, headers })
  expect(status, text).toBe(200)
}

async function voluntaryOf({ orderId }: Deal) {
  return (await orders.transfers(orderId)).find(({ category }) => category === 'voluntary')
}

const isSent = async (deal: Deal) => (await voluntaryOf(deal)) !== undefined
const hasState = (status: Transfer['status']) => async (deal: Deal) =>
  (await voluntaryOf(deal))?.status === status

async function ends(deal: Deal, state: 'completed' | 'failed'): Promise<void> {
  await world.report((await voluntaryOf(deal))?.id ?? '', state)
}

const delivered = (deal: Deal) => send(deal, borrowerKey, '2', randomUUID())
const released = (deal: Deal) => send(deal, lenderKey, '2', randomUUID())

/** Asset and interest are back, and the collateral that was known then. */
async function returned(deal: Deal): Promise<void> {
  await world.do(closeOrder, { id: deal.orderId }, borrowerKey)
  await orders.end(deal.orderId, 'asset', 'completed')
  const owed = await orders.closingTransfers(deal.orderId)
  if (owed.some(([category]) => category === 'interest')) {
    await orders.end(deal.orderId, 'interest', 'completed')
  }
}

const jobs: Readonly<Record<string, Job>> = {
  'a delivery of the borrower': {
    attempt: (deal, key) => send(deal, borrowerKey, '2', key),
    isDone: isSent,
  },
  'a release of the lender': {
    attempt: (deal, key) => send(deal, lenderKey, '2', key),
    isDone: isSent,
  },
  'the arrival of a delivery': {
    prepare: delivered,
    attempt: (deal) => ends(deal, 'completed'),
    isDone: hasState('COMPLETED'),
  },
  'the arrival of a release': {
    prepare: released,
    attempt: (deal) => ends(deal, 'completed'),
    isDone: hasState('COMPLETED'),
  },
  'the failure of a release': {
    prepare: released,
    attempt: (deal) => ends(deal, 'failed'),
    isDone: hasState('FAILED'),
  },
  'the arrival of a delivery in a close that has sent back the rest': {
    prepare: async (deal) => {
      await delivered(deal)
      await returned(deal)
    },
    attempt: (deal) => ends(deal, 'completed'),
    isDone: hasState('COMPLETED'),
  },
}

/** For each job: a deal that nothing disturbs, one that is disturbed everywhere, one at the end. */
const deals = Object.entries(jobs).map(
  ([title, job]) => [title, job, [closeOuts.deal(), closeOuts.deal(), closeOuts.deal()]] as const,
)

beforeAll(async () => {
  await world.start()
  await world.setPrice('BTC', '80000')
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** How often collateral of a position was sent, by each side. */
async function counted({ positionId }: Deal): Promise<unknown[]> {
  const { rows } = await world.service.database.query(
    `SELECT count, organization_id = $2 AS lender FROM voluntary_counts WHERE position_id = $1`,
    [positionId, world.lender.id],
  )
  return rows
}

describe.for(deals)('%s', ([, job, ofJob]) => {
  it('is done once, although its process is killed at each of its statements', async () => {
    for (const deal of ofJob) await job.prepare?.(deal)
    const [undisturbed, killed, last] = ofJob
    const attempted = (deal: Deal): Attempted => ({
      attempt: (key) => job.attempt(deal, key),
      isDone: () => job.isDone(deal),
    })
    const { database } = world.service
    await job.attempt(undisturbed, randomUUID())
    expect(await killedEverywhere(database, attempted(killed))).toBeGreaterThan(10)
    await killedAtItsEnd(attempted(last))

    const [expected, ...others] = await Promise.all(
      ofJob.map(({ orderId }) => tracesOf(database, orderId)),
    )
    expect(others).toEqual([expected, expected])
    const [once, ...again] = await Promise.all(ofJob.map(counted))
    expect(once).toHaveLength(1)
    expect(again).toEqual([once, once])
  }, 300_000)
})
