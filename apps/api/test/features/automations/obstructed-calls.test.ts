import {
  acceptMarkToMarketRequest,
  activateOrganization,
  disputeMarkToMarketRequest,
  rejectMarkToMarketRequest,
  suspendOrganization,
} from '@vadium/schema'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MarkToMarketService } from '../../../src/features/deals/mark-to-market/mark-to-market.service.ts'
import { AutomationWorld } from '../../harness/automation-world.ts'
import type { Deal, Key } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { dayMs } from '../../harness/world/default-cases.ts'

// Coverage is 125 % at 2,500 USD an ETH. Each cut comes a day later, before anything expires.
const low = {
  margin_call_percent: '120',
  liquidation_percent: '110',
  cure_time_seconds: 90 * 86_400,
}
const world = new AutomationWorld({ short: 5, over: 1, terms: low })
const { borrowerAdmin, borrowerKey, lenderKey, operator } = world
const terms = { ...low, cure_time_seconds: 86_400, default_causes: ['UNMET_CALL' as const] }
const dealOf = (collateral_quantity: string) =>
  world.book.deal(world.lender, world.borrower, { collateral_quantity, terms })
const declarable = dealOf('300')
const releasable = dealOf('500')

beforeAll(() => world.start())
afterEach(async () => {
  vi.restoreAllMocks()
  await world.setPrice('ETH', '2500')
  await world.quiet()
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** The notifications of an organization of held calls of a deal. */
async function heldOf({ positionId }: Deal, key: Key = lenderKey): Promise<string[]> {
  const held = await world.held(key)
  return held.filter(({ link }) => link.id === positionId).map(({ body }) => body)
}

/** What a deal is asked for. */
async function calledOf({ orderNumber }: Deal): Promise<string[]> {
  return (await world.called())
    .filter(([order]) => order === orderNumber)
    .map(([, amount]) => amount)
}

describe('an automation', () => {
  it('ends no dispute of its own request', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.disputed(deal, '100000')
    await world.report(String(request.transfer_ids[0]), 'completed')
    await world.set('market_cut')
    await world.cut()
    expect((await world.margin.get(request)).status).toBe('DISPUTED')
    expect(await calledOf(deal)).toEqual([])
    expect(await heldOf(deal)).toEqual([
      '20 ETH, 50000.00 USD, is due from quay Ltd. It was not requested automatically, because a mark-to-market request of the position is disputed. A person can request it.',
    ])
  })

  it('leaves an unmet call to be declared, also after a suspension, until it cannot be any more', async () => {
    const request = await world.margin.create(declarable)
    await world.do(rejectMarkToMarketRequest, request, borrowerKey)
    await world.set('market_cut')
    await world.cut()
    expect(await calledOf(declarable)).toEqual([])
    expect(await heldOf(declarable)).toEqual([
      '60 ETH, 150000.00 USD, is due from quay Ltd. It was not requested automatically, because its last call is unmet, and can be declared as a default. A person can request it.',
    ])
    const params = { organization_id: world.borrower.id }
    await succeed(world.service, suspendOrganization, { key: operator, params })
    world.pass(3 * dayMs)
    await succeed(world.service, activateOrganization, { key: operator, params })
    // Declared within 7 days of its time, and 3 more.
    world.pass(5 * dayMs)
    await world.cut()
    expect(await calledOf(declarable)).toEqual([])
    world.pass(2 * dayMs)
    await world.cut()
    expect(await calledOf(declarable)).toEqual(['TopUp 60'])
  })

  it('calls again for a borrower what it has declared, and so lets the lender cure it', async () => {
    const request = await world.margin.create(releasable, borrowerKey)
    await world.do(rejectMarkToMarketRequest, request, lenderKey)
    world.pass(dayMs)
    const cause = { cause: 'UNMET_CALL' } as const
    const { id } = await world.closeOuts.declare(releasable, cause, borrowerKey)
    await world.set('market_cut', null, borrowerAdmin)
    await world.cut()
    expect(await heldOf(releasable, borrowerKey)).toEqual([])
    const pending = await world.pending()
    const [called] = pending.filter((one) => one.position_id === releasable.positionId)
    expect(called).toMatchObject({ direction: 'Release', created_automatically: true })
    const asked = { id: called?.id ?? '' }
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, asked, lenderKey)
    await world.report(String(transfer_ids[0]), 'completed')
    expect(await world.closeOuts.get(id)).toMatchObject({ status: 'CURED' })
  })

  it('ends no dispute of a request of a borrower', async () => {
    const deal = world.overDeal()
    const asked = await world.margin.create(deal, borrowerKey)
    const figure = { counter_notional_usd: '50000', reason: 'PRICE' }
    const request = await world.do(disputeMarkToMarketRequest, asked, lenderKey, figure)
    await world.report(String(request.transfer_ids[0]), 'completed')
    await world.set('market_cut', null, borrowerAdmin)
    await world.cut()
    expect((await world.margin.get(request)).status).toBe('DISPUTED')
    expect(await heldOf(deal, borrowerKey)).toEqual([
      expect.stringContaining('a mark-to-market request of the position is disputed'),
    ])
  })

  it.each([
    [
      'a failed request',
      (deal: Deal) => world.margin.failed(deal),
      'a mark-to-market request of the position has failed',
    ],
    [
      'a request of the counterparty',
      (deal: Deal) => world.margin.create(deal, borrowerKey),
      'a mark-to-market request of quay Ltd awaits an answer',
    ],
    [
      'a return of a part',
      async ({ positionId }: Deal) => {
        const { id } = await world.requests.ask(positionId, { quantity: '4' })
        await world.requests.do('accept', id)
      },
      'the quantity of the position is changing',
    ],
  ])('notifies its organization once of %s that is in its way', async (_, obstruct, why) => {
    const deal = world.shortDeal()
    await obstruct(deal)
    await world.set('market_cut')
    await world.cut()
    expect(await heldOf(deal)).toEqual([
      `Nothing was requested of quay Ltd automatically, because ${why}. When that is over, a person can request what is due.`,
    ])
    expect(await heldOf(deal, borrowerKey)).toEqual([])
  })
})

