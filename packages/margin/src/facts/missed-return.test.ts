import { describe, expect, it } from 'vitest'
import {
  ago,
  asked,
  btcAt,
  DAY,
  deal,
  HOUR,
  late,
  type Members,
  noticeOf,
} from '../../test/stressed-deal.ts'
import type { AssertedDefault } from './fact.ts'
import type {
  AgreedReturn,
  InstructedQuantity,
  Recall,
  StressedDeal,
  VoluntaryTransfer,
} from './stressed-deal.ts'

const byBorrower: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'borrower' }
const byLender: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'lender' }

const asset = (members: Partial<InstructedQuantity> = {}) =>
  late({ leg: 'asset', quantity: '400000', ...members })
const returned = (members: Partial<AgreedReturn> = {}): AgreedReturn => ({
  id: 'return-1',
  isCancelled: false,
  instructed: [asset()],
  ...members,
})
/** A recall of 400,000 of the 1,000,000 that were lent, created ten days ago. */
const recall = (members: Partial<Recall> = {}): Recall => ({
  id: 'recall-1',
  createTime: ago(10 * DAY),
  acceptTime: null,
  lentWhenMet: '600000',
  ...members,
})

const allBack = { lent: '0', interestOwed: '0' }
const arrived = late({ state: 'arrived' })
const heldBack = (members: Partial<VoluntaryTransfer> = {}): VoluntaryTransfer => ({
  ...{ sender: 'lender', leg: 'collateral', quantity: '1', state: 'on_chain' },
  ...{ instructTime: ago(2 * DAY), lateTime: ago(DAY) },
  ...members,
})
const none = 'exists false equal_to true'
const lateIn = (time: string) => `late_from ${time} below 2026-03-12T16:00:00.000Z`
const missedIn = (time: string) => `missed_from ${time} below 2026-03-12T16:00:00.000Z`

type Case = [string, StressedDeal, [boolean | null, ...string[]]]

const check = (asserted: AssertedDefault) => (_: string, of: StressedDeal, expected: unknown) => {
  expect(asked(asserted, of, btcAt(null))).toEqual(expected)
}

describe('the asset of a return', () => {
  it.each<Case>([
    ['is missed when it is late', deal({ returns: [returned()] }), [true, none, none, none]],
    [
      'is not missed at exactly the time at which it becomes late',
      deal({ returns: [returned({ instructed: [asset({ lateTime: ago(0) })] })] }),
      [false, none, none, none, lateIn('2026-03-12T16:00:00.000Z')],
    ],
    [
      'is not missed when it has arrived',
      deal({ returns: [returned({ instructed: [asset({ state: 'arrived' })] })] }),
      [false, none, none, none, none],
    ],
    [
      'is not missed once the return was cancelled: a failed transfer is not late for ever',
      deal({
        returns: [returned({ isCancelled: true, instructed: [asset({ state: 'failed' })] })],
      }),
      [false, none, none, none, 'cancelled true equal_to false'],
    ],
    [
      'is not missed because of collateral that the lender does not send',
      deal({ returns: [returned({ instructed: [asset({ state: 'arrived' }), late()] })] }),
      [false, none, none, none, none],
    ],
    [
      'is not missed by a borrower that owes nothing',
      deal({ returns: [returned()], lent: '0', interestOwed: '0' }),
      [false, 'claim 0 above 0', none, none, none],
    ],
  ])('%s', check(byBorrower))
})

describe('the asset of a closing', () => {
  it.each<Case>([
    [
      'is missed by a close that its own custodian never approves',
      deal({ closing: { instructed: [asset({ quantity: '1000000' })] } }),
      [true, none, none, none],
    ],
    [
      'is missed though its transfer has failed',
      deal({ closing: { instructed: [asset({ quantity: '1000000', state: 'failed' })] } }),
      [true, none, none, none],
    ],
    [
      'is not missed once the close was cancelled and the order is active again',
      deal({ closing: null }),
      [false, none, none, none, none],
    ],
  ])('%s', check(byBorrower))
})

