import { randomUUID } from 'node:crypto'
import { headerNames, listCloseOuts, rejectMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endDeadline } from '../../../../src/features/deals/deadlines/deadline-worker.ts'
import { LateTransfers } from '../../../../src/features/deals/transfers/late-transfers.service.ts'
import type { Deal, Terms } from '../../../harness/book.ts'
import { call, type CallOptions, succeed } from '../../../harness/call.ts'
import { tracesOf } from '../../../harness/deal-traces.ts'
import {
  type Attempted,
  killedAtItsEnd,
  killedEverywhere,
} from '../../../harness/killed-everywhere.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, margin, orders, requests, borrowerKey } = world
world.book.price('USDC', '1', now)
const hourMs = 3_600_000

/** A declared default, and the transfer of its deal that a job is about. */
interface Declared extends Deal {
  readonly id: string
  readonly transferId: string
}

/** A request, or news for the service, that is repeated until it is done. */
interface Job {
  /** The terms of its deals, where they are special. */
  readonly terms?: Partial<Terms>
  /** What comes before it. `transferId` is first the top-up, which awaits its signature. */
  readonly prepare: (declared: Declared) => Promise<Declared>
  /** How long it waits after that. */
  readonly waitMs?: number
  readonly attempt: (declared: Declared, key: string) => Promise<unknown>
  readonly isDone: (declared: Declared) => Promise<boolean>
}

async function send(asked: CallOptions, key: string): Promise<void> {
  const headers = { [headerNames.idempotencyKey]: key }
  const { status, text } = await call(world.service, { ...asked, headers })
  expect(status, text).toBe(200)
}

const terminate = ({ id }: Declared, key: string) => send(closeOuts.callOf('terminate', id), key)
const withdraw = ({ id }: Declared, key: string) => send(closeOuts.callOf('withdraw', id), key)
const declare = (of: Declared, key: string) => send(closeOuts.declaration(of), key)

async function terminated(of: Declared): Promise<Declared> {
  await closeOuts.do('terminate', of.id)
  return of
}

async function waitsForTopUp(of: Declared): Promise<Declared> {
  await world.report(of.transferId, 'confirming')
  return terminated(of)
}

/** As a turn of the worker of deadlines does with one of them. */
async function expireOne(kind: 'close_out' | 'transfer', id: string): Promise<void> {
  const { writes, closeOuts: service } = world.service.services
  const handlers = { close_out: service, transfer: new LateTransfers(service) }
  await writes.byService(world.lender.id, (tx) => endDeadline(tx, handlers, kind, id))
}

const arrives = ({ transferId }: Declared) => world.report(transferId, 'completed')

const isTerminated = async ({ id }: Declared) => (await closeOuts.get(id)).terminate_time !== null
const isWithdrawn = async ({ id }: Declared) => (await closeOuts.get(id)).status === 'WITHDRAWN'
async function isDeclaredAgain({ positionId }: Declared): Promise<boolean> {
  const query = { position_id: positionId, cause: 'LIQUIDATION_LEVEL', status: 'NOTICE' } as const
  const { close_outs } = await succeed(world.service, listCloseOuts, { key: borrowerKey, query })
  return close_outs.length > 0
}
const isBooked = async ({ id }: Declared) =>
  (await closeOuts.get(id)).statement?.provisional === false
const hasArrived = async ({ orderId, transferId }: Declared) =>
  (await orders.transfers(orderId)).some(
    ({ id, status }) => id === transferId && status === 'COMPLETED',
  )
/** The newest attempt to send back what a transfer has brought, or failed to send back. */
async function sentBack({ orderId, transferId }: Declared) {
  const transfers = await orders.transfers(orderId)
  const brought = transfers.find(({ id }) => id === transferId)?.quantity
  return transfers.findLast(
    ({ category, quantity }) => category === 'liquidation' && quantity === brought,
  )
}
const nothing = (of: Declared) => Promise.resolve(of)

