import { headerNames, type OrderRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { call, type CallOptions } from '../../../harness/call.ts'
import { tracesOf } from '../../../harness/deal-traces.ts'
import { killedAtItsEnd, killedEverywhere } from '../../../harness/killed-everywhere.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { requests, borrowerKey, lenderKey } = world
const exchange = new Substitutions(world)
const hourMs = 3_600_000

/** A deal with its request. */
interface Exchanging extends Deal {
  readonly id: string
}

/** A request, or news for the service, that is repeated until it is done. */
interface Job {
  readonly prepare: readonly ((of: Exchanging) => Promise<unknown>)[]
  readonly waitMs?: number
  readonly attempt: (of: Exchanging, key: string) => Promise<unknown>
  readonly isDone: (request: OrderRequest) => boolean
}

async function send(asked: CallOptions, key: string): Promise<void> {
  const headers = { [headerNames.idempotencyKey]: key }
  const { status, text } = await call(world.service, { ...asked, headers })
  expect(status, text).toBe(200)
}

const accept = ({ id }: Exchanging) => exchange.accept(id)
const cancel = ({ id }: Exchanging) => requests.do('cancel', id, lenderKey)

/** A transfer of an exchange arrives, as often as it is reported: the first one is the new one. */
const arrives = (number: number) => async (of: Exchanging) => {
  const transfer = (await exchange.transfers(of))[number - 1]
  await world.report(transfer?.id ?? '', 'completed')
}

async function fails(of: Exchanging): Promise<void> {
  await exchange.end(of, 'failed')
}

const jobs: Readonly<Record<string, Job>> = {
  'an acceptance': {
    prepare: [],
    attempt: ({ id }, key) => send(exchange.acceptCall(id), key),
    isDone: ({ status }) => status === 'ACCEPTED',
  },
  'a switch': {
    prepare: [accept],
    attempt: arrives(1),
    isDone: ({ decision }) => decision === 'switch',
  },
  'a decision to keep, by a side': {
    prepare: [accept],
    attempt: ({ id }, key) => send(requests.callOf('cancel', id, borrowerKey), key),
    isDone: ({ decision }) => decision === 'keep',
  },
  'a decision to keep, by the worker': {
    prepare: [accept],
    waitMs: hourMs + 1,
    attempt: ({ id }) => exchange.expire(id),
    isDone: ({ decision }) => decision === 'keep',
  },
  'what is sent back after an arrival': {
    prepare: [accept, cancel],
    attempt: arrives(1),
    isDone: ({ transfer_ids }) => transfer_ids.length === 2,
  },
  'a transfer back that is sent again': {
    prepare: [accept, arrives(1), fails],
    attempt: ({ id }, key) => send(requests.callOf('retry', id, borrowerKey), key),
    isDone: ({ transfer_ids }) => transfer_ids.length === 3,
  },
  'the arrival of the old collateral': {
    prepare: [accept, arrives(1)],
    attempt: arrives(2),
    isDone: ({ status }) => status === 'COMPLETED',
  },
}

/** For each job: a deal that nothing disturbs, one that is disturbed everywhere, one at the end. */
const deals = Object.entries(jobs).map(([title, job]) => {
  const newDeal = () => exchange.deal({ settlement_time_seconds: hourMs / 1000 })
  return [title, job, [newDeal(), newDeal(), newDeal()]] as const
})

beforeAll(() => exchange.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

describe.for(deals)('%s', ([, job, ofJob]) => {
  it('is done once, although its process is killed at each of its statements', async () => {
    const prepared: Exchanging[] = []
    for (const deal of ofJob) {
      const of = { ...deal, id: (await exchange.ask(deal)).id }
      for (const step of job.prepare) await step(of)
      prepared.push(of)
    }
    world.pass(job.waitMs ?? 0)
    const [undisturbed, killed, last] = prepared
    if (undisturbed === undefined || killed === undefined || last === undefined) {
      throw new Error('each job has three deals')
    }
    await job.attempt(undisturbed, crypto.randomUUID())
    const { database } = world.service
    const attempted = (of: Exchanging) => ({
      attempt: (key: string) => job.attempt(of, key),
      isDone: async () => job.isDone(await requests.get(of.id)),
    })
    expect(await killedEverywhere(database, attempted(killed))).toBeGreaterThan(10)
    await killedAtItsEnd(attempted(last))
    const expected = await tracesOf(database, undisturbed.orderId)
    expect(await tracesOf(database, killed.orderId)).toEqual(expected)
    expect(await tracesOf(database, last.orderId)).toEqual(expected)
  })
})
