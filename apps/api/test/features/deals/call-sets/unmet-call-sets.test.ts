import { randomUUID } from 'node:crypto'
import {
  type CloseOut,
  closeOrder,
  createCloseOut,
  getApproval,
  getCloseOut,
  listNotifications,
  previewCloseOut,
  sendCollateral,
  setApprovalPolicy,
  terminateCloseOut,
} from '@vadium/schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../../src/platform/db/pool.ts'
import type { Deal, Key, Terms } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { waitersForLocks } from '../../../harness/lock-waits.ts'
import { CalledPair, calledTogether } from '../../../harness/world/call-sets.ts'
import { type Identified, now, World } from '../../../harness/world/world.ts'
import { insertTerms } from '../../../harness/inserted-terms.ts'

const hourMs = 3_600_000
const world = new World()
world.book.price('USDC', '1', now)
const terms: Partial<Terms> = {
  default_causes: ['UNMET_CALL'],
  cure_time_seconds: 3600,
  grace_seconds: 3600,
}
const pairOf = (name: string) => new CalledPair(world, name, terms)
const closing = pairOf('closing')
const noticed = pairOf('noticed')
const cured = pairOf('cured')
const [closingSmall, noticedSmall, curedSmall] = [closing, noticed, cured].map(
  ({ lender, borrower }) =>
    world.book.deal(lender, borrower, {
      ...{ asset: 'USDC', asset_quantity: '200000', collateral_asset: 'ETH' },
      ...{ collateral_quantity: '100.1', terms: { ...calledTogether, ...terms } },
    }),
)
const versions = pairOf('versions')
const held = pairOf('held')
const returning = pairOf('returning')
const stale = pairOf('stale')
const raced = [pairOf('raced'), pairOf('raced-back')]
const noted = pairOf('noted')
const approved = pairOf('approved')
const approver = approved.borrower.colleague('admin')

beforeAll(async () => {
  await world.start()
  await toWorkedPrices()
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})
afterEach(() => toWorkedPrices())

async function toWorkedPrices(): Promise<void> {
  await world.service.database.query('DELETE FROM held_prices')
  await world.setPrice('BTC', '59999.99')
  await world.setPrice('ETH', '3000')
}

/** A set that nobody has answered in time. */
async function unanswered(pair: CalledPair, key?: Key): Promise<void> {
  await pair.create(key === undefined ? {} : { direction: 'Release' }, key)
  world.pass(hourMs)
  await world.expire()
}

const declaration = ({ positionId }: Deal, key: Key) =>
  callOf(createCloseOut, { key, body: { position_id: positionId, cause: 'UNMET_CALL' } })

const declare = (deal: Deal, key: Key): Promise<CloseOut> =>
  succeed(world.service, createCloseOut, {
    key,
    body: { position_id: deal.positionId, cause: 'UNMET_CALL' },
  })

const termination = ({ id }: Identified, key: Key) => world.callOn(terminateCloseOut, { id }, key)

describe('a release of a set', () => {
  it('is not unmet by what only the close of another deal sends back', async () => {
    await unanswered(closing, closing.borrowerKey)
    await world.do(closeOrder, { id: closing.deals[2].orderId }, closing.borrowerKey)
    const below = await refused(
      world.service,
      422,
      declaration(closingSmall ?? closing.deals[0], closing.borrowerKey),
    )
    expect(below.reason).toBe('CAUSE_NOT_PRESENT')
    expect(below.body.error.details).toContainEqual(
      expect.objectContaining({ field: 'set_notional', value: '300' }),
    )
  })

  it('is not unmet by what a borrower under notice has too much in another deal', async () => {
    const { borrowerKey, deals } = noticed
    await unanswered(noticed, borrowerKey)
    const own = noticedSmall ?? deals[0]
    expect((await declare(own, borrowerKey)).status).toBe('NOTICE')
    await world.service.database.query(
      `INSERT INTO close_outs SELECT (jsonb_populate_record(n, $2)).*
       FROM close_outs n WHERE position_id = $1`,
      [
        own.positionId,
        { id: randomUUID(), position_id: deals[2].positionId, creator_id: noticed.lender.id },
      ],
    )
    const { facts } = await succeed(world.service, previewCloseOut, {
      key: borrowerKey,
      body: { position_id: own.positionId, in_default: 'lender' },
    })
    expect(facts).toMatchObject([{ cause: 'UNMET_CALL', holds: false }])
    await world.service.database.query('DELETE FROM close_outs WHERE position_id = $1', [
      deals[2].positionId,
    ])
  })
})