const jobs: Readonly<Record<string, Job>> = {
  'a withdrawal': { prepare: nothing, attempt: withdraw, isDone: isWithdrawn },
  'a declaration': {
    prepare: async (of) => {
      await closeOuts.do('withdraw', of.id)
      return of
    },
    waitMs: hourMs,
    attempt: declare,
    isDone: isDeclaredAgain,
  },
  'a termination in full': { prepare: nothing, attempt: terminate, isDone: isTerminated },
  'a termination in part': {
    terms: { close_out_scope: 'to_requirement' },
    prepare: nothing,
    attempt: terminate,
    isDone: isTerminated,
  },
  'a booking by the transfer that counts': {
    prepare: waitsForTopUp,
    attempt: arrives,
    isDone: isBooked,
  },
  'a booking by the worker': {
    prepare: waitsForTopUp,
    waitMs: hourMs + 1,
    attempt: ({ id }) => expireOne('close_out', id),
    isDone: isBooked,
  },
  'the arrival of a straggler': { prepare: terminated, attempt: arrives, isDone: hasArrived },
  'the return of a straggler, again': {
    prepare: async (of) => {
      await terminated(of)
      await arrives(of)
      const back = await sentBack(of)
      await world.report(back?.id ?? '', 'failed')
      return { ...of, transferId: back?.id ?? '' }
    },
    waitMs: hourMs,
    attempt: ({ transferId }) => expireOne('transfer', transferId),
    isDone: async (of) => (await sentBack(of))?.replaces === of.transferId,
  },
  'the arrival of what goes back': {
    prepare: async (of) => {
      await terminated(of)
      const transfers = await orders.transfers(of.orderId)
      const excess = transfers.find(({ category }) => category === 'liquidation')
      return { ...of, transferId: excess?.id ?? '' }
    },
    attempt: arrives,
    isDone: hasArrived,
  },
}

/** For each job: a deal that nothing disturbs, one that is disturbed everywhere, one at the end. */
const deals = Object.entries(jobs).map(([title, job]) => {
  const newDeal = () =>
    closeOuts.deal({
      ...{ liquidation_confirm_seconds: 0, grace_seconds: 3600, cure_time_seconds: 3600 },
      ...{ settlement_time_seconds: 3600, default_causes: ['LIQUIDATION_LEVEL', 'UNMET_CALL'] },
      ...job.terms,
    })
  return [title, job, [newDeal(), newDeal(), newDeal()]] as const
})

beforeAll(() => world.start())
beforeEach(() => closeOuts.fall('45000'))
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** Deals with all that a termination ends: two notices, a request and a transfer under way. */
async function declaredOf(each: readonly Deal[]): Promise<Declared[]> {
  for (const deal of each) {
    await world.do(rejectMarkToMarketRequest, await margin.create(deal), borrowerKey)
  }
  world.pass(hourMs)
  const declared = []
  for (const deal of each) {
    await closeOuts.declare(deal, { cause: 'UNMET_CALL' })
    const { id } = await closeOuts.declare(deal)
    await requests.ask(deal.positionId, { kind: 'rerate', rate_percent: '7' })
    const { transfer_ids } = await margin.create(deal, borrowerKey)
    const transferId = String(transfer_ids[0])
    await world.report(transferId, 'pending_provider_signature')
    declared.push({ ...deal, id, transferId })
  }
  return declared
}

const attempted = (job: Job, of: Declared): Attempted => ({
  attempt: (key) => job.attempt(of, key),
  isDone: () => job.isDone(of),
})

describe.for(deals)('%s', ([, job, ofJob]) => {
  it('is done once, although its process is killed at each of its statements', async () => {
    const prepared = []
    for (const of of await declaredOf(ofJob)) prepared.push(await job.prepare(of))
    world.pass(job.waitMs ?? 0)
    await closeOuts.fall('45000')
    const [undisturbed, killed, last] = prepared
    if (undisturbed === undefined || killed === undefined || last === undefined) {
      throw new Error('each job has three deals')
    }
    await job.attempt(undisturbed, randomUUID())
    const { database } = world.service
    expect(await killedEverywhere(database, attempted(job, killed))).toBeGreaterThan(15)
    await killedAtItsEnd(attempted(job, last))

    const [expected, ...others] = await Promise.all(
      ofJob.map(({ orderId }) => tracesOf(world.service.database, orderId)),
    )
    expect(others).toEqual([expected, expected])
  }, 300_000)
})
