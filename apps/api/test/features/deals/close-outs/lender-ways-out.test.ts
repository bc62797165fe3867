import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  type CloseOut,
  disputeMarkToMarketRequest,
  listChatEntries,
  rejectMarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { firstOf, isLongRun } from '../../../harness/long-run.ts'
import {
  dayMs,
  DefaultCases,
  everyCause,
  figuresOf,
  hourMs,
} from '../../../harness/world/default-cases.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World({ over: isLongRun ? 18 : 6, terms: everyCause })
const cases = new DefaultCases(world)
const { closeOuts, margin, orders, requests, lenderKey, borrowerKey } = world
const without = world.book.deal(world.lender, world.borrower, { collateral_quantity: '400' })

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** A Release that the borrower asks for. */
const asked = (deal: Deal) => margin.create(deal, borrowerKey)

/** The same, accepted by the lender: its transfer is instructed. */
async function accepted(deal: Deal) {
  const request = await world.do(acceptMarkToMarketRequest, await asked(deal), lenderKey)
  return { request, transferId: String(request.transfer_ids[0]) }
}

const rejected = async (deal: Deal) =>
  world.do(rejectMarkToMarketRequest, await asked(deal), lenderKey)

const disputed = async (deal: Deal) =>
  world.do(disputeMarkToMarketRequest, await asked(deal), lenderKey, {
    ...{ counter_notional_usd: '0', reason: 'PRICE' },
  })

const declaration = (deal: Deal, cause: CloseOut['cause']) =>
  closeOuts.declaration(deal, borrowerKey, { cause })

interface WayOut {
  readonly cause: CloseOut['cause']
  readonly about: CloseOut['fact']['resource']
  /** What happens until the default is there, but for the last day. */
  readonly happen: (deal: Deal) => Promise<unknown>
}

const unmet = { cause: 'UNMET_CALL', about: 'mark_to_market_request' } as const
const missed = { cause: 'MISSED_RETURN', about: 'order_request' } as const

/** What a lender can do in place of what it owes. */
const waysOut: [string, WayOut][] = [
  [
    'keeping the collateral of a close at its custodian',
    {
      ...{ cause: 'MISSED_RETURN', about: 'order' },
      happen: async ({ orderId }) => {
        await orders.do('close', orderId, borrowerKey)
        await orders.end(orderId, 'asset', 'completed')
        await orders.end(orderId, 'interest', 'completed')
        expect(reasonAgainst(await orders.get(orderId, lenderKey), 'cancel_close')).not.toBeNull()
      },
    },
  ],
  ['rejecting a Release', { ...unmet, happen: rejected }],
  [
    'disputing a Release with 0, with an offer of its own in between',
    {
      ...unmet,
      happen: async (deal) => {
        await disputed(deal)
        world.pass(dayMs - hourMs)
        const own = await margin.create(deal)
        await world.do(cancelMarkToMarketRequest, own, lenderKey)
        await disputed(deal)
        const early = await refused(world.service, 422, declaration(deal, 'UNMET_CALL'))
        expect(figuresOf(early)).toContain('unmet_from')
      },
    },
  ],
  ['accepting a Release that its custodian never approves', { ...unmet, happen: accepted }],
  ['letting a Release expire', { ...unmet, happen: asked }],
  [
    'cancelling a Release whose transfer its custodian has cancelled',
    {
      ...unmet,
      happen: async (deal) => {
        const { request, transferId } = await accepted(deal)
        await world.report(transferId, 'cancelled')
        await world.do(cancelMarkToMarketRequest, request, lenderKey)
      },
    },
  ],
  [
    'keeping the collateral of a part that has come back',
    {
      ...missed,
      happen: async (deal) => {
        await cases.returning(deal)
        await orders.end(deal.orderId, 'asset', 'completed')
      },
    },
  ],
  [
    'having the collateral of a part rejected by its custodian, again and again',
    {
      ...missed,
      happen: async (deal) => {
        const id = await cases.collateralRejected(deal)
        world.pass(hourMs)
        await requests.do('retry', id, lenderKey)
        await orders.end(deal.orderId, 'collateral', 'rejected')
      },
    },
  ],
]

