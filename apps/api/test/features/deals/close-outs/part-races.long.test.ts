import { rejectMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { call } from '../../../harness/call.ts'
import { inEitherOrder } from '../../../harness/lock-waits.ts'
import { now, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, margin, orders, requests, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)
const hourMs = 3_600_000
const deals = Array.from({ length: 10 }, () =>
  closeOuts.deal({
    ...{ close_out_scope: 'to_requirement', liquidation_confirm_seconds: 0, grace_seconds: 3600 },
    ...{ settlement_time_seconds: 3600, cure_time_seconds: 3600 },
    minimum_notional_top_up_usd: '0',
    default_causes: ['LIQUIDATION_LEVEL', 'UNMET_CALL', 'MISSED_RETURN'],
  }),
)

const nextDeal = () => unused(deals)

beforeAll(() => world.start())
beforeEach(() => closeOuts.fall('59000'))
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const terminate =
  (id: string, key = lenderKey) =>
  async () =>
    (await call(world.service, closeOuts.callOf('terminate', id, key))).status

/** Two changes of a deal, which wait for its lock in the one order or in the other. */
const inTurn = <One, Other>(
  { orderId }: Deal,
  isFirst: boolean,
  one: () => Promise<One>,
  other: () => Promise<Other>,
) => inEitherOrder(world.service.database, orderId, isFirst, one, other)

/** A call that the borrower has accepted, and its transfer, which the network confirms. */
async function topUpOnItsWay(deal: Deal) {
  const { request, transferId } = await margin.underWay(deal)
  await world.report(transferId, 'confirming')
  return { ...request, arrives: () => world.report(transferId, 'completed') }
}

/** Quantities of collateral, exact to the unit of BTC. */
const inUnits = (quantity: string) => BigInt(Math.round(Number(quantity) * 1e8))

/** The deal goes on with the collateral that is there, less what the part has kept. */
async function expectLeft(deal: Deal, kept: string, toppedUp: string): Promise<void> {
  const { collateral, status } = await orders.position(deal.orderId)
  expect(status).toBe('ACTIVE')
  expect(inUnits(collateral)).toBe(inUnits('25') - inUnits(kept) + inUnits(toppedUp))
  const held = await margin.collateralOf(deal)
  expect(held.position).toBe(held.journal)
}

describe.for([true, false])(
  'a termination in part beside another change of its deal, the other change first: %s,',
  (isFirst) => {
    it('counts a top-up that cures nothing if it has arrived first', async () => {
      const deal = nextDeal()
      const { collateral_amount: toppedUp, arrives } = await topUpOnItsWay(deal)
      await closeOuts.fall('45000')
      const { id } = await closeOuts.declare(deal)
      const [, status] = await inTurn(deal, isFirst, arrives, terminate(id))
      expect(status).toBe(200)
      const closeOut = await closeOuts.get(id)
      expect(closeOut).toMatchObject({
        status: 'SETTLED',
        statement: { scope: 'to_requirement', provisional: false },
      })
      const [held] = closeOut.statement?.collateral ?? []
      expect(inUnits(held?.quantity ?? '')).toBe(inUnits('25') + (isFirst ? inUnits(toppedUp) : 0n))
      const kept = closeOut.statement?.kept[0]?.kept_quantity ?? ''
      if (!isFirst) expect(kept).toBe('18.31501834')
      await expectLeft(deal, kept, toppedUp)
    })

    it('is refused once a cure has arrived, and otherwise leaves it with the rest', async () => {
      const deal = nextDeal()
      await closeOuts.fall('45000')
      const { collateral_amount: toppedUp, arrives } = await topUpOnItsWay(deal)
      const { id } = await closeOuts.declare(deal)
      const [, status] = await inTurn(deal, isFirst, arrives, terminate(id))
      expect(status).toBe(isFirst ? 409 : 200)
      const { status: ended, statement } = await closeOuts.get(id)
      expect(ended).toBe(isFirst ? 'CURED' : 'SETTLED')
      expect(statement?.kept[0]?.kept_quantity).toBe(isFirst ? undefined : '18.31501834')
      await expectLeft(deal, isFirst ? '0' : '18.31501834', toppedUp)
    })

    it('leaves the rest to a termination in full, and is refused after it', async () => {
      const deal = nextDeal()
      const whole = await missedReturn(deal)
      await closeOuts.fall('45000')
      const { id } = await closeOuts.declare(deal)
      const statuses = await inTurn(deal, isFirst, terminate(whole), terminate(id))
      expect(statuses).toEqual(isFirst ? [200, 409] : [200, 200])
      const [full, part] = [await closeOuts.get(whole), await closeOuts.get(id)]
      expect(full.statement).toMatchObject({
        ...{ scope: 'full', provisional: false },
        asset_quantity: isFirst ? '1000000' : '200549.44959',
      })
      expect(part.status).toBe(isFirst ? 'WITHDRAWN' : 'SETTLED')
      expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSING' })
    })

    it('ends a notice of the borrower about a share that it has counted, and is refused after its end', async () => {
      const deal = nextDeal()
      const ofBorrower = await missedShare(deal)
      await closeOuts.fall('45000')
      const { id } = await closeOuts.declare(deal)
      const statuses = await inTurn(
        deal,
        isFirst,
        terminate(ofBorrower, borrowerKey),
        terminate(id),
      )
      expect(statuses).toEqual(isFirst ? [200, 409] : [409, 200])
      const [full, part] = [await closeOuts.get(ofBorrower), await closeOuts.get(id)]
      expect(part.status).toBe(isFirst ? 'WITHDRAWN' : 'SETTLED')
      if (!isFirst) {
        expect(full.status).toBe('CURED')
        return
      }
      const { asset_quantity: lent, ...statement } = full.statement ?? {}
      expect(statement).toMatchObject({ in_default: 'lender', scope: 'full', provisional: false })
      expect(lent).toBe('999000')
    })

    it('ends another notice that it has cured, whichever of the two is terminated', async () => {
      const deal = nextDeal()
      await world.do(rejectMarkToMarketRequest, await margin.create(deal), borrowerKey)
      world.pass(hourMs)
      const { id: unmet } = await closeOuts.declare(deal, { cause: 'UNMET_CALL' })
      world.pass(hourMs)
      await closeOuts.fall('45000')
      const { id } = await closeOuts.declare(deal)
      const statuses = await inTurn(deal, isFirst, terminate(unmet), terminate(id))
      expect(statuses).toEqual(isFirst ? [200, 409] : [409, 200])
      const ended = [(await closeOuts.get(unmet)).status, (await closeOuts.get(id)).status]
      expect(ended).toEqual(isFirst ? ['SETTLED', 'CURED'] : ['CURED', 'SETTLED'])
      await expectLeft(deal, '18.31501834', '0')
    })
  },
)

/** A notice of a return that has never arrived, which can be terminated. */
async function missedReturn(deal: Deal): Promise<string> {
  const { id: requestId } = await requests.ask(deal.positionId, { quantity: '1000' })
  await requests.do('accept', requestId)
  world.pass(hourMs + 1)
  const { id } = await closeOuts.declare(deal, { cause: 'MISSED_RETURN' })
  world.pass(hourMs)
  return id
}

/**
 * A notice of the borrower, whose share of the collateral was not sent, as {@link missedReturn}.
 */
async function missedShare(deal: Deal): Promise<string> {
  const { id: requestId } = await requests.ask(deal.positionId, { quantity: '1000' })
  await requests.do('accept', requestId)
  await orders.end(deal.orderId, 'asset', 'completed')
  await orders.end(deal.orderId, 'collateral', 'failed')
  world.pass(hourMs + 1)
  const { id } = await closeOuts.declare(deal, { cause: 'MISSED_RETURN' }, borrowerKey)
  world.pass(hourMs)
  return id
}
