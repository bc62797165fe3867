import { randomUUID } from 'node:crypto'
import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  disputeMarkToMarketRequest,
  rejectMarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refused } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { now, World } from '../../../harness/world/world.ts'
import { possible, Threads } from '../../../harness/threads.ts'

const world = new World({ short: 16 })
const viewer = world.borrower.credential('viewer')
const threads = new Threads(world)
const { lenderKey, borrowerKey, strangerKey } = world

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

/** A request of the lender that awaits the answer of the borrower, and its entry. */
async function unanswered() {
  const deal = world.shortDeal()
  const request = await world.margin.create(deal)
  return { deal, request, entry: await threads.open(deal.orderId, borrowerKey) }
}

describe('200 OK', () => {
  it('returns 200 and accepts the request', async () => {
    const { deal, request, entry } = await unanswered()
    expect(entry.text).toMatch(/^Mark-to-market request: top-up of 60 ETH, /)
    const resolved = await threads.resolve(entry, borrowerKey, 'accept')
    expect(resolved).toEqual({
      ...entry,
      action: {
        resource: 'mark_to_market_request',
        resource_id: request.id,
        awaits: 'PENDING_ACCEPTANCE',
        state: 'resolved',
        resolution: 'accept',
        resolved_by: world.borrower.id,
        resolve_time: now,
        actions: ['accept', 'reject'].map((action) => ({
          action,
          available: false,
          reason: 'resolved with accept',
        })),
      },
    })
    expect(await world.margin.get(request)).toMatchObject({ status: 'ACCEPTED' })
    const [transfer, ...more] = await world.margin.transfersOf(request)
    expect(more).toEqual([])
    expect(transfer).toMatchObject({ quantity: '60', status: 'PENDING' })
    expect(await world.margin.hasDeadline(request)).toBe(false)
    expect(await threads.get(deal.orderId, lenderKey)).toMatchObject({ open_action_count: 0 })
  })

  it('returns 200 and rejects the request', async () => {
    const { request, entry } = await unanswered()
    const resolved = await threads.resolve(entry, borrowerKey, 'reject')
    expect(resolved.action).toMatchObject({ resolution: 'reject', resolved_by: world.borrower.id })
    expect(await world.margin.get(request)).toMatchObject({ status: 'REJECTED' })
    expect(await world.margin.transfersOf(request)).toEqual([])
  })

  it('returns 200 and accepts an order with both wallets', async () => {
    const { id } = await world.orders.create()
    const entry = await threads.open(id, lenderKey)
    expect(entry).toMatchObject({ number: 1, organization_id: world.borrower.id })
    expect(entry.text).toBe(
      'Order: 10 BTC at 5 % a year, against 300 ETH. Awaits the answer of the counterparty.',
    )
    const wallets = world.wallets(world.lender)
    const resolved = await threads.resolve(entry, lenderKey, 'accept', wallets)
    expect(resolved.action).toMatchObject({ resource: 'order', resource_id: id, state: 'resolved' })
    expect(await world.orders.get(id)).toMatchObject({
      status: 'ACCEPTED',
      lender_asset_wallet_id: wallets.asset_wallet_id,
    })
    expect(await world.orders.transfers(id)).toHaveLength(2)
  })
})

