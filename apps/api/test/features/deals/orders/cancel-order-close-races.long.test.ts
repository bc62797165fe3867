import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CustodyWorker } from '../../../../src/features/custody/custody-worker.ts'
import { openServicePool } from '../../../../src/platform/db/pool.ts'
import { randomIds } from '../../../../src/platform/ids.ts'
import { Writes } from '../../../../src/platform/writes/writes.ts'
import { beforeEachStatement } from '../../../harness/before-each-statement.ts'
import type { Deal } from '../../../harness/book.ts'
import { call } from '../../../harness/call.ts'
import { externalIdOf } from '../../../harness/decided-transfer.ts'
import { type ReportedState, World } from '../../../harness/world/world.ts'

/** Every order of the reports of a custodian. */
const orders: readonly (readonly ReportedState[])[] = [
  ['confirming', 'cancelled', 'completed'],
  ['confirming', 'completed', 'cancelled'],
  ['cancelled', 'confirming', 'completed'],
  ['cancelled', 'completed', 'confirming'],
  ['completed', 'confirming', 'cancelled'],
  ['completed', 'cancelled', 'confirming'],
]
/** A worker sends about this many statements for one instruction, from its claim to its end. */
const statementsMax = 90
const deaths = Array.from({ length: statementsMax }, (_, i) => 1 + i)
const rounds = 20

const world = new World({ short: 4 * rounds + orders.length + 3 * deaths.length })
const { lenderKey, borrowerKey } = world
beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const runDue = () => world.service.services.custodyWorker.runDue()
const cancelCall = (id: string, key = borrowerKey) => world.orders.callOf('cancel_close', id, key)
const cancel = async (id: string) => (await call(world.service, cancelCall(id))).status

const assetOf = async (orderId: string) =>
  (await world.orders.transfers(orderId)).findLast(({ category }) => category === 'close')?.id ?? ''

/** A deal whose close has begun, and its asset transfer. */
async function closing(): Promise<Deal & { readonly transferId: string }> {
  const deal = world.shortDeal()
  await world.orders.do('close', deal.orderId, borrowerKey)
  return { ...deal, transferId: await assetOf(deal.orderId) }
}

/** How the order stands, and how often it became active again. */
async function outcome({ orderId }: Deal) {
  const { status } = await world.orders.get(orderId)
  const moves = await world.orders.moves(orderId)
  const { asset } = await world.orders.position(orderId)
  return { status, resumed: moves.filter((move) => move === 'resume').length, lent: asset }
}
const resumed = { status: 'ACTIVE', resumed: 1, lent: '10' }
const goesOn = { status: 'CLOSING', resumed: 0, lent: '0' }

/** Both at once, each the first in turn. */
async function race(round: number, one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const [first, second] = round % 2 === 0 ? [one, other] : [other, one]
  await Promise.all([first(), second()])
}

describe('a cancelled close', () => {
  it('goes on if the asset arrives at the same moment, whichever is first', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const deal = await closing()
      await world.report(deal.transferId, 'confirming')
      await race(
        round,
        async () => expect([200, 409]).toContain(await cancel(deal.orderId)),
        () => world.report(deal.transferId, 'completed'),
      )
      expect(await outcome(deal)).toEqual(goesOn)
    }
  })

  it('is active again if its transfer fails at the same moment, whichever is first', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const deal = await closing()
      await race(
        round,
        async () => expect(await cancel(deal.orderId)).toBe(200),
        () => world.report(deal.transferId, 'failed'),
      )
      expect(await outcome(deal)).toEqual(resumed)
    }
  })

  it('is active again if its failed transfer is retried at the same moment, whichever is first', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const deal = await closing()
      await world.report(deal.transferId, 'failed')
      await race(
        round,
        async () => expect(await cancel(deal.orderId)).toBe(200),
        () => call(world.service, world.orders.callOf('retry', deal.orderId, lenderKey)),
      )
      await runDue()
      expect(await outcome(deal)).toEqual(resumed)
    }
  })

  it('is recorded once when it is requested 10 times at once by both sides', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const deal = await closing()
      const lateMs = world.service.clock.now() + 86_400_001
      world.service.clock.set(new Date(lateMs).toISOString())
      const keys = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? lenderKey : borrowerKey))
      const replies = await Promise.all(
        keys.map((key) => call(world.service, cancelCall(deal.orderId, key))),
      )
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      await Promise.all([runDue(), runDue()])
      expect(await outcome(deal)).toEqual(resumed)
      const moves = await world.orders.moves(deal.orderId)
      expect(moves.filter((move) => move === 'cancel_close')).toHaveLength(1)
    }
  })

  it('follows the first final report, in every order of them, each twice', async () => {
    for (const order of orders) {
      const deal = await closing()
      expect(await cancel(deal.orderId)).toBe(200)
      for (const state of order.flatMap((one) => [one, one]))
        await world.report(deal.transferId, state)
      const isMoved = order.indexOf('completed') < order.indexOf('cancelled')
      expect(await outcome(deal), order.join()).toEqual(isMoved ? goesOn : resumed)
    }
  })
})