describe('an automatic call whose prices change while it is decided', () => {
  /** Lets the price of ETH change before each of the next creations. */
  function changing([price = '', ...later]: readonly string[]): void {
    const spy = vi.spyOn(MarkToMarketService.prototype, 'create')
    spy.mockImplementationOnce(async function changed(this: MarkToMarketService, ...given) {
      await world.setPrice('ETH', price)
      const answer = await this.create(...given)
      if (later.length > 0) changing(later)
      return answer
    })
  }
  const deal = world.shortDeal()

  it('is created at the new prices', async () => {
    await world.set('market_cut')
    changing(['2400'])
    await world.cut()
    expect(await calledOf(deal)).toEqual(['TopUp 75'])
    expect(await heldOf(deal)).toEqual([])
  })

  it('is held at the new prices above the maximum', async () => {
    await world.set('market_cut', '150000')
    changing(['2400'])
    await world.cut()
    expect(await calledOf(deal)).toEqual([])
    expect(await heldOf(deal)).toEqual([
      '75 ETH, 180000.00 USD, is due from quay Ltd. It was not requested automatically, because it is above the maximum of one call, 150000 USD. A person can request it.',
    ])
  })

  it('stays due if they change at each try', async () => {
    await world.set('market_cut')
    changing(['2400', '2250', '2000'])
    world.toNextCut()
    const { automationWorker } = world.service.services
    await automationWorker.runDue()
    await automationWorker.runDue()
    expect(await calledOf(deal)).toEqual([])
    await world.call()
    expect(await calledOf(deal)).toEqual(['TopUp 150'])
  })
})
