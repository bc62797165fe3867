import {
  activateOrganization,
  cancelTransfer,
  getToday,
  rejectMarkToMarketRequest,
  suspendOrganization,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import {
  DefaultCases,
  everyCause,
  figuresOf,
  hourMs,
} from '../../../harness/world/default-cases.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World({ short: 11, over: 1, terms: everyCause })
const cases = new DefaultCases(world)
const { closeOuts, margin, orders, requests, lenderKey, borrowerKey } = world
const inPart = world.book.deal(world.lender, world.borrower, {
  collateral_quantity: '300',
  terms: { ...everyCause, close_out_scope: 'to_requirement' },
})
const operator = world.book.party('platform').credential('operator')
const withdrawalsMax = 2

beforeAll(async () => {
  await world.start({ COUNTERPARTY_WITHDRAWALS_MAX: String(withdrawalsMax) })
  await world.newerTerms(50, everyCause)
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** An active order as a deal, with newer terms, that matures in two hours. */
async function maturing(changes: object = {}): Promise<Pick<Deal, 'orderId' | 'positionId'>> {
  const ahead = (ms: number) => new Date(world.service.clock.now() + ms).toISOString()
  const times = { expire_time: ahead(hourMs), maturity_time: ahead(2 * hourMs) }
  const order = await orders.active({ ...times, ...changes })
  return { orderId: order.id, positionId: order.position_id ?? '' }
}

describe('a lender that has no claim to it', () => {
  it('cannot declare a call of a week before', async () => {
    const deal = world.shortDeal()
    await margin.create(deal)
    await cases.days(8)
    expect(figuresOf(await cases.refused(deal, 'UNMET_CALL'))).toContain('unmet_until')
  })

  it('cannot declare a return that was cancelled', async () => {
    const deal = world.shortDeal()
    const id = await cases.returning(deal)
    await cases.failAll(deal)
    await requests.do('cancel', id)
    await cases.days(2)
    expect(figuresOf(await cases.refused(deal, 'MISSED_RETURN'))).toContain('late_return')
  })

  it('cannot let a maturity pass by a release that it never sends', async () => {
    const deal = await maturing({ collateral_quantity: '500' })
    const transferId = await cases.releaseNeverSent(deal.positionId)
    await cases.days(1 + 3 / 24)
    expect(figuresOf(await cases.refused(deal, 'MISSED_RETURN'))).toContain('missed_from')
    await world.do(cancelTransfer, { id: transferId }, borrowerKey)
    await cases.days(3)
    expect(figuresOf(await cases.refused(deal, 'MISSED_RETURN'))).toContain('missed_from')
  })

  it('cannot let a maturity pass by the collateral of a part that its custodian rejects', async () => {
    const deal = await maturing()
    const id = await cases.collateralRejected(deal)
    await cases.days(2)
    expect(reasonAgainst(await orders.get(deal.orderId), 'close')).toContain(
      'is changing the quantity',
    )
    expect(figuresOf(await cases.refused(deal, 'MISSED_RETURN'))).toContain('missed_from')
    await requests.do('retry', id, borrowerKey)
    await orders.end(deal.orderId, 'collateral', 'rejected')
    await cases.days(2)
    expect(figuresOf(await cases.refused(deal, 'MISSED_RETURN'))).toContain('missed_from')
    await requests.do('retry', id, borrowerKey)
    await orders.end(deal.orderId, 'collateral', 'completed')
    // All that is left of the day to settle: since the maturity, all was the time of the lender.
    await cases.days(1)
    expect(await cases.declare(deal, 'MISSED_RETURN')).toMatchObject({ status: 'NOTICE' })
  })

  it('cannot declare a recall that was answered before an amend, or that its next one replaces', async () => {
    const deal = world.shortDeal()
    const recalled = async (quantity: string) => {
      const { id } = await requests.ask(deal.positionId, { kind: 'recall', quantity }, lenderKey)
      await requests.do('reject', id, borrowerKey)
      return id
    }
    const answered = await recalled('4')
    await world.newerTerms(52, { ...everyCause, recall_notice_seconds: 3600 })
    world.pass(1)
    const terms = { kind: 'amend', terms_version: 52 }
    const amend = await requests.ask(deal.positionId, terms, lenderKey)
    await requests.do('accept', amend.id, borrowerKey)
    await cases.days(3)
    const { body } = await cases.refused(deal, 'MISSED_RETURN')
    expect(body.error.details?.find(({ field }) => field === 'recall_bound')).toMatchObject({
      issue: `order_request ${answered}: The recall does not bind.`,
    })
    const replaced = await recalled('4')
    const next = await recalled('6')
    await cases.days(3)
    const { id, fact } = await cases.declare(deal, 'MISSED_RETURN')
    expect([fact.resource_id, fact.resource_id === replaced]).toEqual([next, false])
    await recalled('8')
    await cases.days(2 / 24)
    expect(await closeOuts.get(id)).toMatchObject({ status: 'NOTICE', fact: { resource_id: next } })
  })

  it('cannot declare what a suspended borrower could not answer or send', async () => {
    const [called, returning] = [world.shortDeal(), world.shortDeal()]
    await margin.create(called)
    await cases.returning(returning)
    const params = { organization_id: world.borrower.id }
    await succeed(world.service, suspendOrganization, { key: operator, params })
    await cases.days(1)
    const unmet = await cases.refused(called, 'UNMET_CALL')
    expect(figuresOf(unmet)).toContain('unmet_from')
    const missed = await cases.refused(returning, 'MISSED_RETURN')
    expect(figuresOf(missed)).toContain('late_from')
    await succeed(world.service, activateOrganization, { key: operator, params })
    await cases.days(1)
    expect(await cases.declare(called, 'UNMET_CALL')).toMatchObject({ status: 'NOTICE' })
    expect(await cases.declare(returning, 'MISSED_RETURN')).toMatchObject({ status: 'NOTICE' })
  })

  it('cannot terminate at the end of a grace in which the borrower was suspended', async () => {
    const deal = world.shortDeal()
    const ofPreview = async () => {
      const { facts } = await closeOuts.preview(deal)
      return facts.find(({ cause }) => cause === 'UNMET_CALL')?.earliest_terminate_time
    }
    await cases.rejected(deal)
    await cases.days(1)
    const foretold = await ofPreview()
    const { id, earliest_terminate_time: from } = await cases.declare(deal, 'UNMET_CALL')
    expect(foretold).toBe(from)
    const later = (hours: number) => new Date(Date.parse(from) + hours * hourMs).toISOString()
    const params = { organization_id: world.borrower.id }
    world.pass(hourMs)
    await succeed(world.service, suspendOrganization, { key: operator, params })
    world.pass(hourMs)
    const { body } = await refused(world.service, 409, closeOuts.callOf('terminate', id))
    const [detail] = body.error.details ?? []
    expect(detail).toMatchObject({ field: 'earliest_terminate_time', value: later(14 * 24) })
    // One that is declared now is two hours behind this one.
    expect(await ofPreview()).toBe(later(14 * 24 + 2))
    world.pass(hourMs)
    await succeed(world.service, activateOrganization, { key: operator, params })
    const shown = await closeOuts.get(id)
    expect(shown.earliest_terminate_time).toBe(later(2))
    expect(reasonAgainst(shown, 'terminate')).toContain(later(2))
    const today = await succeed(world.service, getToday, { key: lenderKey })
    expect(JSON.stringify(today)).toContain(later(2))
    world.pass(hourMs)
    // A suspension that begins after the grace takes nothing away.
    await succeed(world.service, suspendOrganization, { key: operator, params })
    world.pass(hourMs)
    expect((await closeOuts.do('terminate', id)).terminate_time).not.toBeNull()
    await succeed(world.service, activateOrganization, { key: operator, params })
  })

  it('cannot close out another part with the call of the part before', async () => {
    await margin.create(inPart)
    await cases.days(1)
    const { id } = await cases.declare(inPart, 'UNMET_CALL')
    world.pass(2 * hourMs)
    expect(await closeOuts.do('terminate', id)).toMatchObject({
      ...{ status: 'SETTLED', statement: { scope: 'to_requirement' } },
    })
    await world.setPrice('ETH', '2400')
    expect((await margin.preview(inPart)).preview).toMatchObject({ direction: 'TopUp' })
    const again = await cases.refused(inPart, 'UNMET_CALL')
    expect(figuresOf(again)).toContain('terminated_since')
    await world.setPrice('ETH', '2500')
  })

  it.each(['release', 'part'])(
    'cannot declare a maturity missed that a %s blocks of which the borrower has declared that it is late',
    async (blocking) => {
      await world.newerTerms(blocking === 'release' ? 53 : 54, {
        ...{ ...everyCause, grace_seconds: 3 * 86_400 },
      })
      const isRelease = blocking === 'release'
      const deal = await maturing({ collateral_quantity: isRelease ? '500' : '360' })
      const late = isRelease
        ? await cases.releaseNeverSent(deal.positionId)
        : await cases.shareNeverSent(deal)
      await cases.days(1)
      const cause = isRelease ? 'UNMET_CALL' : 'MISSED_RETURN'
      const { id } = await closeOuts.declare(deal, { cause }, borrowerKey)
      await refused(world.service, 409, world.callOn(cancelTransfer, { id: late }, borrowerKey))
      await cases.days(1 + 3 / 24)
      expect(figuresOf(await cases.refused(deal, 'MISSED_RETURN'))).toContain('missed_from')
      await cases.days(2)
      await world.setPrice('BTC', '60000', new Date(world.service.clock.now()).toISOString())
      expect(await closeOuts.do('terminate', id, borrowerKey)).toMatchObject({
        statement: { in_default: 'lender' },
      })
    },
  )

  it('cannot declare, close and cancel the close in a loop', async () => {
    const deal = world.overDeal()
    const release = await margin.create(deal, borrowerKey)
    await world.do(rejectMarkToMarketRequest, release, lenderKey)
    await cases.days(1)
    const cause = { cause: 'UNMET_CALL' } as const
    const { id } = await closeOuts.declare(deal, cause, borrowerKey)
    await orders.do('close', deal.orderId, borrowerKey)
    await world.expire()
    expect(await closeOuts.get(id)).toMatchObject({ status: 'CURED' })
    await orders.end(deal.orderId, 'asset', 'rejected')
    await orders.do('cancel_close', deal.orderId, borrowerKey)
    const declaration = closeOuts.declaration(deal, borrowerKey, cause)
    const soon = await refused(world.service, 409, declaration)
    expect(figuresOf(soon)).toEqual(['cause'])
    world.pass(hourMs)
    await closeOuts.declare(deal, cause, borrowerKey)
  })

  it('cannot declare and withdraw in a loop', async () => {
    await world.service.database.query('DELETE FROM counterparty_counts')
    const deals = Array.from({ length: withdrawalsMax + 1 }, () => world.shortDeal())
    for (const deal of deals) await cases.rejected(deal)
    await cases.days(1)
    const ids: string[] = []
    for (const deal of deals) ids.push((await cases.declare(deal, 'UNMET_CALL')).id)
    const [last = '', ...others] = ids
    for (const id of others) await closeOuts.do('withdraw', id)
    const { reason } = await refused(world.service, 429, closeOuts.callOf('withdraw', last))
    expect(reason).toBe('COUNTERPARTY_LIMITED')
    expect(await closeOuts.get(last)).toMatchObject({ status: 'NOTICE' })
    for (const deal of deals.slice(1)) {
      expect(figuresOf(await cases.refused(deal, 'UNMET_CALL', 409))).toEqual(['cause'])
    }
  })
})