describe('a worker that is killed at any statement', () => {
  /** The custodian takes the asset, and waits for an approval or carries it out. */
  async function script(transferId: string, lastsMs: number | null): Promise<void> {
    const custodian = await world.service.services.custody.simulated('bitgo')
    const stages = [{ word: 'pendingApproval' as const, lastsMs }]
    await custodian?.script({ stages }, { externalTransferId: externalIdOf(transferId) })
  }

  /** Another worker goes on a minute later, until nothing is due. */
  async function recover(): Promise<void> {
    await world.service.database.query(
      "UPDATE instructions SET claimed_until = now() - interval '1 second' WHERE claim IS NOT NULL",
    )
    for (let turn = 0; turn < 4; turn += 1) {
      const laterMs = world.service.clock.now() + 60_000
      world.service.clock.set(new Date(laterMs).toISOString())
      await runDue()
    }
  }

  it.each(deaths)(
    'number %i: leaves an order that is active again, or closes, once',
    async (at) => {
      await recover()
      // One dies while it sends the close, before its cancellation is requested.
      const sending = await closing()
      await script(sending.transferId, null)
      await runUntilKilled(at)
      expect(await cancel(sending.orderId)).toBe(200)
      await recover()
      expect(await outcome(sending)).toEqual(resumed)
      // One dies while it asks for the cancellation.
      const cancelling = await closing()
      await script(cancelling.transferId, null)
      await runDue()
      expect(await cancel(cancelling.orderId)).toBe(200)
      await runUntilKilled(at)
      await recover()
      expect(await outcome(cancelling)).toEqual(resumed)
      // One dies while it learns that the asset has moved.
      const moving = await closing()
      await script(moving.transferId, 1000)
      await runDue()
      const movedMs = world.service.clock.now() + 2000
      world.service.clock.set(new Date(movedMs).toISOString())
      expect(await cancel(moving.orderId)).toBe(200)
      await runUntilKilled(at)
      await recover()
      expect(await outcome(moving)).toMatchObject({ resumed: 0, lent: '0' })
    },
  )
})

/** A worker whose connections end before its statement of this number, and that does no more. */
async function runUntilKilled(statement: number): Promise<void> {
  const { service } = world
  const pool = openServicePool({ url: service.database.url, poolSize: 2 })
  const clients: PoolClient[] = []
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    clients.push(client)
  })
  let count = 0
  const killed = new Promise<void>((resolve) => {
    beforeEachStatement(pool, () => {
      count += 1
      if (count < statement) return Promise.resolve()
      resolve(Promise.all(clients.map((client) => client.end())).then(() => undefined))
      return new Promise<never>(() => undefined)
    })
  })
  const worker = new CustodyWorker({
    pool,
    writes: new Writes(pool, service.clock, randomIds),
    settlement: service.services.settlement,
    custody: service.services.custody,
    clock: service.clock,
    ids: randomIds,
    logger: { warn: () => undefined, error: () => undefined },
    attemptsMax: 20,
  })
  await Promise.race([worker.runDue(), killed])
}
