import { describe, expect, it } from 'vitest'
import {
  unmet,
  unmetRelease,
  level,
  missed,
  interest,
  SHORT,
  AT_LEVEL,
  SOUND,
  OVER,
  failed,
  asset,
  january,
} from '../../test/stressed-cases.ts'
import {
  AGREED,
  ago,
  alert,
  btcAt,
  call,
  DAY,
  deal,
  HOUR,
  late,
  MINUTE,
  NOW,
  noticeOf,
} from '../../test/stressed-deal.ts'
import { factOf } from './fact-of.ts'
import type { AssertedDefault, Condition, ConditionName, GroundName } from './fact.ts'
import type { StressedDeal } from './stressed-deal.ts'

/**
 * What keeps a sound deal from being closed out: a fact that does not hold, and in the ground that
 * it is about the one condition that is not met. All others are, so without it the deal is closed
 * out.
 */
type Seizure = [
  title: string,
  asserted: AssertedDefault,
  deal: StressedDeal,
  price: string,
  decisive: ConditionName,
  ground: GroundName,
]

const seizures: Seizure[] = [
  [
    'a top-up has arrived, and the lender waits for the next fall of the price',
    unmet,
    deal({
      requests: [call({ instructed: [late({ state: 'arrived' })] })],
      notices: [noticeOf(unmet, { resource: 'mark_to_market_request', resourceId: 'call-1' })],
    }),
    SHORT,
    'met_since',
    'declared_call',
  ],
  [
    'a failed transfer of a cancelled return is kept as a cause for ever',
    missed,
    deal({ returns: [{ id: 'return-1', isCancelled: true, instructed: [asset] }] }),
    SOUND,
    'cancelled',
    'late_return',
  ],
  [
    'a top-up that failed, and was called again and paid, is late for ever',
    unmet,
    deal({
      requests: [
        call({
          createTime: ago(3 * DAY),
          cancelledBy: 'borrower',
          failTime: ago(2 * DAY),
          instructed: [failed],
        }),
        call({
          id: 'call-2',
          createTime: ago(2 * DAY),
          instructed: [late({ state: 'arrived' })],
        }),
      ],
    }),
    SHORT,
    'released',
    'late_call',
  ],
  [
    'a failed payment of January is late for ever, though it was paid with the next month',
    interest,
    deal({ interestDue: [january], interestPaid: '8125' }),
    SOUND,
    'unpaid',
    'late_interest',
  ],
  [
    'a call of January is kept until the price falls in June',
    unmet,
    deal({ requests: [call({ createTime: ago(150 * DAY), expireTime: ago(149 * DAY) })] }),
    SHORT,
    'unmet_until',
    'unanswered_call',
  ],
  [
    'a dispute of January is kept until the price falls in June',
    unmet,
    deal({ requests: [call({ status: 'DISPUTED', disputeTime: ago(150 * DAY) })] }),
    SHORT,
    'unmet_until',
    'disputed_call',
  ],
  [
    'a call that the borrower has paid by an offer of its own takes collateral again',
    unmet,
    deal({
      requests: [
        call(),
        call({
          id: 'offer-1',
          creator: 'borrower',
          status: 'COMPLETED',
          createTime: ago(5 * HOUR),
          instructed: [late({ state: 'arrived' })],
        }),
      ],
    }),
    SHORT,
    'met_since',
    'unanswered_call',
  ],
  [
    'the same call takes collateral again after each close-out in part',
    unmet,
    deal({ requests: [call()], lastTerminated: ago(HOUR) }),
    SHORT,
    'terminated_since',
    'unanswered_call',
  ],
  [
    'a call for units of the old collateral is unmet once the price of the new one falls',
    unmet,
    deal({ requests: [call()], lastExchanged: ago(HOUR) }),
    SHORT,
    'exchanged_since',
    'unanswered_call',
  ],
  [
    'a top-up that failed in January, when nothing was due later, is kept until the price falls in June',
    unmet,
    deal({
      requests: [
        call({
          status: 'CANCELLED',
          createTime: ago(150 * DAY),
          cancelledBy: 'borrower',
          instructed: [{ ...failed, instructTime: ago(150 * DAY), lateTime: ago(149 * DAY) }],
        }),
      ],
    }),
    SHORT,
    'unmet_until',
    'late_call',
  ],
  [
    'the lender disputes an offer, and the time of that counts for its next call',
    unmet,
    deal({
      requests: [
        call({
          id: 'offer-1',
          creator: 'borrower',
          status: 'COMPLETED',
          createTime: ago(30 * HOUR),
          disputeTime: ago(29 * HOUR),
          supersededBy: 'call-1',
        }),
        call({ status: 'DISPUTED', disputeTime: ago(HOUR) }),
      ],
    }),
    SHORT,
    'unmet_from',
    'disputed_call',
  ],
  [
    'a transfer that failed takes collateral again after each close-out in part',
    unmet,
    deal({
      requests: [call({ status: 'FAILED', createTime: ago(2 * DAY), instructed: [failed] })],
      lastTerminated: ago(HOUR),
    }),
    SHORT,
    'terminated_since',
    'late_call',
  ],
  [
    'the borrower concedes a dispute, and the rest is late in that moment',
    unmet,
    deal({
      requests: [
        call({
          status: 'IN_PROGRESS',
          createTime: ago(2 * DAY),
          instructed: [
            late({ quantity: '4', state: 'arrived' }),
            late({ quantity: '6', instructTime: ago(MINUTE), lateTime: ago(MINUTE - DAY) }),
          ],
        }),
      ],
    }),
    SHORT,
    'late_from',
    'late_call',
  ],
  [
    'the borrower accepts a recall, and has missed it in that moment',
    missed,
    deal({
      recalls: [
        { id: 'recall-1', createTime: ago(HOUR), acceptTime: ago(MINUTE), lentWhenMet: '0' },
      ],
    }),
    SOUND,
    'missed_from',
    'recall',
  ],
  [
    'the lender keeps a release at its custodian, and the borrower cannot close at maturity',
    missed,
    deal({
      maturityTime: ago(5 * DAY),
      lenderBlocks: [{ from: ago(6 * DAY), until: null }],
    }),
    SOUND,
    'missed_from',
    'maturity',
  ],
  [
    'a deal that is owed a release is closed out to its requirement',
    level,
    deal({
      terms: {
        closeOutScope: 'to_requirement',
        margin: { ...AGREED.margin, thresholdUsd: '500000' },
      },
      liquidationAlert: alert({ pricesAtStart: btcAt('35000') }),
    }),
    AT_LEVEL,
    'shortfall',
    'liquidation_alert',
  ],
  [
    'an alert that lasts, while no part is owed, confirms a single price of one second',
    level,
    deal({
      terms: {
        closeOutScope: 'to_requirement',
        margin: { ...AGREED.margin, thresholdUsd: '500000' },
      },
      liquidationAlert: alert(),
    }),
    '35000',
    'shortfall_at_start',
    'liquidation_alert',
  ],
  [
    'an alert that began before a silence of the prices counts the silence',
    level,
    deal({ liquidationAlert: alert({ pricesAtStart: btcAt(null) }) }),
    AT_LEVEL,
    'alert_priced_at_start',
    'liquidation_alert',
  ],
  [
    'one false price ends a deal in a second',
    level,
    deal({ liquidationAlert: alert({ since: ago(1) }) }),
    AT_LEVEL,
    'alert_confirmed_from',
    'liquidation_alert',
  ],
  [
    'a notice of an alert that has ended is kept for the next fall of the price',
    level,
    deal({
      liquidationAlert: alert({ occasion: 4 }),
      notices: [noticeOf(level, { resource: 'position', occasion: '3' })],
    }),
    AT_LEVEL,
    'alert_occasion',
    'liquidation_alert',
  ],
  [
    'a party that owes nothing is closed out for an old failure',
    unmet,
    deal({ requests: [call()] }),
    SOUND,
    'direction',
    'unanswered_call',
  ],
  [
    'a deal below its minimum is closed out',
    unmet,
    deal({ requests: [call()] }),
    '59999',
    'notional',
    'unanswered_call',
  ],
  [
    'a lender whose loan and interest are back is late, and closes out the collateral',
    missed,
    deal({
      lent: '0',
      interestOwed: '0',
      returns: [{ id: 'return-1', isCancelled: false, instructed: [asset] }],
    }),
    SOUND,
    'claim',
    'late_return',
  ],
  [
    'a suspended borrower is called, declared and terminated while it cannot answer',
    unmet,
    deal({
      requests: [call()],
      suspensions: { lender: [], borrower: [{ from: ago(DAY), until: null }] },
    }),
    SHORT,
    'unmet_from',
    'unanswered_call',
  ],
  [
    'a lender that waits for the end of a default of the borrower is closed out for a release',
    unmetRelease,
    deal({
      requests: [call({ direction: 'Release', creator: 'borrower' })],
      interestDue: [january],
      notices: [noticeOf(interest)],
    }),
    OVER,
    'receiver_in_default',
    'unanswered_call',
  ],
  [
    'the borrower begins a close that it never sends, so that the lender cannot send the release',
    unmetRelease,
    deal({
      requests: [call({ direction: 'Release', creator: 'borrower' })],
      closing: { instructed: [] },
    }),
    OVER,
    'closing',
    'unanswered_call',
  ],
]

describe('a sound deal', () => {
  it.each(seizures)('is not closed out when %s', (_, asserted, of, price, decisive, ground) => {
    const fact = factOf(asserted, of, btcAt(price), NOW)
    const found = fact.grounds.find(({ name }) => name === ground)
    const against = [...fact.conditions, ...(found?.conditions ?? [])].filter(isAgainst)
    expect([fact.holds, against.map(({ name }) => name)]).toEqual([false, [decisive]])
  })
})

const isAgainst = ({ met }: Condition) => met !== true
