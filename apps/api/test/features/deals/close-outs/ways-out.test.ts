import { cancelMarkToMarketRequest, type CloseOut, listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import {
  dayMs,
  DefaultCases,
  everyCause,
  figuresOf,
  hourMs,
} from '../../../harness/world/default-cases.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World({ short: 19, terms: { ...everyCause, interest_schedule: 'monthly' } })
const cases = new DefaultCases(world)
const { closeOuts, margin, orders, requests, lenderKey, borrowerKey } = world
const without = world.book.deal(world.lender, world.borrower, {})

beforeAll(async () => {
  await world.start()
  await world.newerTerms(50, everyCause)
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** An active order as a deal, with newer terms. */
async function activeDeal(changes: object = {}): Promise<Deal & { readonly orderId: string }> {
  const order = await orders.active(changes)
  return { ...without, orderId: order.id, positionId: order.position_id ?? '' }
}

const ahead = (ms: number) => new Date(world.service.clock.now() + ms).toISOString()
const maturingIn = (ms: number) => ({ expire_time: ahead(hourMs), maturity_time: ahead(ms) })

interface WayOut {
  readonly cause: CloseOut['cause']
  readonly about: CloseOut['fact']['resource']
  /** What happens until the default is there. Default: the next deal that is short. */
  readonly happen: (deal: Deal) => Promise<unknown>
  readonly deal?: () => Promise<Deal>
}

/** What a borrower can do in place of what it owes. */
const waysOut: [string, WayOut][] = [
  [
    'accepting a call, and never sending what it asks for',
    {
      ...{ cause: 'UNMET_CALL', about: 'mark_to_market_request' },
      happen: async (deal) => {
        await margin.accepted(deal)
        await cases.days(1)
      },
    },
  ],
  [
    'rejecting a call',
    {
      ...{ cause: 'UNMET_CALL', about: 'mark_to_market_request' },
      happen: async (deal) => {
        await cases.rejected(deal)
        expect(figuresOf(await cases.refused(deal, 'UNMET_CALL'))).toContain('unmet_from')
        await cases.days(1)
      },
    },
  ],
  [
    'disputing a call, with a top-up of its own in between',
    {
      ...{ cause: 'UNMET_CALL', about: 'mark_to_market_request' },
      happen: async (deal) => {
        await cases.disputed(deal)
        world.pass(dayMs - hourMs)
        await cases.ownTopUpWithdrawn(deal)
        await cases.disputed(deal)
        expect(figuresOf(await cases.refused(deal, 'UNMET_CALL'))).toContain('unmet_from')
        world.pass(hourMs)
      },
    },
  ],
  [
    'beginning a close that never ends',
    {
      ...{ cause: 'MISSED_RETURN', about: 'order' },
      happen: async (deal) => {
        await orders.do('close', deal.orderId, borrowerKey)
        await cases.days(1)
      },
    },
  ],
  [
    'rejecting a recall that binds by its notice',
    {
      ...{ cause: 'MISSED_RETURN', about: 'order_request' },
      happen: async (deal) => {
        const recall = { kind: 'recall', quantity: '4' }
        const { id } = await requests.ask(deal.positionId, recall, lenderKey)
        await requests.do('reject', id, borrowerKey)
        await cases.days(1)
        expect(figuresOf(await cases.refused(deal, 'MISSED_RETURN'))).toContain('missed_from')
        await cases.days(1)
      },
    },
  ],
  [
    'paying no interest',
    {
      ...{ cause: 'MISSED_INTEREST', about: 'order' },
      deal: async () => {
        await world.newerTerms(51, { ...everyCause, interest_schedule: 'monthly' })
        return activeDeal()
      },
      happen: async () => {
        await cases.days(31)
        await cases.days(1)
      },
    },
  ],
  [
    'letting a call expire',
    {
      ...{ cause: 'UNMET_CALL', about: 'mark_to_market_request' },
      happen: async (deal) => {
        await margin.create(deal)
        await cases.days(1)
      },
    },
  ],
  [
    'agreeing to a return, and never sending the asset',
    {
      ...{ cause: 'MISSED_RETURN', about: 'order_request' },
      happen: async (deal) => {
        await cases.returning(deal)
        await cases.days(1)
      },
    },
  ],
  [
    'missing the maturity',
    {
      ...{ cause: 'MISSED_RETURN', about: 'order' },
      deal: () => activeDeal(maturingIn(2 * hourMs)),
      happen: async () => {
        await cases.days(2 / 24)
        await cases.days(1)
      },
    },
  ],
]

describe('a borrower that does not do what it owes, by', () => {
  it.each(firstOf(waysOut, 4))('%s', async (_way, { cause, about, happen, deal: ofCase }) => {
    const deal = await (ofCase?.() ?? world.shortDeal())
    await happen(deal)
    const declared = await cases.declare(deal, cause)
    expect(declared).toMatchObject({
      status: 'NOTICE',
      fact: { resource: about, holds: true },
      earliest_terminate_time: ahead(2 * hourMs),
    })
    const { id } = declared
    expect(reasonAgainst(await closeOuts.get(id), 'terminate')).toContain('from this time on')
    world.pass(2 * hourMs)
    await world.expire()
    const ended = await closeOuts.do('terminate', id)
    // 750,000 USD of collateral, for a loan of 600,000 USD.
    expect(ended).toMatchObject({ status: 'CLOSING_OUT', statement: { in_default: 'borrower' } })
  })

  it('meeting a later call, which counted as sent what fails afterwards', async () => {
    const deal = world.shortDeal()
    const { request, transferId } = await margin.underWay(deal)
    await world.setPrice('ETH', '2400')
    const later = await margin.accepted(deal)
    await world.report(String(later.transfer_ids[0]), 'completed')
    world.pass(1)
    await world.report(transferId, 'failed')
    await world.do(cancelMarkToMarketRequest, request, borrowerKey)
    await cases.days(1)
    const { fact } = await cases.declare(deal, 'UNMET_CALL')
    expect(fact).toMatchObject({ resource_id: request.id, holds: true })
    await world.setPrice('ETH', '2500')
  })

  it('none of these ways, where the terms name no cause', async () => {
    for (const cause of everyCause.default_causes) {
      expect((await cases.refused(without, cause)).reason).toBe('CAUSE_NOT_AGREED')
    }
  })
})

describe('a notice', () => {
  it('is cured by what it is about, and by nothing else', async () => {
    const deal = world.shortDeal()
    const first = await cases.returning(deal)
    await cases.days(1)
    const { id } = await cases.declare(deal, 'MISSED_RETURN')
    await orders.end(deal.orderId, 'asset', 'completed')
    expect(await closeOuts.get(id)).toMatchObject({
      ...{ status: 'CURED', fact: { resource_id: first } },
    })
    const query = { page_size: 100 }
    const { notifications } = await succeed(world.service, listNotifications, {
      key: borrowerKey,
      query,
    })
    const [ended] = notifications.filter(({ link }) => link.id === id)
    expect(ended?.body).toContain('What was missed has arrived')
  })

  it('goes on after another call, until that is met, and the price may fall: one of a call', async () => {
    const deal = world.shortDeal()
    await cases.rejected(deal)
    await cases.days(1)
    const { id } = await cases.declare(deal, 'UNMET_CALL')
    await refused(world.service, 409, cases.declaration(deal, 'UNMET_CALL'))
    const { transferId } = await margin.underWay(deal)
    expect(await closeOuts.get(id)).toMatchObject({ fact: { holds: true } })
    await world.report(transferId, 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'CURED' })
  })

  it('holds a termination up for an hour while a top-up that cures it is on the chain', async () => {
    const [sent, unsent] = [world.shortDeal(), world.shortDeal()]
    for (const deal of [sent, unsent]) await cases.rejected(deal)
    await cases.days(1)
    const [notice, another] = [
      await cases.declare(sent, 'UNMET_CALL'),
      await cases.declare(unsent, 'UNMET_CALL'),
    ]
    const topUp = await margin.create(sent, borrowerKey)
    await margin.create(unsent, borrowerKey)
    world.pass(2 * hourMs)
    // Not on the chain yet, it is no cure.
    await closeOuts.do('terminate', another.id)
    const transferId = String(topUp.transfer_ids[0])
    await world.report(transferId, 'broadcasting')
    const { reason, body } = await refused(
      world.service,
      409,
      closeOuts.callOf('terminate', notice.id),
    )
    expect(reason).toBe('CURE_UNDER_WAY')
    const until = new Date(Date.parse(notice.earliest_terminate_time) + hourMs).toISOString()
    expect(body.error.details).toMatchObject([{ field: 'cause', value: until }])
    world.pass(hourMs)
    const { waits_for: waits } = await closeOuts.do('terminate', notice.id)
    expect(waits?.transfer_ids).toEqual([transferId])
    await world.report(transferId, 'completed')
    const { statement } = await closeOuts.get(notice.id)
    expect(statement).toMatchObject({ provisional: false, collateral: [{ quantity: '360' }] })
  })

  it('ends when its call is met, although the price falls again before the next check', async () => {
    const deal = world.shortDeal()
    await cases.rejected(deal)
    await cases.days(1)
    const { id } = await cases.declare(deal, 'UNMET_CALL')
    const { transfer_ids } = await margin.create(deal, borrowerKey)
    await world.report(String(transfer_ids[0]), 'completed')
    await world.setPrice('ETH', '2000')
    world.pass(hourMs)
    await world.expire()
    expect(await closeOuts.get(id)).toMatchObject({ status: 'CURED' })
    const { reason } = await cases.refused(deal, 'UNMET_CALL')
    expect(reason).toBe('CAUSE_NOT_PRESENT')
    await world.setPrice('ETH', '2500')
  })

  it('is cured by a return that the service accepts: one of a missed return', async () => {
    const deal = world.shortDeal()
    const returned = await cases.returning(deal)
    await cases.days(1)
    const { id } = await cases.declare(deal, 'MISSED_RETURN')
    await orders.end(deal.orderId, 'asset', 'completed')
    expect(await closeOuts.get(id)).toMatchObject({ status: 'CURED' })
    // The share of what has cured the default stays in the deal.
    const kept = { status: 'COMPLETED', collateral_returned: '0' }
    expect(await requests.get(returned)).toMatchObject(kept)
  })

  it('is notified to both sides again once its grace is over', async () => {
    const deal = world.shortDeal()
    await cases.rejected(deal)
    await cases.days(1)
    const { id } = await cases.declare(deal, 'UNMET_CALL')
    world.pass(2 * hourMs)
    await world.expire()
    const { notifications } = await succeed(world.service, listNotifications, {
      key: lenderKey,
      query: { page_size: 100 },
    })
    const titles = notifications.filter(({ link }) => link.id === id).map(({ title }) => title)
    expect(titles.map((title) => title.split(':', 1)[0])).toEqual([
      'Grace of a default over',
      'Default declared',
    ])
    await closeOuts.do('withdraw', id)
    expect(figuresOf(await cases.refused(deal, 'UNMET_CALL', 409))).toEqual(['cause'])
  })
})
