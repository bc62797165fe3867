import {
  listOrderTerms,
  listPositionValuations,
  previewRequest,
  reportPositions,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eligible } from '../../../harness/agreed-terms.ts'
import type { Deal } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { Threads } from '../../../harness/threads.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World({ short: 4 })
const { lender, borrower, lenderKey, borrowerKey } = world
const [first, second, disputed, racing] = Array.from({ length: 4 }, () =>
  world.book.deal(lender, borrower, {
    asset: 'USDC',
    asset_quantity: '1000000',
    collateral_asset: 'BTC',
    collateral_quantity: '25',
  }),
) as [Deal, Deal, Deal, Deal]
world.book.price('USDC', '1', now)

beforeAll(async () => {
  await world.start()
  await world.setPrice('BTC', '58000')
  await world.newerTerms(2, {
    requirement_percent: '140',
    margin_call_percent: '120',
    eligible_collateral: [eligible('ETH', '160')],
  })
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const ask = ({ positionId }: Deal, version = 2, key = lenderKey) =>
  world.requests.ask(positionId, { kind: 'amend', terms_version: version }, key)
const accept = (id: string) => world.requests.do('accept', id, borrowerKey)
const figures = async (deal: Deal) => {
  const { direction, m2m_collateral_amount, m2m_notional_usd } = (await world.margin.preview(deal))
    .preview
  return [direction, m2m_collateral_amount, m2m_notional_usd]
}
const coverageOf = async ({ positionId }: Deal) =>
  (await world.orders.shownPosition(positionId)).ccr_percent
const ratioOf = async ({ positionId }: Deal) => {
  const { rows } = await world.service.database.query<{ ratio: string }>(
    'SELECT margin_call_ratio::text AS ratio FROM position_levels WHERE position_id = $1',
    [positionId],
  )
  return rows[0]?.ratio
}
const termsOf = ({ orderId }: Deal, key = lenderKey) =>
  succeed(world.service, listOrderTerms, { key, params: { order_id: orderId } })

describe('accepted amends', () => {
  it('change what is due, the levels and the terms of the order, and no figure of the past', async () => {
    expect(await figures(first)).toEqual(['TopUp', '0.86206897', '50000.00'])
    expect(await ratioOf(first)).toBe('52000')
    const shown = await world.orders.get(first.orderId)
    expect(shown.actions.find(({ action }) => action === 'amend')?.available).toBe(true)
    const request = await ask(first)
    expect(request).toMatchObject({ kind: 'amend', terms_version: 2, quantity: null, whole: null })
    const asked = { operation: 'acceptOrderRequest', id: request.id }
    const { terms, coverage } = await succeed(world.service, previewRequest, {
      key: borrowerKey,
      body: asked,
    })
    expect(terms).toMatchObject({
      before_version: 1,
      before: { requirement_percent: '150' },
      after_version: 2,
      after: { requirement_percent: '140' },
    })
    expect(coverage).toMatchObject({ before_percent: '145.00', margin_call_percent: '120' })
    expect(await coverageOf(first)).toBe('145.00')

    world.pass(60_000)
    const at = new Date(world.service.clock.now()).toISOString()
    expect(await accept(request.id)).toMatchObject({ status: 'COMPLETED' })
    expect(await figures(first)).toEqual(['Release', '0.86206896', '50000.00'])
    expect(await ratioOf(first)).toBe('48000')
    expect(await coverageOf(first)).toBe('145.00')
    const order = await world.orders.get(first.orderId)
    expect(order).toMatchObject({ terms_version: 2, terms: { margin_call_percent: '120' } })
    expect(order.actions.find(({ action }) => action === 'amend')).toMatchObject({
      available: false,
      reason: 'the newest terms in effect apply already: those of version 2',
    })
    const { order_terms } = await termsOf(first)
    expect(order_terms).toMatchObject([
      { terms_version: 2, from_time: at, until_time: null, order_request_id: request.id },
      { terms_version: 1, until_time: at, order_request_id: null },
    ])
    expect(order_terms.map((one) => one.terms.requirement_percent)).toEqual(['140', '150'])

    const versionAt = async (time: string) => {
      const query = { as_of: time }
      const answer = await succeed(world.service, reportPositions, { key: lenderKey, query })
      const row = answer.positions.find(({ order_id }) => order_id === first.orderId)
      return row?.terms_version
    }
    expect(await versionAt(now)).toBe(1)
    expect(await versionAt(new Date(world.service.clock.now() - 1).toISOString())).toBe(1)
    expect(await versionAt(at)).toBe(2)
    const { valuations } = await succeed(world.service, listPositionValuations, {
      key: lenderKey,
      params: { position_id: first.positionId },
    })
    expect(valuations.length).toBeGreaterThan(0)
    expect(valuations.every(({ terms_version }) => terms_version === 1)).toBe(true)
  })

  it('are announced with the terms that differ, old and new', async () => {
    const request = await ask(second, 2, borrowerKey)
    const entry = await new Threads(world).open(second.orderId, lenderKey)
    expect(entry.text).toContain(
      'amend to version 2 of the terms: requirement from 150 % to 140 %, margin call level from 130 % to 120 %, eligible collateral from none to ETH (requirement 160 %, margin call 140 %, liquidation 120 %).',
    )
    const { rows } = await world.service.database.query(
      'SELECT title, body FROM notifications WHERE link_id = $1',
      [request.id],
    )
    expect(rows).toHaveLength(1)
    expect(String(rows[0]?.['title'])).toMatch(/^An amend to answer: order \d+$/)
    expect(String(rows[0]?.['body'])).toContain('the terms of version 2 of the agreement apply')
    await world.requests.do('reject', request.id, lenderKey)
    expect(await termsOf(second)).toMatchObject({ order_terms: [{ terms_version: 1 }] })
  })

  it('are one of the requests of both sides: the second finds that the terms apply', async () => {
    const one = await ask(racing)
    const other = await ask(racing, 2, borrowerKey)
    await accept(one.id)
    const reply = await refused(
      world.service,
      409,
      world.requests.callOf('accept', other.id, lenderKey),
    )
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'terms_version', value: '2' }],
    })
  })
})

