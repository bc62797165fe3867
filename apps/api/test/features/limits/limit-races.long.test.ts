import { randomUUID } from 'node:crypto'
import {
  acceptOrderRequest,
  createOrderRequest,
  headerNames,
  setCounterpartyLimits,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { call, type CallOptions, callOf, succeed } from '../../harness/call.ts'
import { tracesOf } from '../../harness/deal-traces.ts'
import {
  type Attempted,
  killedAtItsEnd,
  killedEverywhere,
} from '../../harness/killed-everywhere.ts'
import { type Borrower, LimitWorld } from '../../harness/limit-world.ts'
import { waitersForLocks } from '../../harness/lock-waits.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const world = new LimitWorld(24)
const { lender, lenderAdmin, lenderKey } = world
const lasting = [world.newBorrower(), world.newBorrower()].map((one) => ({
  one,
  deal: world.book.deal(lender, one.party, {
    asset: 'USDC',
    asset_quantity: '1000000',
    collateral_asset: 'BTC',
    collateral_quantity: '25',
    maturity_time: '2026-09-01T00:00:00.000Z',
  }),
}))
let second: RunningService
beforeAll(async () => {
  await world.start()
  second = await startService({ database: world.service.database })
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  const { rows } = await world.service.database.query(
    'SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
  await second.close()
  await world.close()
})

const setting = ({ party }: Borrower, values: object) =>
  callOf(setCounterpartyLimits, {
    key: lenderAdmin,
    body: { counterparty_id: party.id, ...values },
  })

/**
 * Begins calls that wait for the lock of a pair in turn, and lets it go. Returns their statuses.
 */
function inTurnOfPair({ party }: Borrower, calls: readonly (() => Promise<{ status: number }>)[]) {
  const { database } = world.service
  return withOwnerClient(database.url, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(limits_lock($1, $2))', [lender.id, party.id])
    const replies = []
    for (const [i, begin] of calls.entries()) {
      replies.push(begin())
      await waitersForLocks(database, i + 1)
    }
    await client.query('COMMIT')
    return (await Promise.all(replies)).map(({ status }) => status)
  })
}

describe.for([true, false])('limits that are set, the acceptance first: %s,', (isFirst) => {
  it.for([
    ['there were none', undefined],
    ['others were there', { lent_usd_max: '2000000' }],
  ] as const)('are kept by it or see it, if %s', async ([, before]) => {
    const one = world.newBorrower()
    if (before !== undefined) await world.limit(one, before)
    const asked = await world.asks(one, '1000000', '25')
    const accepts = () => world.accepts(asked, undefined, second)
    const sets = () => call(world.service, setting(one, { lent_usd_max: '999999' }))
    const statuses = await inTurnOfPair(one, isFirst ? [accepts, sets] : [sets, accepts])
    expect(statuses).toEqual(isFirst ? [200, 200] : [200, 409])
    const { use } = await world.limits(one)
    expect(use).toMatchObject({
      lent_usd: isFirst ? '1000000.00' : '0.00',
      lent_exceeded: isFirst,
    })
    expect(await world.exceeded(one)).toEqual(isFirst ? ['lent_usd_max'] : undefined)
  })

  it('are kept by it or see it, if they are of the other side', async () => {
    const one = world.newBorrower()
    const asked = await world.asks(one, '1000000', '25')
    const sets = () =>
      call(
        world.service,
        callOf(setCounterpartyLimits, {
          key: one.admin,
          body: { counterparty_id: lender.id, uncovered_usd_max: '499999' },
        }),
      )
    const accepts = () => world.accepts(asked, undefined, second)
    const statuses = await inTurnOfPair(one, isFirst ? [accepts, sets] : [sets, accepts])
    expect(statuses).toEqual(isFirst ? [200, 200] : [200, 409])
  })

  it('let an extend be accepted that came before them, and no other', async () => {
    const { one, deal } = lasting[isFirst ? 0 : 1] ?? noDeal()
    const body = {
      ...{ position_id: deal.positionId, kind: 'extend' },
      maturity_time: '2026-10-01T00:00:00.000Z',
    }
    const { id } = await succeed(world.service, createOrderRequest, { key: one.key, body })
    const params = { order_request_id: id }
    const accepts = () => call(second, callOf(acceptOrderRequest, { key: lenderKey, params }))
    const sets = () => call(world.service, setting(one, { lent_usd_max: '1' }))
    const statuses = await inTurnOfPair(one, isFirst ? [accepts, sets] : [sets, accepts])
    expect(statuses).toEqual(isFirst ? [200, 200] : [200, 409])
  })
})

describe('acceptances, creations and limits at once', () => {
  it('never exceed the limits together, nor wait for one another in a circle', async () => {
    const one = world.newBorrower()
    await world.limit(one, { lent_usd_max: '3000000' })
    for (let round = 0; round < 4; round += 1) {
      const orders = []
      for (let i = 0; i < 4; i += 1) orders.push(await world.asks(one, '400000', '25'))
      const most = round % 2 === 0 ? '2000000' : '3000000'
      await Promise.all([
        ...orders.map((order, i) =>
          world.accepts(order, undefined, i % 2 === 0 ? world.service : second),
        ),
        call(second, setting(one, { lent_usd_max: most })),
        call(
          world.service,
          callOf(setCounterpartyLimits, {
            key: one.admin,
            body: { counterparty_id: lender.id, uncovered_usd_max: String(50_000_000 + round) },
          }),
        ),
      ])
      const { use } = await world.limits(one)
      expect(Number(use?.lent_usd)).toBeLessThanOrEqual(3_000_000)
    }
  })
})

interface Job {
  readonly prepare?: (one: Borrower) => Promise<CallOptions>
  readonly status: number
  readonly isDone: (one: Borrower) => Promise<boolean>
}

async function count(text: string, { party }: Borrower): Promise<number> {
  const { rows } = await world.service.database.query<{ count: number }>(text, [party.id])
  return Number(rows[0]?.count)
}

const isAccepted = async (one: Borrower) =>
  (await count(
    `SELECT count(*)::int AS count FROM orders WHERE borrower_id = $1 AND status <> 'PENDING_ACCEPTANCE'`,
    one,
  )) === 1

const jobs: Readonly<Record<string, Job>> = {
  'limits that are exceeded at once': {
    prepare: async (one) => {
      await world.accepts(await world.asks(one, '1000000', '25'))
      return setting(one, { lent_usd_max: '1', on_breach: 'warn' })
    },
    status: 200,
    isDone: async (one) =>
      (await count(
        'SELECT count(*)::int AS count FROM counterparty_limit_versions WHERE counterparty_id = $1',
        one,
      )) === 1,
  },
  'an acceptance within limits of both sides': {
    prepare: async (one) => {
      const asked = await world.asks(one, '1000000', '25')
      await world.limit(one, { lent_usd_max: '2000000' })
      await world.limit(one, { uncovered_usd_max: '5000000' }, 'borrower')
      return world.acceptance(asked)
    },
    status: 200,
    isDone: isAccepted,
  },
  'an acceptance beyond limits of both sides that warn': {
    prepare: async (one) => {
      const asked = await world.asks(one, '1000000', '25')
      await world.limit(one, { lent_usd_max: '2', on_breach: 'warn' })
      await world.limit(one, { uncovered_usd_max: '5', on_breach: 'warn' }, 'borrower')
      return world.acceptance(asked)
    },
    status: 200,
    isDone: isAccepted,
  },
  'a refusal that is remembered': {
    prepare: async (one) => {
      const asked = await world.asks(one, '1000000', '25')
      await world.limit(one, { uncovered_usd_max: '5' }, 'borrower')
      return world.acceptance(asked)
    },
    status: 409,
    isDone: async (one) =>
      (await count(
        `SELECT count(*)::int AS count FROM limit_refusals r JOIN orders o ON o.id = r.order_id
         WHERE o.borrower_id = $1`,
        one,
      )) === 1,
  },
}

describe.for(Object.entries(jobs))('%s', ([, { prepare, status, isDone }]) => {
  it('come to pass once, although their process is killed at each of its statements', async () => {
    const three = [world.newBorrower(), world.newBorrower(), world.newBorrower()] as const
    const warnedBefore = (await world.warned(lenderKey)).length
    const attempted = async (one: Borrower): Promise<Attempted> => {
      const asked = await prepare?.(one)
      if (asked === undefined) throw new Error('there is nothing to attempt')
      return {
        attempt: async (key) => {
          const headers = { [headerNames.idempotencyKey]: key }
          const reply = await call(world.service, { ...asked, headers })
          expect(reply.status, reply.text).toBe(status)
        },
        isDone: () => isDone(one),
      }
    }
    const [undisturbed, killed, last] = three
    const { database } = world.service
    await (await attempted(undisturbed)).attempt(randomUUID())
    const warnedOnce = (await world.warned(lenderKey)).length - warnedBefore
    expect(await killedEverywhere(database, await attempted(killed))).toBeGreaterThan(10)
    await killedAtItsEnd(await attempted(last))

    expect(await world.warned(lenderKey)).toHaveLength(warnedBefore + 3 * warnedOnce)
    const warned = await Promise.all(three.map(({ viewer }) => world.warned(viewer)))
    expect(new Set(warned.map(({ length }) => length)).size).toBe(1)
    const exceeded = await Promise.all(three.map((one) => world.exceeded(one)))
    expect(exceeded).toEqual([exceeded[0], exceeded[0], exceeded[0]])
    const [expected, ...others] = await Promise.all(
      three.map(async ({ party }) => {
        const { rows } = await database.query<{ id: string }>(
          'SELECT id FROM orders WHERE borrower_id = $1',
          [party.id],
        )
        const traces = await tracesOf(database, rows[0]?.id ?? '')
        return traces.map((trace) => trace.replace(/Limit for .+ exceeded by order \d+/, ''))
      }),
    )
    expect(others).toEqual([expected, expected])
  }, 300_000)
})

function noDeal(): never {
  throw new Error('all deals are used up')
}
