import { randomUUID } from 'node:crypto'
import {
  acceptMarkToMarketRequest,
  type CallSet,
  closeOrder,
  createCloseOut,
  createMarkToMarketRequest,
  getMarkToMarketRequest,
  headerNames,
  rejectMarkToMarketRequest,
  sendCollateral,
  terminateCloseOut,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Terms } from '../../../harness/book.ts'
import { call, type CallOptions, callOf, type Reply, succeed } from '../../../harness/call.ts'
import { tracesOf } from '../../../harness/deal-traces.ts'
import {
  type Attempted,
  killedAtItsEnd,
  killedEverywhere,
} from '../../../harness/killed-everywhere.ts'
import { inEitherOrder } from '../../../harness/lock-waits.ts'
import { type RunningService, startService } from '../../../harness/service.ts'
import { CalledPair } from '../../../harness/world/call-sets.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { orders } = world
world.book.price('USDC', '1', '2026-03-02T12:00:00.000Z')
/** Row 1 can be called alone, too. */
const alone = {
  ...{ minimum_notional_top_up_usd: '6000.24', cure_time_seconds: 7200, grace_seconds: 3600 },
  default_causes: ['UNMET_CALL'],
} satisfies Partial<Terms>
const pairs = Array.from({ length: 28 }, (_, each) => new CalledPair(world, `pair-${each}`, alone))
const nextPair = () => {
  const pair = pairs.pop()
  if (pair === undefined) throw new Error('all pairs are used up: stock more')
  return pair
}

