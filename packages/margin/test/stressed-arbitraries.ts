import fc from 'fast-check'
import type {
  AgreedReturn,
  AssertedDefault,
  InstructedQuantity,
  InterestDue,
  Interval,
  MarginRequest,
  Recall,
  StressedDeal,
} from '../src/index.ts'
import { ago, alert, btcAt, DAY, deal, HOUR } from './stressed-deal.ts'

/** Times up to 30 days before now, and two after it. */
const time = fc.integer({ min: -48, max: 30 * 24 }).map((hours) => ago(hours * HOUR))
const times = fc
  .tuple(fc.integer({ min: 0, max: 30 * 24 }), fc.integer({ min: 0, max: 72 }))
  .map(([hours, later]) => [ago(hours * HOUR), ago((hours - later) * HOUR)] as const)
const party = fc.constantFrom('lender' as const, 'borrower' as const)
const units = fc.integer({ min: 0, max: 30 }).map(String)

const instructed = (leg: fc.Arbitrary<InstructedQuantity['leg']>) =>
  fc
    .record({
      leg,
      quantity: fc.integer({ min: 1, max: 30 }).map(String),
      times,
      state: fc.constantFrom('instructed', 'on_chain', 'arrived', 'failed'),
    })
    .map(({ times: [instructTime, lateTime], ...others }): InstructedQuantity => ({
      ...others,
      instructTime,
      lateTime,
    }))
const collateralOnly = fc.array(instructed(fc.constant('collateral')), { maxLength: 2 })
const eitherLeg = fc.array(instructed(fc.constantFrom('asset', 'collateral')), { maxLength: 2 })

const request: fc.Arbitrary<MarginRequest> = fc
  .record({
    id: fc.constant(''),
    direction: fc.constantFrom('TopUp' as const, 'Release' as const),
    creator: party,
    status: fc.constantFrom('PENDING_ACCEPTANCE', 'IN_PROGRESS', 'REJECTED', 'EXPIRED', 'DISPUTED'),
    times,
    disputeTime: fc.option(time),
    supersededBy: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
    amount: units,
    cancelledBy: fc.option(party),
    failTime: fc.option(time),
    instructed: collateralOnly,
  })
  .map(({ times: [createTime, expireTime], ...others }) => ({ ...others, createTime, expireTime }))

/** Up to four requests of either direction, in any state. */
export const requests = fc
  .array(request, { maxLength: 4 })
  .map((all) => all.map((one, index) => ({ ...one, id: 'abcd'.charAt(index) })))

const agreedReturn: fc.Arbitrary<AgreedReturn> = fc.record({
  id: fc.constantFrom('e', 'f'),
  isCancelled: fc.boolean(),
  instructed: eitherLeg,
})
const recall: fc.Arbitrary<Recall> = fc.record({
  id: fc.constantFrom('e', 'f'),
  createTime: time,
  acceptTime: fc.option(time),
  lentWhenMet: fc.constantFrom('0', '600000', '1000000'),
})
const interestDue: fc.Arbitrary<InterestDue> = fc
  .record({ day: fc.constantFrom('2026-02-01', '2026-03-01'), total: units, times })
  .map(({ times: [instructTime, lateTime], ...others }) => ({ ...others, instructTime, lateTime }))
const interval: fc.Arbitrary<Interval> = fc
  .tuple(times, fc.boolean())
  .map(([[from, until], lasts]) => ({ from, until: lasts ? null : until }))
const intervals = fc.array(interval, { maxLength: 2 })

/** Deals in every state of distress, without a notice. */
export const deals: fc.Arbitrary<StressedDeal> = fc
  .record({
    lent: fc.constantFrom('0', '600000', '1000000'),
    collateral: units,
    liquidationAlert: fc.option(
      fc
        .record({
          isActive: fc.boolean(),
          since: time,
          pricesAtStart: fc.constantFrom(btcAt('45000'), btcAt('60000'), btcAt(null)),
        })
        .map((members) => alert(members)),
    ),
    requests,
    lastTerminated: fc.option(time),
    returns: fc.array(agreedReturn, { maxLength: 2 }),
    closing: fc.option(fc.record({ instructed: eitherLeg })),
    recalls: fc.array(recall, { maxLength: 2 }),
    maturityTime: fc.option(time),
    interestDue: fc.array(interestDue, { maxLength: 2 }),
    interestPaid: units,
    suspensions: fc.record({ lender: intervals, borrower: intervals }),
    lenderBlocks: intervals,
    scope: fc.constantFrom('full' as const, 'to_requirement' as const),
    recallNoticeSeconds: fc.constantFrom(null, 5 * DAY),
    termsSince: fc.constantFrom(null, ago(2 * DAY)),
  })
  .map(({ scope, ...members }) => deal({ ...members, terms: { closeOutScope: scope } }))

/** Every cause, against every party that it can be declared against. */
export const ASSERTED: readonly AssertedDefault[] = [
  { cause: 'UNMET_CALL', inDefault: 'borrower' },
  { cause: 'UNMET_CALL', inDefault: 'lender' },
  { cause: 'LIQUIDATION_LEVEL', inDefault: 'borrower' },
  { cause: 'MISSED_RETURN', inDefault: 'borrower' },
  { cause: 'MISSED_RETURN', inDefault: 'lender' },
  { cause: 'MISSED_INTEREST', inDefault: 'borrower' },
]
export const asserted = fc.constantFrom(...ASSERTED)

/** The price of BTC at which collateral is short, exact, or too much, and none. */
export const btcPrice = fc.constantFrom('40000', '46000', '50000', '60000', '80000', null)