describe('a party under notice for what is due by the sum', () => {
  it('sends exactly what is due of its deal, below every minimum', async () => {
    const { borrowerKey, lenderKey, deals } = cured
    const own = curedSmall ?? deals[0]
    await unanswered(cured, borrowerKey)
    const due = world.callOn(sendCollateral, { id: own.positionId }, lenderKey, {
      quantity: '0.1',
    })
    const early = await refused(world.service, 422, due)
    expect(early.body.error.details?.[0]?.issue).toContain('must be worth at least 10000.00 USD')
    const notice = await declare(own, borrowerKey)
    const sent = await succeed(world.service, sendCollateral, {
      params: { position_id: own.positionId },
      ...{ key: lenderKey, body: { quantity: '0.1' } },
    })
    await world.report(sent.id, 'completed', cured.lender)
    expect((await world.do(getCloseOut, notice, borrowerKey)).status).toBe('CURED')
  })
})

describe('the minimum of a set', () => {
  it('is the one that it was created with, in each of its deals', async () => {
    const [older, newer] = versions.deals
    const before = await withMinimum('7000', newer)
    // 6,000.24 and 1,040.00 USD: above the minimum of the newer terms, and below the other.
    await world.setPrice('ETH', '3020')
    const { minimum_notional_usd: minimum, total_notional_usd: total } = await versions.preview()
    expect([minimum, total]).toEqual(['7000.00', '7040.24'])
    await unanswered(versions)
    for (const deal of [older, newer]) {
      expect((await declare(deal, versions.lenderKey)).status).toBe('NOTICE')
    }
    await useTerms(newer, before)
  })
})

/** Puts newer terms into effect, which only one deal has. Returns the id of those before. */
async function withMinimum(minimumUsd: string, deal: Deal): Promise<string> {
  const { database, clock } = world.service
  const id = randomUUID()
  const { rows } = await database.query('SELECT terms_id::text AS id FROM orders WHERE id = $1', [
    deal.orderId,
  ])
  const [before] = rows as { id: string }[]
  if (before === undefined) throw new Error('the order is missing')
  await database.query(
    insertTerms(`SELECT (jsonb_populate_record(m, $2)).* FROM margin_terms m WHERE id = $1`),
    [before.id, { id, minimum_notional_top_up_usd: minimumUsd }],
  )
  await database.query(
    `INSERT INTO agreement_versions SELECT agreement_id, 2, lender_id, borrower_id, $2, $3, $3, $3,
       $3::timestamptz + interval '14 days'
     FROM agreement_versions WHERE terms_id = $1`,
    [before.id, id, new Date(clock.now()).toISOString()],
  )
  await useTerms(deal, id)
  return before.id
}

async function useTerms({ orderId }: Deal, id: string): Promise<void> {
  await world.service.database.query('UPDATE orders SET terms_id = $2 WHERE id = $1', [orderId, id])
}