describe('a maturity', () => {
  const matured = (seconds: number, others: Members = {}) =>
    deal({ maturityTime: ago(seconds), ...others })

  it.each<Case>([
    [
      'is missed when the settlement time after it has passed',
      matured(DAY + 1),
      [true, none, none, none],
    ],
    [
      'is not missed until then',
      matured(DAY),
      [false, none, missedIn('2026-03-12T16:00:00.000Z'), none, none],
    ],
    [
      'is missed though the asset is under way, for as long as it has not arrived',
      matured(DAY + 1, {
        closing: { instructed: [asset({ quantity: '1000000', lateTime: ago(-HOUR) })] },
      }),
      [true, none, lateIn('2026-03-12T17:00:00.000Z'), none],
    ],
    [
      'is not missed once the asset is back, though its interest is not',
      matured(9 * DAY, { lent: '0' }),
      [false, none, 'lent 0 above 0', none, none],
    ],
    [
      'leaves out the time in which a transfer of the lender blocked the close',
      matured(3 * DAY, { lenderBlocks: [{ from: ago(4 * DAY), until: ago(DAY) }] }),
      [false, none, missedIn('2026-03-12T16:00:00.000Z'), none, none],
    ],
    [
      'is missed when the lender has blocked the close for less',
      matured(3 * DAY, { lenderBlocks: [{ from: ago(4 * DAY), until: ago(DAY + 1) }] }),
      [true, none, none, none],
    ],
    [
      'is not missed as long as the lender blocks the close, however long',
      matured(90 * DAY, { lenderBlocks: [{ from: ago(90 * DAY), until: null }] }),
      [false, none, missedIn('2026-03-13T16:00:00.000Z'), none, none],
    ],
    [
      'has the whole time of a settlement after an amend',
      matured(3 * DAY, { termsSince: ago(DAY) }),
      [false, none, missedIn('2026-03-12T16:00:00.000Z'), none, none],
    ],
    [
      'counts time that two transfers of the lender block only once',
      matured(3 * DAY, {
        lenderBlocks: [
          { from: ago(3 * DAY), until: ago(2 * DAY) },
          { from: ago(3 * DAY), until: ago(2 * DAY) },
        ],
      }),
      [true, none, none, none],
    ],
  ])('%s', check(byBorrower))
})

describe('a recall', () => {
  const noticed = { recallNoticeSeconds: 5 * DAY }

  it.each<Case>([
    [
      'does not bind without an answer if no notice is agreed',
      deal({ recalls: [recall()] }),
      [false, 'recall_bound false equal_to true', none, none, none],
    ],
    [
      'binds once it is accepted, and has the time of a settlement',
      deal({ recalls: [recall({ acceptTime: ago(DAY + 1) })] }),
      [true, none, none, none],
    ],
    [
      'is not missed in the moment in which the borrower accepts it',
      deal({ recalls: [recall({ acceptTime: ago(0) })] }),
      [false, missedIn('2026-03-13T16:00:00.000Z'), none, none, none],
    ],
    [
      'binds after its notice, whatever the answer',
      deal({ ...noticed, recalls: [recall({ createTime: ago(6 * DAY + 1) })] }),
      [true, none, none, none],
    ],
    [
      'is not missed until the time of a settlement after its notice',
      deal({ ...noticed, recalls: [recall({ createTime: ago(6 * DAY) })] }),
      [false, missedIn('2026-03-12T16:00:00.000Z'), none, none, none],
    ],
    [
      'does not bind by the notice of terms that have replaced others since',
      deal({ ...noticed, termsSince: ago(10 * DAY - 1), recalls: [recall()] }),
      [false, 'recall_bound false equal_to true', none, none, none],
    ],
    [
      'binds by the notice of the terms at whose beginning it was created',
      deal({ ...noticed, termsSince: ago(10 * DAY), recalls: [recall()] }),
      [true, none, none, none],
    ],
    [
      'that was accepted before an amend has the whole time of a settlement after it',
      deal({ termsSince: ago(HOUR), recalls: [recall({ acceptTime: ago(9 * DAY) })] }),
      [false, missedIn('2026-03-13T15:00:00.000Z'), none, none, none],
    ],
    [
      'does not bind by its notice before a maturity',
      deal({ ...noticed, recalls: [recall()], maturityTime: ago(-30 * DAY) }),
      [false, 'recall_bound false equal_to true', missedIn('2026-04-12T16:00:00.000Z'), none, none],
    ],
    [
      'binds before a maturity once it is accepted',
      deal({
        ...noticed,
        recalls: [recall({ acceptTime: ago(2 * DAY) })],
        maturityTime: ago(-30 * DAY),
      }),
      [true, missedIn('2026-04-12T16:00:00.000Z'), none, none],
    ],
    [
      'is met when that much is back',
      deal({ ...noticed, recalls: [recall()], lent: '600000' }),
      [false, 'lent 600000 above 600000', none, none, none],
    ],
    [
      'is not met by less',
      deal({ ...noticed, recalls: [recall()], lent: '600000.000001' }),
      [true, none, none, none],
    ],
    [
      'leaves out the time in which the lender blocked the return',
      deal({
        ...noticed,
        recalls: [recall({ createTime: ago(7 * DAY) })],
        lenderBlocks: [{ from: ago(8 * DAY), until: ago(6 * DAY) }],
      }),
      [false, missedIn('2026-03-12T16:00:00.000Z'), none, none, none],
    ],
  ])('%s', check(byBorrower))
})