describe('a recall, a return or a rerate', () => {
  const answers = [
    ['accept', 'recall of 4 BTC', { kind: 'recall', quantity: '4' }, 'ACCEPTED'],
    ['reject', 'recall of 4 BTC', { kind: 'recall', quantity: '4' }, 'REJECTED'],
    ['accept', 'rerate to 6.5 % a year', { kind: 'rerate', rate_percent: '6.5' }, 'COMPLETED'],
  ] as const
  it.each(firstOf(answers))(
    'is answered in the thread: %s a %s',
    async (decision, words, body, status) => {
      const { id, position_id } = await world.orders.active()
      const orderRequest = await world.requests.ask(position_id, body, lenderKey)
      const entry = await threads.open(id, borrowerKey)
      expect(entry).toMatchObject({
        organization_id: world.lender.id,
        action: { resource: 'order_request', resource_id: orderRequest.id, awaits: 'PENDING' },
      })
      expect(entry.text).toContain(`Order request: ${words}`)
      const own = threads.resolution(entry, lenderKey, decision)
      expect((await refused(world.service, 403, own)).reason).toBe('PARTY_NOT_PERMITTED')
      const resolved = await threads.resolve(entry, borrowerKey, decision)
      expect(resolved.action).toMatchObject({ resolution: decision, state: 'resolved' })
      expect(await world.requests.get(orderRequest.id)).toMatchObject({ status })
      expect(await world.faults()).toEqual([])
    },
  )
})

describe('a dispute', () => {
  it('resolves the request, and has its own entry that awaits an answer of either side', async () => {
    const { deal, request, entry } = await unanswered()
    await world.do(disputeMarkToMarketRequest, request, borrowerKey, {
      counter_notional_usd: '100000',
      reason: 'PRICE',
    })
    const [dispute, first, ...more] = await threads.entries(deal.orderId, lenderKey)
    if (dispute === undefined) throw new Error('the dispute is not in the thread')
    // The entry of the order.
    expect(more).toHaveLength(1)
    expect(first).toMatchObject({
      id: entry.id,
      action: { state: 'resolved', resolution: 'dispute', resolved_by: world.borrower.id },
    })
    expect(dispute).toMatchObject({
      number: 3,
      organization_id: world.borrower.id,
      action: { state: 'open', awaits: 'DISPUTED', resource_id: request.id },
    })
    // One side accepts the counter-valuation, the other concedes; neither can reject it any more.
    expect(possible(dispute)).toEqual(['accept'])
    expect(possible(await threads.open(deal.orderId, borrowerKey))).toEqual(['accept'])
    const late = await refused(world.service, 409, threads.resolution(entry, borrowerKey, 'accept'))
    expect(late.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'state', issue: 'accept is not possible: resolved with dispute' }],
    })
    const reject = threads.resolution(dispute, borrowerKey, 'reject')
    expect((await refused(world.service, 409, reject)).reason).toBe('INVALID_STATE')
    expect((await threads.open(deal.orderId, lenderKey)).id).toBe(dispute.id)

    const conceded = await threads.resolve(dispute, borrowerKey, 'accept')
    expect(conceded.action).toMatchObject({ resolution: 'concede', resolved_by: world.borrower.id })
    expect(await world.margin.get(request)).toMatchObject({ status: 'IN_PROGRESS' })
  })
})

describe('an action that was answered elsewhere', () => {
  const elsewhere = [
    ['accepted', acceptMarkToMarketRequest, borrowerKey, 'accept'],
    ['rejected', rejectMarkToMarketRequest, borrowerKey, 'reject'],
    ['withdrawn', cancelMarkToMarketRequest, lenderKey, 'cancel'],
  ] as const
  it.each(firstOf(elsewhere))(
    'is resolved when it is %s',
    async (_how, operation, key, resolution) => {
      const { deal, request, entry } = await unanswered()
      await world.do(operation, request, key)
      const by = key === lenderKey ? world.lender.id : world.borrower.id
      const [shown] = await threads.entries(deal.orderId, lenderKey)
      expect(shown).toMatchObject({
        id: entry.id,
        action: { state: 'resolved', resolution, resolved_by: by, resolve_time: now },
      })
      const late = threads.resolution(entry, borrowerKey, 'reject')
      expect((await refused(world.service, 409, late)).reason).toBe('INVALID_STATE')
    },
  )

  it('is resolved by its expiry, without an organization', async () => {
    const { deal } = await unanswered()
    world.service.clock.set('2026-03-03T12:00:00.000Z')
    await world.expire()
    const [shown] = await threads.entries(deal.orderId, lenderKey)
    expect(shown?.action).toMatchObject({
      state: 'resolved',
      resolution: 'expire',
      resolved_by: null,
      resolve_time: '2026-03-03T12:00:00.000Z',
    })
  })
})