describe('a termination by the sum of a set', () => {
  it('waits while a quote of another deal is held', async () => {
    const { lenderKey, deals } = held
    await unanswered(held)
    const notice = await declare(deals[0], lenderKey)
    world.pass(hourMs + 1)
    const { database, clock } = world.service
    await database.query("INSERT INTO held_prices VALUES ('ETH', 'test', 4000, $1, $1)", [
      new Date(clock.now()).toISOString(),
    ])
    const waits = await refused(world.service, 424, termination(notice, lenderKey))
    expect(waits.reason).toBe('PRICE_HELD')
    expect(waits.body.error.details).toMatchObject([{ field: 'ETH' }])
    await database.query('DELETE FROM held_prices')
    expect((await call(world.service, termination(notice, lenderKey))).status).toBe(200)
  })

  it('waits for the asset of another deal that is on the chain', async () => {
    const { lenderKey, borrowerKey, deals } = returning
    await unanswered(returning)
    const notice = await declare(deals[0], lenderKey)
    world.pass(hourMs + 1)
    await toWorkedPrices()
    const part = { kind: 'return', quantity: '3000' }
    const back = await world.requests.ask(deals[1].positionId, part, borrowerKey)
    await world.requests.do('accept', back.id, lenderKey)
    const [id = ''] = (await world.requests.get(back.id, borrowerKey)).transfer_ids
    await world.report(id, 'confirming', returning.borrower)
    const waits = await refused(world.service, 409, termination(notice, lenderKey))
    expect(waits.reason).toBe('CURE_UNDER_WAY')
    await world.report(id, 'completed', returning.borrower)
    // Nothing has changed the deal of the notice, so a check ends it.
    const over = await refused(world.service, 422, termination(notice, lenderKey))
    expect(over.reason).toBe('CAUSE_NOT_PRESENT')
    world.pass(hourMs)
    await toWorkedPrices()
    await world.expire()
    expect((await world.do(getCloseOut, notice, lenderKey)).status).toBe('CURED')
  })

  it('names the price of another deal that is too old, and so does the declaration', async () => {
    const { lenderKey, deals } = stale
    await unanswered(stale)
    const old = '2020-01-01T00:00:00.000Z'
    await world.setPrice('ETH', '3000', old)
    const undeclared = await refused(world.service, 424, declaration(deals[0], lenderKey))
    expect(undeclared.reason).toBe('PRICE_STALE')
    await toWorkedPrices()
    const notice = await declare(deals[0], lenderKey)
    world.pass(hourMs + 1)
    await world.setPrice('ETH', '3000', old)
    const unknown = await refused(world.service, 424, termination(notice, lenderKey))
    expect(unknown.reason).toBe('PRICE_STALE')
    expect(unknown.body.error.details).toMatchObject([{ field: 'ETH', value: old }])
    await toWorkedPrices()
    expect((await call(world.service, termination(notice, lenderKey))).status).toBe(200)
  })

  it.for([0, 1] as const)(
    'is the only one of two at once, that of deal %i first',
    async (first) => {
      const pair = raced[first] ?? noPair()
      await unanswered(pair)
      const notices = [
        await declare(pair.deals[first], pair.lenderKey),
        await declare(pair.deals[first === 0 ? 1 : 0], pair.lenderKey),
      ]
      world.pass(hourMs + 1)
      const answers = await withOwnerClient(world.service.database.url, async (client) => {
        await client.query('BEGIN')
        await client.query('SELECT FROM call_sets WHERE lender_id = $1 FOR UPDATE', [
          pair.lender.id,
        ])
        const asked = []
        for (const [i, notice] of notices.entries()) {
          asked.push(call(world.service, termination(notice, pair.lenderKey)))
          await waitersForLocks(world.service.database, i + 1)
        }
        await client.query('COMMIT')
        return Promise.all(asked)
      })
      expect(answers).toMatchObject([
        { status: 200 },
        { status: 422, body: { error: { reason: 'CAUSE_NOT_PRESENT' } } },
      ])
    },
  )
})

function noPair(): never {
  throw new Error('there is no pair')
}

describe('the notification of a set', () => {
  it('is of what awaits an answer, without what was accepted at once as a cure', async () => {
    await unanswered(noted)
    await declare(noted.deals[0], noted.lenderKey)
    const set = await noted.create({}, noted.borrowerKey)
    expect(set.statuses).toMatchObject([
      { status: 'PENDING_ACCEPTANCE', requests: 1 },
      { status: 'ACCEPTED', requests: 1 },
    ])
    const { notifications } = await succeed(world.service, listNotifications, {
      key: noted.lenderKey,
    })
    const asked = notifications.find(({ link }) => link.resource === 'call_set')
    expect(asked?.body).toContain('collateral of 1 deal, 6000.00 USD in all')
  })
})

describe('rules of approval for requests', () => {
  const rule = { approvals: 1, within_seconds: 3600 }

  it('hold a set by its total, as the request of one deal', async () => {
    await succeed(world.service, setApprovalPolicy, {
      key: approver,
      body: {
        rules: [
          { operation: 'createMarkToMarketRequest', above_usd: '59999.94', ...rule },
          { operation: 'acceptMarkToMarketRequest', above_usd: '12000', ...rule },
          { operation: 'acceptCallSet', above_usd: '50000', ...rule },
        ],
      },
    })
    const set = await approved.create()
    const accepted = await call(world.service, approved.acceptance(set))
    expect(accepted).toMatchObject({ status: 202, body: { approval: { amount_usd: '12000.24' } } })
    const { approval } = accepted.body as { approval: { id: string } }
    const { resolved } = await succeed(world.service, getApproval, {
      key: approver,
      params: { approval_id: approval.id },
    })
    expect(resolved).toMatchObject({
      order_id: null,
      counterparty_name: approved.lender.name,
      movements: [
        { when: 'at_once', token: 'BTC', quantity: '0.10000417', notional_usd: '6000.24' },
        { when: 'at_once', token: 'ETH', quantity: '2', notional_usd: '6000.00' },
      ],
      calls: [
        { token: 'BTC', quantity: '0.10000417', before_percent: '149.39', after_percent: '150.00' },
        { token: 'ETH', quantity: '2', before_percent: '148.80', after_percent: '150.00' },
      ],
      reason: null,
    })
    // 59,999.94 USD are not above the rule, and with 3,000.00 of the other deal they are.
    const release = { direction: 'Release' } as const
    const alone = await approved.preview(release, approved.borrowerKey)
    const one = await call(
      world.service,
      approved.creation(alone.calculation_id, approved.borrowerKey),
    )
    expect(one.status).toBe(200)
  })
})
