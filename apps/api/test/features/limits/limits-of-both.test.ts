import {
  listCounterpartyLimits,
  reportExposureByCounterparty,
  setCounterpartyLimits,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { rule } from '../../harness/approval-world.ts'
import { callOf, refused, type Reply, succeed } from '../../harness/call.ts'
import { type Borrower, LimitWorld } from '../../harness/limit-world.ts'
import { waitersForLocks } from '../../harness/lock-waits.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { reasonAgainst } from '../../harness/world/world.ts'

const world = new LimitWorld(16)
const { lender, lenderAdmin, lenderKey, strangerKey } = world
const falling = world.newBorrower()
world.loan(falling, '1000000', '25')
let second: RunningService

beforeAll(async () => {
  await world.start()
  second = await startService({
    database: world.service.database,
    settings: { PRICE_MAX_AGE_S: '31536000' },
  })
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await second.close()
  await world.close()
})

const detailsOf = ({ body }: Reply) =>
  (body as { error: { reason: string; details: unknown[] } }).error

describe('limits of the other side', () => {
  it('refuse an acceptance without a figure, and notify the other side once', async () => {
    const one = world.newBorrower()
    await world.limit(one, { uncovered_usd_max: '100', shock: '0.5' }, 'borrower')
    const first = await world.offers(one, '1000000', '25')
    const asked = await askedDespite(one, '1000000', '25')
    const reply = await world.accepts(asked)
    const issue = 'a limit of the other side is exceeded'
    expect([reply.status, detailsOf(reply).details]).toEqual([
      409,
      [{ field: 'counterparty_id', issue }],
    ])
    expect(reasonAgainst(await world.orders.get(asked.id, lenderKey), 'accept')).toBeNull()
    expect(await world.warned(one.viewer)).toMatchObject([
      { title: `Limit for ${lender.name}: the acceptance of order ${asked.number} was refused` },
    ])
    // It is refused again for 10 minutes without looking, even if no limit is left.
    await world.limit(one, {}, 'borrower')
    // The clock of another process may be behind.
    second.clock.set(new Date(world.service.clock.now() - 200).toISOString())
    expect(detailsOf(await world.accepts(asked, undefined, second)).details).toEqual([
      { field: 'counterparty_id', issue },
    ])
    world.pass(599_999)
    expect(detailsOf(await world.accepts(asked, undefined)).details).toEqual([
      { field: 'counterparty_id', issue },
    ])
    expect((await world.accepts(first, one)).status).toBe(200)
    world.pass(1)
    expect((await world.accepts(asked)).status).toBe(200)
    expect(await world.warned(one.viewer)).toHaveLength(1)
  })

  it('are not looked at by a trial, so a request that needs approval says nothing of them', async () => {
    const one = world.newBorrower()
    const asked = await askedDespite(one, '1000000', '25')
    await world.limit(one, { uncovered_usd_max: '0' }, 'borrower')
    await world.policy(lenderAdmin, [rule('acceptOrder')])
    // It does not wait for other acceptances either, as those between two with limits do.
    const approval = await withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT pg_advisory_xact_lock_shared(limits_lock($1, $2))', [
        lender.id,
        one.party.id,
      ])
      const requested = await world.requested(world.acceptance(asked))
      await client.query('COMMIT')
      return requested
    })
    expect(await world.warned(one.viewer)).toEqual([])
    await world.decide('approve', approval, world.lenderSecondAdmin)
    const done = await world.carriedOut(approval, lenderKey)
    expect(done).toMatchObject({ state: 'FAILED', failure: { reason: 'LIMIT_EXCEEDED' } })
    expect(done.failure?.message).not.toMatch(/\d/)
    expect(await world.warned(one.viewer)).toHaveLength(1)
    // A rule that asks for nothing of this amount: the trial is done again in earnest.
    await world.policy(lenderAdmin, [rule('acceptOrder', { above_usd: '1000000000' })])
    const another = await askedDespite(one, '500000', '25')
    const reply = await refused(world.service, 409, world.acceptance(another))
    expect(reply.body.error.details).toMatchObject([{ field: 'counterparty_id' }])
    await world.policy(lenderAdmin, [])
  })

  it('warn the other side alone where they only warn', async () => {
    const one = world.newBorrower()
    await world.limit(one, { uncovered_usd_max: '0', on_breach: 'warn' }, 'borrower')
    const asked = await world.asks(one, '1000000', '25')
    // Its own offer is above them: it is notified, and nothing is exceeded yet.
    const before = await world.warned(one.viewer)
    expect(before).toMatchObject([{ title: expect.stringContaining('would exceed it') as string }])
    const lenders = (await world.warned(lenderKey)).length
    expect((await world.accepts(asked)).status).toBe(200)
    expect(await world.warned(one.viewer)).toHaveLength(before.length + 1)
    expect(await world.warned(lenderKey)).toHaveLength(lenders)
  })

  it('are seen by nobody else, whatever is asked', async () => {
    const one = world.newBorrower()
    await world.limit(one, { lent_usd_max: '424242' }, 'borrower')
    const { limits } = await succeed(world.service, listCounterpartyLimits, {
      key: lenderKey,
      query: {},
    })
    expect(JSON.stringify(limits)).not.toContain('424242')
    const inNameOf = (id: string, text: string) =>
      withOwnerClient(world.service.database.url, async (client) => {
        await client.query('BEGIN')
        await client.query("SELECT set_config('vadium.organization_id', $1, true)", [id])
        await client.query('SET LOCAL ROLE vadium_service')
        return (await client.query<object>(text, [lender.id, one.party.id])).rows
      })
    for (const lock of ['lock_limits_between', 'share_limits_between']) {
      const asked = inNameOf(world.stranger.id, `SELECT ${lock}($1, $2)`)
      await expect(asked).rejects.toThrow('limits of other')
    }
    const read = inNameOf(world.stranger.id, 'SELECT limits_between($1, $2)')
    await expect(read).rejects.toThrow('permission denied')
    // No limit that is not in effect is ever recorded as exceeded.
    const names = `ARRAY['lent_usd_max', 'uncovered_usd_max', 'assets.USDC', 'assets.', '']`
    const record = `SELECT record_exceeded_limits($2, $1, ${names}, now()) AS name`
    expect(await inNameOf(lender.id, record)).toEqual([{ name: 'lent_usd_max' }])
    const foreign = { counterparty_id: one.party.id }
    await refused(
      world.service,
      404,
      callOf(setCounterpartyLimits, {
        key: world.lenderAdmin,
        body: { counterparty_id: world.platform.id },
      }),
    )
    await refused(
      world.service,
      403,
      callOf(setCounterpartyLimits, { key: strangerKey, body: foreign }),
    )
  })
})