describe('a lender that does not do what it owes, by', () => {
  it.each(firstOf(waysOut))('%s', async (_way, { cause, about, happen }) => {
    const deal = world.overDeal()
    await happen(deal)
    await cases.days(1)
    const declared = await closeOuts.declare(deal, { cause }, borrowerKey)
    expect(declared).toMatchObject({
      ...{ status: 'NOTICE', declarer_id: world.borrower.id },
      fact: { resource: about, holds: true },
    })
    const { id } = declared
    const early = await refused(world.service, 409, closeOuts.callOf('terminate', id, borrowerKey))
    expect(figuresOf(early)).toEqual(['earliest_terminate_time'])
    for (const action of ['withdraw', 'terminate'] as const) {
      await refused(world.service, 403, closeOuts.callOf(action, id, lenderKey))
    }
    world.pass(2 * hourMs)
    await world.expire()
    // 1,000,000 USD of collateral, or less, against 600,000 USD: nothing goes back.
    expect(await closeOuts.do('terminate', id, borrowerKey)).toMatchObject({
      ...{ status: 'CLAIM_OPEN', transfer_ids: [] },
      statement: { in_default: 'lender', provisional: false },
    })
    expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
    expect(await orders.position(deal.orderId)).toMatchObject({ status: 'CLOSED' })
  })

  it('none of these ways, where the terms name no cause', async () => {
    for (const cause of everyCause.default_causes) {
      const { reason } = await refused(world.service, 422, declaration(without, cause))
      expect(reason).toBe('CAUSE_NOT_AGREED')
    }
  })
})

/** A Release that the lender has rejected, and the notice of it. */
async function declaredRejection(deal: Deal): Promise<string> {
  await rejected(deal)
  await cases.days(1)
  return (await closeOuts.declare(deal, { cause: 'UNMET_CALL' }, borrowerKey)).id
}

describe('a notice against the lender', () => {
  it('is cured by a Release that the lender offers, which the borrower cannot refuse', async () => {
    const deal = world.overDeal()
    const id = await declaredRejection(deal)
    const offer = await margin.create(deal)
    expect(offer).toMatchObject({ direction: 'Release', status: 'ACCEPTED' })
    for (const operation of [rejectMarkToMarketRequest, cancelMarkToMarketRequest]) {
      await refused(world.service, 409, world.callOn(operation, offer, borrowerKey))
    }
    await world.report(String(offer.transfer_ids[0]), 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'CURED' })
  })

  it.runIf(isLongRun)('accepts a Release that the lender has offered before', async () => {
    const deal = world.overDeal()
    await rejected(deal)
    await cases.days(1)
    const offer = await margin.create(deal)
    await closeOuts.declare(deal, { cause: 'UNMET_CALL' }, borrowerKey)
    expect(await margin.get(offer)).toMatchObject({ status: 'ACCEPTED' })
  })
})