describe('mark-to-market requests', () => {
  it('keep an amend from being accepted while one awaits an answer', async () => {
    const deal = world.shortDeal()
    const call = await world.margin.create(deal)
    const { id } = await ask(deal)
    const reply = await refused(
      world.service,
      409,
      world.requests.callOf('accept', id, borrowerKey),
    )
    expect(reply.body.error).toMatchObject({
      reason: 'MARK_TO_MARKET_REQUEST_OPEN',
      details: [{ value: call.id }],
    })
  })

  it('go on while they are disputed, and cannot be conceded with the figures of older terms', async () => {
    const call = await world.margin.disputed(disputed, '0')
    const { id } = await ask(disputed)
    expect(await accept(id)).toMatchObject({ status: 'COMPLETED' })
    const shown = await world.margin.get(call, borrowerKey)
    expect(shown.status).toBe('DISPUTED')
    const concede = shown.actions.find(({ action }) => action === 'accept')
    expect(concede).toMatchObject({ available: false })
    expect(concede?.reason).toContain('other terms apply to the deal since it was computed')
  })

  it('refuse a preview that was shown before', async () => {
    const deal = world.shortDeal()
    const calculation = await world.margin.calculationOf(deal)
    const { id } = await ask(deal)
    await accept(id)
    const reply = await refused(world.service, 409, world.margin.creation(deal, calculation))
    expect(reply.reason).toBe('PREVIEW_STALE')
  })
})

describe('the version', () => {
  const requested = (body: object) =>
    refused(world.service, 422, world.requests.askCall(second.positionId, body, lenderKey))

  it.each([
    ['none', { kind: 'amend' }],
    ['the one that applies', { kind: 'amend', terms_version: 1 }],
    ['one that does not exist', { kind: 'amend', terms_version: 7 }],
  ])('must be the newest in effect, not %s', async (_which, body) => {
    const { body: answer } = await requested(body)
    expect(answer.error).toMatchObject({
      reason: 'VALUE_INVALID',
      details: [{ field: 'terms_version' }],
    })
    expect(answer.error.details?.[0]?.issue).toContain('as 2: that is the newest version in effect')
  })

  it('is not for other kinds, and theirs are not for an amend', async () => {
    for (const [body, field, kind] of [
      [{ kind: 'rerate', rate_percent: '4', terms_version: 2 }, 'terms_version', 'a rerate'],
      [{ kind: 'amend', terms_version: 2, rate_percent: '4' }, 'rate_percent', 'an amend'],
    ] as const) {
      const { body: answer } = await requested(body)
      expect(answer.error.details).toEqual([{ field, issue: `must not be given for ${kind}` }])
    }
  })

  it('ends with a newer one in effect: the request is not accepted any more', async () => {
    const deal = world.shortDeal()
    const { id } = await ask(deal)
    await world.newerTerms(3, { requirement_percent: '145' })
    const reply = await refused(
      world.service,
      409,
      world.requests.callOf('accept', id, borrowerKey),
    )
    expect(reply.body.error).toMatchObject({
      reason: 'TERMS_CHANGED',
      details: [{ field: 'terms_version', value: '3' }],
    })
  })
})

describe('terms of the past', () => {
  it('stay in order if the clock was set back between two of them', async () => {
    const deal = world.shortDeal()
    world.pass(10_000)
    await accept((await ask(deal, 3)).id)
    world.pass(-4_000)
    await world.newerTerms(4, { requirement_percent: '135' })
    await accept((await ask(deal, 4)).id)
    world.pass(60_000)
    const { order_terms } = await termsOf(deal)
    expect(order_terms.map((one) => one.terms_version)).toEqual([4, 3, 1])
    const [, second, oldest] = order_terms
    expect(second?.from_time).toBe(oldest?.until_time)
    expect(second?.until_time).toBe(second?.from_time)
    const query = { as_of: now }
    const answer = await succeed(world.service, reportPositions, { key: lenderKey, query })
    const row = answer.positions.find(({ order_id }) => order_id === deal.orderId)
    expect(row?.terms_version).toBe(1)
  })
})