describe('400 Bad Request', () => {
  const bodies: readonly [string, object, string][] = [
    ['no decision', {}, 'decision'],
    ['another decision', { decision: 'maybe' }, 'decision'],
    ['an unknown member', { decision: 'accept', note: 'x' }, 'note'],
  ]
  it.each(firstOf(bodies))('returns 400 for %s', async (_what, body, field) => {
    const { entry } = await unanswered()
    const resolution = threads.resolution(entry, borrowerKey, 'accept')
    const reply = await refused(world.service, 400, { ...resolution, body: JSON.stringify(body) })
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for the creator of the request', async () => {
    const { request, entry } = await unanswered()
    const own = await threads.entries(entry.order_id, lenderKey)
    expect(own[0]?.action?.actions).toEqual(
      ['accept', 'reject'].map((action) => ({
        action,
        available: false,
        reason: 'only the counterparty may do this',
      })),
    )
    const resolution = threads.resolution(entry, lenderKey, 'accept')
    expect((await refused(world.service, 403, resolution)).reason).toBe('PARTY_NOT_PERMITTED')
    expect(await world.margin.get(request)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
    expect((await threads.open(entry.order_id, lenderKey)).id).toBe(entry.id)
  })

  it('returns 403 for a viewer, who is shown the reason', async () => {
    const { entry } = await unanswered()
    const [shown] = await threads.entries(entry.order_id, viewer)
    expect(shown?.action?.actions[0]).toEqual({
      action: 'accept',
      available: false,
      reason: 'the role viewer may not do this',
    })
    const resolution = threads.resolution(entry, viewer, 'accept')
    expect((await refused(world.service, 403, resolution)).reason).toBe('ROLE_NOT_PERMITTED')
  })
})

describe('404 Not Found', () => {
  it('returns 404 for the order of another organization, as for an unknown one', async () => {
    const { entry } = await unanswered()
    const resolution = threads.resolution(entry, strangerKey, 'accept')
    expect((await refused(world.service, 404, resolution)).reason).toBe('ORDER_NOT_FOUND')
  })

  it('returns 404 for an entry of another chat, as for an unknown one', async () => {
    const [here, there] = [await unanswered(), await unanswered()]
    for (const id of [there.entry.id, randomUUID()]) {
      const resolution = threads.resolution({ ...here.entry, id }, borrowerKey, 'accept')
      expect((await refused(world.service, 404, resolution)).reason).toBe('CHAT_ENTRY_NOT_FOUND')
    }
    expect(await world.margin.get(there.request)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
  })
})

describe('409 Conflict', () => {
  it('returns 409 for a message', async () => {
    const entry = await threads.post(world.shortDeal().orderId, lenderKey)
    const reply = await refused(
      world.service,
      409,
      threads.resolution(entry, borrowerKey, 'accept'),
    )
    expect(reply.body.error.details).toEqual([
      { field: 'kind', issue: 'is a message, which has no answer' },
    ])
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for missing wallets when an order is accepted', async () => {
    const { id } = await world.orders.create()
    const entry = await threads.open(id, lenderKey)
    const { asset_wallet_id } = world.wallets(world.lender)
    for (const wallets of [{}, { asset_wallet_id }]) {
      const resolution = threads.resolution(entry, lenderKey, 'accept', wallets)
      expect((await refused(world.service, 422, resolution)).reason).toBe('VALUE_INVALID')
    }
    const foreign = world.wallets(world.borrower)
    const resolution = threads.resolution(entry, lenderKey, 'accept', foreign)
    expect((await refused(world.service, 422, resolution)).reason).toBe('WALLET_UNSUITABLE')
    expect(await world.orders.get(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
  })
})