describe('the collateral of a return or a closing', () => {
  it.each<Case>([
    [
      'is missed by the lender when that of a return is late',
      deal({ returns: [returned({ instructed: [asset({ state: 'arrived' }), late()] })] }),
      [true, none],
    ],
    [
      'is missed when the lender holds back a part that it sent without a call',
      deal({ ...allBack, closing: { instructed: [arrived] }, voluntary: [heldBack()] }),
      [true, none],
    ],
    [
      'is not missed while the rest of it is not late',
      deal({
        ...allBack,
        closing: { instructed: [{ ...arrived, lateTime: ago(-HOUR) }] },
        voluntary: [heldBack()],
      }),
      [false, lateIn(ago(-HOUR)), none],
    ],
    [
      'is not missed by what was sent without a call before the asset is back, or by the borrower',
      deal({
        closing: { instructed: [asset({ quantity: '1000000', lateTime: ago(-HOUR) })] },
        voluntary: [heldBack(), heldBack({ sender: 'borrower' })],
      }),
      [false, none, none],
    ],
    [
      'is missed when all of it is held back so, and nothing else is to be sent',
      deal({ ...allBack, closing: { instructed: [] }, voluntary: [heldBack()] }),
      [true, none],
    ],
    [
      'is missed when that of a closing is late',
      deal({ lent: '0', interestOwed: '0', closing: { instructed: [late({ quantity: '25' })] } }),
      [true, none],
    ],
    [
      'is not missed when it is not late',
      deal({ closing: { instructed: [late({ lateTime: ago(-HOUR) })] } }),
      [false, lateIn('2026-03-12T17:00:00.000Z'), none],
    ],
    [
      'is not missed by a lender that holds none',
      deal({ collateral: '0', closing: { instructed: [late()] } }),
      [false, 'claim 0 above 0', none],
    ],
    [
      'is not missed because of an asset that the borrower does not send',
      deal({ closing: { instructed: [asset()] }, returns: [returned()] }),
      [false, none, none],
    ],
  ])('%s', check(byLender))
})

describe('a notice of MISSED_RETURN', () => {
  const ofReturn = noticeOf(byBorrower, { resource: 'order_request', resourceId: 'return-1' })
  const ofOrder = noticeOf(byBorrower, { resourceId: 'order-1' })

  it.each<Case>([
    [
      'holds as long as it has not arrived',
      deal({ notices: [ofReturn], returns: [returned()] }),
      [true],
    ],
    ['is cured when it has', deal({ notices: [ofReturn] }), [false, none]],
    [
      'is cured though another return is late by now: that is another default',
      deal({ notices: [ofReturn], returns: [returned({ id: 'return-2' })] }),
      [false, none],
    ],
    [
      'is not cured by cancelling the return that carries out a recall',
      deal({
        notices: [noticeOf(byBorrower, { resource: 'order_request', resourceId: 'recall-1' })],
        recalls: [recall({ acceptTime: ago(3 * DAY) })],
        returns: [returned({ id: 'recall-1', isCancelled: true })],
      }),
      [true, 'cancelled true equal_to false'],
    ],
    [
      'of a close goes on after the maturity, when the close was cancelled',
      deal({ notices: [ofOrder], maturityTime: ago(2 * DAY) }),
      [true],
    ],
  ])('%s', check(byBorrower))
})