describe('a Release that is on its way at the termination by the borrower', () => {
  /** The lender sends one under notice, which holds the termination up for an hour. */
  async function onItsWay(deal: Deal, closeOutId: string): Promise<string> {
    const { transferId } = await accepted(deal)
    await world.report(transferId, 'confirming')
    const termination = closeOuts.callOf('terminate', closeOutId, borrowerKey)
    expect((await refused(world.service, 409, termination)).reason).toBe('CURE_UNDER_WAY')
    world.pass(hourMs)
    return transferId
  }

  /** A termination that waits for a Release. */
  async function waiting() {
    const deal = world.overDeal()
    const id = await declaredRejection(deal)
    world.pass(2 * hourMs)
    const transferId = await onItsWay(deal, id)
    const { waits_for: waits } = await closeOuts.do('terminate', id, borrowerKey)
    expect(waits?.transfer_ids).toEqual([transferId])
    return { deal, id, transferId }
  }

  it('counts if it arrives in time, as the thread says in the name of the borrower', async () => {
    const { deal, id, transferId } = await waiting()
    await world.report(transferId, 'completed')
    expect(await closeOuts.get(id)).toMatchObject({
      status: 'CLAIM_OPEN',
      statement: { provisional: false, collateral: [{ quantity: '360' }] },
    })
    const params = { order_id: deal.orderId }
    const { entries } = await succeed(world.service, listChatEntries, { key: lenderKey, params })
    const [final] = entries.filter(({ close_out_id }) => close_out_id === id)
    expect(final).toMatchObject({ organization_id: world.borrower.id, account_name: null })
    expect(final?.text).toContain('are final')
  })

  it.runIf(isLongRun)('is sent back by the borrower if it arrives later', async () => {
    const { deal, id, transferId } = await waiting()
    await cases.days(1)
    expect(await closeOuts.get(id)).toMatchObject({ status: 'CLAIM_OPEN' })
    await world.report(transferId, 'completed')
    const sent = (await orders.transfers(deal.orderId)).at(-1)
    expect(sent).toMatchObject({ category: 'liquidation', quantity: '40', sender: 'borrower' })
    await orders.end(deal.orderId, 'collateral', 'completed')
    expect(await orders.balances(deal.orderId)).toEqual({})
  })
})

describe.runIf(isLongRun)('a part that is on its way at the termination by the borrower', () => {
  async function waiting() {
    const deal = world.overDeal()
    const id = await declaredRejection(deal)
    const part = await cases.returning(deal)
    await orders.end(deal.orderId, 'asset', 'confirming')
    world.pass(2 * hourMs)
    const { waits_for: waits } = await closeOuts.do('terminate', id, borrowerKey)
    expect(waits?.transfer_ids).toHaveLength(1)
    return { deal, id, part }
  }

  it('counts if it arrives in time, and no collateral is sent for it', async () => {
    const { deal, id, part } = await waiting()
    await orders.end(deal.orderId, 'asset', 'completed')
    expect(await closeOuts.get(id)).toMatchObject({
      ...{ status: 'CLAIM_OPEN', statement: { provisional: false, asset_quantity: '6' } },
    })
    expect(await requests.get(part)).toMatchObject({
      ...{ status: 'COMPLETED', collateral_returned: '0' },
    })
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('is sent back by the lender if it arrives later', async () => {
    const { deal, id } = await waiting()
    await cases.days(1)
    expect(await closeOuts.get(id)).toMatchObject({
      ...{ status: 'CLAIM_OPEN', statement: { asset_quantity: '10' } },
    })
    await orders.end(deal.orderId, 'asset', 'completed')
    const sent = (await orders.transfers(deal.orderId)).at(-1)
    expect(sent).toMatchObject({ category: 'liquidation', quantity: '4', sender: 'lender' })
    await orders.end(deal.orderId, 'asset', 'completed')
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('is the own of the borrower if it fails', async () => {
    const { deal, id } = await waiting()
    await orders.end(deal.orderId, 'asset', 'failed')
    expect(await closeOuts.get(id)).toMatchObject({
      ...{ status: 'CLAIM_OPEN', statement: { asset_quantity: '10' } },
    })
    expect(await orders.balances(deal.orderId)).toEqual({})
  })
})

describe('a borrower that has no claim to it', () => {
  it('cannot declare what only a lender can', async () => {
    const deal = world.overDeal()
    for (const cause of ['LIQUIDATION_LEVEL', 'MISSED_INTEREST'] as const) {
      await refused(world.service, 403, declaration(deal, cause))
    }
  })

  it('cannot declare a Release that is not due any more, nor keep it for a week', async () => {
    const deal = world.overDeal()
    await asked(deal)
    await cases.days(1)
    await world.setPrice('ETH', '2250')
    const fallen = await refused(world.service, 422, declaration(deal, 'UNMET_CALL'))
    expect(figuresOf(fallen)).toContain('direction')
    await world.setPrice('ETH', '2500')
    await cases.days(7)
    const old = await refused(world.service, 422, declaration(deal, 'UNMET_CALL'))
    expect(figuresOf(old)).toContain('unmet_until')
  })
})