/** A borrower asks although its limits would refuse that: they are set after it. */
async function askedDespite(one: Borrower, usdc: string, btc: string) {
  const { lent_usd_max, uncovered_usd_max, shock } = await limitsOf(one)
  await world.limit(one, {}, 'borrower')
  const order = await world.asks(one, usdc, btc)
  await world.limit(one, { lent_usd_max, uncovered_usd_max, shock }, 'borrower')
  return order
}

async function limitsOf({ admin }: Borrower) {
  const { limits } = await succeed(world.service, listCounterpartyLimits, {
    key: admin,
    query: { in_effect: true },
  })
  return limits[0] ?? { lent_usd_max: null, uncovered_usd_max: null, shock: '0' }
}

describe('acceptances at once', () => {
  it('are accepted once if they exceed a limit together, in both orders and two processes', async () => {
    for (const isFirst of [true, false]) {
      const one = world.newBorrower()
      await world.limit(one, { lent_usd_max: '1500000' })
      const orders = [await world.asks(one, '1000000', '25'), await world.asks(one, '900000', '25')]
      const turns = isFirst ? orders : orders.toReversed()
      // The lock of the pair is held until both wait for it, in this order.
      const replies = await withPairLocked(one, turns, async (order, i) =>
        world.accepts(order, undefined, i === 0 ? world.service : second),
      )
      expect(replies.map(({ status }) => status)).toEqual([200, 409])
      expect(replies.map(detailsOf)[1]).toMatchObject({
        reason: 'LIMIT_EXCEEDED',
        details: [{ field: 'lent_usd_max', value: '1900000.00' }],
      })
    }
  })

  it('are compared with the limits of both sides', async () => {
    const one = world.newBorrower()
    const orders = [
      await world.asks(one, '1000000', '25'),
      await world.offers(one, '1000000', '25'),
    ]
    // 25 BTC are worth 1,500,000: each deal leaves 500,000 of the borrower uncovered.
    await world.limit(one, { uncovered_usd_max: '500000' }, 'borrower')
    const replies = await withPairLocked(one, orders, (order, i) =>
      i === 0 ? world.accepts(order) : world.accepts(order, one, second),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 409])
    expect(replies.map(detailsOf)[1]).toMatchObject({ details: [{ field: 'uncovered_usd_max' }] })
  })

  it('share the lock while there is no limit, and limits wait for them', async () => {
    const one = world.newBorrower()
    const orders = [await world.asks(one, '1000000', '25'), await world.asks(one, '900000', '25')]
    await withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT pg_advisory_xact_lock_shared(limits_lock($1, $2))', [
        lender.id,
        one.party.id,
      ])
      // Neither waits for another that shares it; who sets limits does.
      for (const order of orders) expect((await world.accepts(order)).status).toBe(200)
      const set = world.limit(one, { lent_usd_max: '1' })
      await waitersForLocks(world.service.database, 1)
      await client.query('COMMIT')
      expect((await set).use).toMatchObject({ lent_usd: '1900000.00', lent_exceeded: true })
    })
  })
})