let other: RunningService
beforeAll(async () => {
  await world.start()
  other = await startService({
    database: world.service.database,
    settings: { PRICE_MAX_AGE_S: '31536000' },
  })
})
beforeEach(async () => {
  await world.setPrice('BTC', '59999.99')
  await world.setPrice('ETH', '3000')
  other.clock.set(new Date(world.service.clock.now()).toISOString())
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  const { rows } = await world.service.database.query(
    'SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
  await other.close()
  await world.close()
})

const requestsOf = (set: CallSet, { lenderKey }: CalledPair) =>
  Promise.all(set.request_ids.map((id) => world.do(getMarkToMarketRequest, { id }, lenderKey)))

/** How many requests a pair has, and of how many positions. */
async function requestsOfPair({ lender }: CalledPair) {
  const { rows } = await world.service.database.query(
    `SELECT count(*)::int AS requests, count(DISTINCT position_id)::int AS positions
     FROM mark_to_market_requests WHERE lender_id = $1`,
    [lender.id],
  )
  return rows[0]
}

/** Two changes from two processes, which wait for the lock of the first deal in either order. */
const inTurn = <One, Other>(
  { deals: [{ orderId }] }: CalledPair,
  isFirst: boolean,
  one: () => Promise<One>,
  another: () => Promise<Other>,
) => inEitherOrder(world.service.database, orderId, isFirst, one, another)

const sent = (asked: CallOptions, of: RunningService = world.service) => call(of, asked)

describe.for([true, false])('two processes, the one before the other: %s,', (isFirst) => {
  it('create one set of two', async () => {
    const pair = nextPair()
    const { calculation_id: id } = await pair.preview()
    const answers = await inTurn(
      pair,
      isFirst,
      () => sent(pair.creation(id)),
      () => sent(pair.creation(id), other),
    )
    expect(answers.map(({ status }) => status)).toEqual(isFirst ? [200, 409] : [409, 200])
    expect(await requestsOfPair(pair)).toEqual({ requests: 2, positions: 2 })
  })

  it('create a set or a request of one of its deals', async () => {
    const pair = nextPair()
    const { calculation_id: id } = await pair.preview()
    const [deal] = pair.deals
    const single = callOf(createMarkToMarketRequest, {
      key: pair.lenderKey,
      body: {
        position_id: deal.positionId,
        calculation_id: await world.margin.calculationOf(deal, pair.lenderKey),
      },
    })
    const answers = await inTurn(
      pair,
      isFirst,
      () => sent(pair.creation(id)),
      () => sent(single, other),
    )
    expect(answers.map(({ status }) => status)).toEqual(isFirst ? [200, 409] : [409, 200])
    const requests = isFirst ? 2 : 1
    expect(await requestsOfPair(pair)).toEqual({ requests, positions: requests })
  })

  it('accept a set beside the rejection of one of its requests', async () => {
    const pair = nextPair()
    const set = await pair.create()
    const [first = ''] = set.request_ids
    const rejection = world.callOn(rejectMarkToMarketRequest, { id: first }, pair.borrowerKey)
    const answers = await inTurn(
      pair,
      isFirst,
      () => sent(pair.acceptance(set)),
      () => sent(rejection, other),
    )
    expect(answers.map(({ status }) => status)).toEqual(isFirst ? [200, 409] : [200, 200])
    const requests = await requestsOf(set, pair)
    expect(requests.map(({ status }) => status)).toEqual(
      isFirst ? ['ACCEPTED', 'ACCEPTED'] : ['REJECTED', 'ACCEPTED'],
    )
  })

  it('accept a set beside the end of its time: each request has one end', async () => {
    const pair = nextPair()
    const set = await pair.create()
    other.clock.set(set.expire_time)
    const [{ status }] = await inTurn(
      pair,
      isFirst,
      () => sent(pair.acceptance(set)),
      () => other.services.deadlineWorker.runDue(),
    )
    const requests = await requestsOf(set, pair)
    for (const request of requests) {
      expect(['ACCEPTED', 'EXPIRED']).toContain(request.status)
      expect(request.transfer_ids).toHaveLength(request.status === 'ACCEPTED' ? 1 : 0)
      expect(await world.margin.historyOf(request)).toHaveLength(2)
      expect(await world.margin.hasDeadline(request)).toBe(false)
    }
    if (isFirst) expect(requests.every((one) => one.status === 'ACCEPTED')).toBe(true)
    expect(status).toBe(requests.some((one) => one.status === 'ACCEPTED') ? 200 : 409)
  })
})

describe.for([true, false])(
  'a set and another change of one of its deals, the set first: %s,',
  (isFirst) => {
    const reasonOf = ({ status, body }: Reply) =>
      (body as { error?: { reason: string } }).error?.reason ?? status

    it('is created beside a close, or is stale', async () => {
      const pair = nextPair()
      const { calculation_id: id } = await pair.preview()
      const close = world.callOn(closeOrder, { id: pair.deals[0].orderId }, pair.borrowerKey)
      const answers = await inTurn(
        pair,
        isFirst,
        () => sent(pair.creation(id)),
        () => sent(close, other),
      )
      expect(answers.map(reasonOf)).toEqual(
        isFirst ? [200, 'MARK_TO_MARKET_REQUEST_OPEN'] : ['PREVIEW_STALE', 200],
      )
      const requests = isFirst ? 2 : 0
      expect(await requestsOfPair(pair)).toEqual({ requests, positions: requests })
    })

    it('is created beside what one side sends without a call, or not at all', async () => {
      const pair = nextPair()
      const { calculation_id: id } = await pair.preview()
      const { positionId } = pair.deals[0]
      const sending = world.callOn(sendCollateral, { id: positionId }, pair.borrowerKey, {
        quantity: '0.11',
      })
      const answers = await inTurn(
        pair,
        isFirst,
        () => sent(pair.creation(id)),
        () => sent(sending, other),
      )
      // It does not count before it is broadcast, so it silences no set.
      expect(answers.map(reasonOf)).toEqual(
        isFirst ? [200, 'MARK_TO_MARKET_REQUEST_OPEN'] : [200, 200],
      )
    })

    it('is created beside a declaration of a default, which it does not end', async () => {
      const pair = nextPair()
      await pair.create()
      world.pass(7_200_000)
      await world.expire()
      other.clock.set(new Date(world.service.clock.now()).toISOString())
      const { calculation_id: id } = await pair.preview()
      const body = { position_id: pair.deals[0].positionId, cause: 'UNMET_CALL' }
      const declaration = callOf(createCloseOut, { key: pair.lenderKey, body })
      const answers = await inTurn(
        pair,
        isFirst,
        () => sent(pair.creation(id)),
        () => sent(declaration, other),
      )
      // A receiver that has called again waits for that answer.
      expect(answers.map(reasonOf)).toEqual(isFirst ? [200, 'CAUSE_NOT_PRESENT'] : [200, 200])
    })

    it('is accepted beside one of its requests, which is accepted once', async () => {
      const pair = nextPair()
      const set = await pair.create()
      const [first = ''] = set.request_ids
      const single = world.callOn(acceptMarkToMarketRequest, { id: first }, pair.borrowerKey)
      const answers = await inTurn(
        pair,
        isFirst,
        () => sent(pair.acceptance(set)),
        () => sent(single, other),
      )
      expect(answers.map(reasonOf)).toEqual(isFirst ? [200, 'INVALID_STATE'] : [200, 200])
      for (const { status, transfer_ids } of await requestsOf(set, pair)) {
        expect([status, transfer_ids.length]).toEqual(['ACCEPTED', 1])
      }
    })

    it('is accepted beside its own acceptance, except for one, once', async () => {
      const pair = nextPair()
      const set = await pair.create()
      const [first = ''] = set.request_ids
      const answers = await inTurn(
        pair,
        isFirst,
        () => sent(pair.acceptance(set)),
        () => sent(pair.acceptance(set, [first]), other),
      )
      expect(answers.map(reasonOf)).toEqual(isFirst ? [200, 'INVALID_STATE'] : [200, 200])
      for (const { status, transfer_ids } of await requestsOf(set, pair)) {
        expect([status, transfer_ids.length]).toEqual(['ACCEPTED', 1])
      }
    })

    it('is accepted beside the termination of one of its deals, or without that', async () => {
      const pair = nextPair()
      await pair.create()
      world.pass(7_200_000)
      await world.expire()
      const body = { position_id: pair.deals[0].positionId, cause: 'UNMET_CALL' }
      const { id } = await succeed(world.service, createCloseOut, { key: pair.lenderKey, body })
      const set = await pair.create()
      world.pass(3_600_001)
      await world.setPrice('BTC', '59999.99', new Date(world.service.clock.now()).toISOString())
      other.clock.set(new Date(world.service.clock.now()).toISOString())
      const terminates = world.callOn(terminateCloseOut, { id }, pair.lenderKey)
      const answers = await inTurn(
        pair,
        isFirst,
        () => sent(pair.acceptance(set)),
        () => sent(terminates, other),
      )
      expect(answers.map(reasonOf)).toEqual([200, 200])
      const [ended, going] = await requestsOf(set, pair)
      expect([ended?.status, going?.status]).toEqual([
        isFirst ? 'ACCEPTED' : 'CANCELLED',
        'ACCEPTED',
      ])
      expect(await orders.get(pair.deals[0].orderId, pair.lenderKey)).toMatchObject({
        status: 'CLOSING',
      })
    })
  },
)

describe('sets and answers at once', () => {
  it('never wait for one another in a circle', async () => {
    const pair = nextPair()
    for (let round = 0; round < 8; round += 1) {
      const { calculation_id: called } = await pair.preview()
      const { calculation_id: offered } = await pair.preview({}, pair.borrowerKey)
      const single = await world.margin.calculationOf(pair.deals[0], pair.lenderKey)
      const body = { position_id: pair.deals[0].positionId, calculation_id: single }
      const replies = await Promise.all([
        sent(pair.creation(called)),
        sent(pair.creation(offered, pair.borrowerKey), other),
        sent(callOf(createMarkToMarketRequest, { key: pair.lenderKey, body })),
        sent(pair.creation(called), other),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const open = await world.service.database.query(
        `SELECT id, call_set_id, creator_id FROM mark_to_market_requests
         WHERE lender_id = $1 AND status = 'PENDING_ACCEPTANCE'`,
        [pair.lender.id],
      )
      for (const { id, creator_id } of open.rows) {
        const key = creator_id === pair.lender.id ? pair.borrowerKey : pair.lenderKey
        await world.do(rejectMarkToMarketRequest, { id: String(id) }, key)
      }
    }
  })
})

describe('a process that is killed at each of its statements', () => {
  const jobs = {
    'the creation of a set': {
      prepare: async (pair: CalledPair) => pair.creation((await pair.preview()).calculation_id),
      done: 'PENDING_ACCEPTANCE',
    },
    'the acceptance of a set': {
      prepare: async (pair: CalledPair) => pair.acceptance(await pair.create()),
      done: 'ACCEPTED',
    },
  }

  it.each(Object.entries(jobs))(
    'does it once: %s',
    async (_, { prepare, done }) => {
      const three = [nextPair(), nextPair(), nextPair()]
      const [undisturbed, killed, last] = three
      if (undisturbed === undefined || killed === undefined || last === undefined) return
      const isDone = async ({ lender }: CalledPair) => {
        const { rowCount } = await world.service.database.query(
          'SELECT FROM mark_to_market_requests WHERE lender_id = $1 AND status = $2',
          [lender.id, done],
        )
        return rowCount === 2
      }
      const attempt = async (asked: CallOptions, key: string) => {
        const reply = await sent({ ...asked, headers: { [headerNames.idempotencyKey]: key } })
        expect(reply.status, reply.text).toBe(200)
      }
      await attempt(await prepare(undisturbed), randomUUID())
      const attempted = async (pair: CalledPair): Promise<Attempted> => {
        const asked = await prepare(pair)
        return { attempt: (key) => attempt(asked, key), isDone: () => isDone(pair) }
      }
      const { database } = world.service
      expect(await killedEverywhere(database, await attempted(killed))).toBeGreaterThan(10)
      await killedAtItsEnd(await attempted(last))
      for (const place of [0, 1] as const) {
        const [expected, ...others] = await Promise.all(
          three.map(({ deals }) => tracesOf(database, deals[place].orderId)),
        )
        expect(others).toEqual([expected, expected])
      }
    },
    300_000,
  )
})
