import { randomUUID } from 'node:crypto'
import { headerNames } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { call } from '../../../harness/call.ts'
import { tracesOf } from '../../../harness/deal-traces.ts'
import {
  type Attempted,
  killedAtItsEnd,
  killedEverywhere,
} from '../../../harness/killed-everywhere.ts'
import { stressTerms } from '../../../harness/world/close-outs.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, requests, borrowerKey } = world
const exchange = new Substitutions(world)

/** A deal of which the collateral is exchanged, its close-out, and the transfer of a job. */
interface Exchanged extends Deal {
  readonly id: string
  readonly transferId: string
}

/** News or a request that is repeated until it is done. */
interface Job {
  /** Brings exchanges to where something goes back. */
  readonly exchange: (deals: readonly Deal[]) => Promise<void>
  /** The price of ETH at which the default is declared. */
  readonly ethUsd: string
  /** What comes before it, after the declaration. */
  readonly prepare: (of: Exchanged) => Promise<unknown>
  readonly attempt: (of: Exchanged, key: string) => Promise<unknown>
  readonly isDone: (of: Exchanged) => Promise<boolean>
}

async function prices(btc: string, eth: string, observedAt = now): Promise<void> {
  const { revaluation } = world.service.services
  await world.setPrice('BTC', btc)
  await world.setPrice('ETH', eth, observedAt)
  revaluation.pricesChanged(['BTC', 'ETH'])
  await revaluation.runPending()
}

async function underWay({ orderId }: Deal): Promise<string> {
  const all = await orders.transfers(orderId)
  const found = all.findLast(({ status }) => status === 'PENDING' || status === 'IN_PROGRESS')
  return found?.id ?? ''
}

/** The old collateral goes back. */
async function switchAll(deals: readonly Deal[]): Promise<void> {
  for (const deal of deals) {
    await exchange.agreed(deal)
    await exchange.end(deal)
  }
}

/** The old collateral stays, and the new goes back. */
async function keepAll(deals: readonly Deal[]): Promise<void> {
  const ids = []
  for (const deal of deals) ids.push(await exchange.agreed(deal))
  await prices('60000', '3000', '2024-01-01T00:00:00.000Z')
  for (const deal of deals) await exchange.end(deal)
  await prices('60000', '3000')
  for (const id of ids) await requests.do('cancel', id, borrowerKey)
}

const nothing = () => Promise.resolve()
const terminated = ({ id }: Exchanged) => closeOuts.do('terminate', id)
const fails = ({ transferId }: Exchanged) => world.report(transferId, 'failed')

async function terminate({ id }: Exchanged, key: string): Promise<void> {
  const headers = { [headerNames.idempotencyKey]: key }
  const { status, text } = await call(world.service, {
    ...closeOuts.callOf('terminate', id),
    headers,
  })
  expect(status, text).toBe(200)
}

const isTerminated = async ({ id }: Exchanged) => (await closeOuts.get(id)).terminate_time !== null
const isBooked = async ({ id }: Exchanged) =>
  (await closeOuts.get(id)).statement?.provisional === false
const hasFailed = async ({ orderId, transferId }: Exchanged) =>
  (await orders.transfers(orderId)).some(
    ({ id, status }) => id === transferId && status === 'FAILED',
  )

const jobs: Readonly<Record<string, Job>> = {
  'a termination after a switch': {
    exchange: switchAll,
    ethUsd: '1500',
    prepare: nothing,
    attempt: terminate,
    isDone: isTerminated,
  },
  'a termination whose exchange has failed to send the new collateral back': {
    exchange: keepAll,
    ethUsd: '3000',
    prepare: fails,
    attempt: terminate,
    isDone: isTerminated,
  },
  'the failure of what an exchange gives back, after the booking': {
    exchange: keepAll,
    ethUsd: '3000',
    prepare: terminated,
    attempt: fails,
    isDone: hasFailed,
  },
  'a booking by the old collateral that counts': {
    exchange: switchAll,
    ethUsd: '1500',
    prepare: async (of) => {
      await world.report(of.transferId, 'confirming')
      return terminated(of)
    },
    attempt: fails,
    isDone: isBooked,
  },
}

/** For each job: a deal that nothing disturbs, one that is disturbed everywhere, one at the end. */
const deals = Object.entries(jobs).map(([title, job]) => {
  const newDeal = () => exchange.deal({ ...stressTerms, liquidation_confirm_seconds: 0 })
  return [title, job, [newDeal(), newDeal(), newDeal()]] as const
})

beforeAll(() => exchange.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const attempted = (job: Job, of: Exchanged): Attempted => ({
  attempt: (key) => job.attempt(of, key),
  isDone: () => job.isDone(of),
})

describe.for(deals)('%s', ([, job, ofJob]) => {
  it('is done once, although its process is killed at each of its statements', async () => {
    await prices('60000', '3000')
    await job.exchange(ofJob)
    await prices('45000', job.ethUsd)
    const prepared = []
    for (const deal of ofJob) {
      const of = { ...deal, transferId: await underWay(deal) }
      prepared.push({ ...of, id: (await closeOuts.declare(deal)).id })
    }
    for (const of of prepared) await job.prepare(of)
    const [undisturbed, killed, last] = prepared
    if (undisturbed === undefined || killed === undefined || last === undefined) {
      throw new Error('each job has three deals')
    }
    await job.attempt(undisturbed, randomUUID())
    const { database } = world.service
    expect(await killedEverywhere(database, attempted(job, killed))).toBeGreaterThan(10)
    await killedAtItsEnd(attempted(job, last))
    const [expected, ...others] = await Promise.all(
      ofJob.map(({ orderId }) => tracesOf(database, orderId)),
    )
    expect(others).toEqual([expected, expected])
  }, 300_000)
})