/** Begins calls that wait for the lock of a pair in turn, and lets it go. Returns their answers. */
function withPairLocked<T>(
  { party }: Borrower,
  items: readonly T[],
  begin: (item: T, place: number) => Promise<Reply>,
): Promise<Reply[]> {
  const { database } = world.service
  return withOwnerClient(database.url, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(limits_lock($1, $2))', [lender.id, party.id])
    const replies: Promise<Reply>[] = []
    for (const [i, item] of items.entries()) {
      replies.push(begin(item, i))
      await waitersForLocks(database, i + 1)
    }
    await client.query('COMMIT')
    return Promise.all(replies)
  })
}

describe('limits after a market cut', () => {
  it('are compared once, whatever prices do between, and notified once until they are kept again', async () => {
    await world.limit(falling, { uncovered_usd_max: '400000', shock: '0.5' })
    const titles = async () =>
      (await world.warned(lenderKey)).filter(({ link }) => link.id === falling.party.id).length
    await world.comparedAtCut()
    expect([await titles(), await world.exceeded(falling)]).toEqual([0, undefined])
    await world.setPrice('BTC', '47000')
    world.service.services.revaluation.pricesChanged(['BTC'])
    await world.service.services.revaluation.runPending()
    await world.service.services.automationWorker.runDue()
    expect(await titles()).toBe(0)
    second.clock.set(new Date(world.service.clock.now() + 86_400_000).toISOString())
    await world.comparedAtCut(world.service, second)
    expect([await titles(), await world.exceeded(falling)]).toEqual([1, ['uncovered_usd_max']])
    await world.comparedAtCut()
    expect(await titles()).toBe(1)
    await world.setPrice('BTC', '60000')
    await world.comparedAtCut()
    expect([await titles(), await world.exceeded(falling)]).toEqual([1, undefined])
    await world.setPrice('BTC', '47000')
    await world.comparedAtCut()
    expect(await titles()).toBe(2)
    await world.setPrice('BTC', '60000')
    await world.limit(falling, {})
    expect(await world.exceeded(falling)).toBeUndefined()
  })

  it('stand beside the exposure, as they were at its time', async () => {
    const then = new Date(world.service.clock.now()).toISOString()
    world.pass(1000)
    await world.limit(falling, { uncovered_usd_max: '400000', lent_usd_max: '7', shock: '0.5' })
    world.pass(1000)
    const rowOf = async (query: object) => {
      const { exposures } = await succeed(world.service, reportExposureByCounterparty, {
        key: lenderKey,
        query: { counterparty_id: falling.party.id, ...query },
      })
      return exposures[0]
    }
    expect(await rowOf({})).toMatchObject({
      lent_limit_usd: '7',
      uncovered_usd: '250000.00',
      uncovered_limit_usd: '400000',
    })
    const none = { lent_limit_usd: null, uncovered_limit_usd: null }
    expect(await rowOf({ as_of: then })).toMatchObject(none)
    expect(await rowOf({ asset: 'BTC' })).toMatchObject({ ...none, uncovered_usd: null })
    await world.limit(falling, { shock: '0.5' })
    world.pass(1000)
    expect(await rowOf({})).toMatchObject({ ...none, uncovered_usd: null })
  })
})
