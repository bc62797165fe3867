import { describe, expect, it } from 'vitest'
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
import type { InterestDue, StressedDeal } from './stressed-deal.ts'

const unmet: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'borrower' }
const unmetRelease: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'lender' }
const level: AssertedDefault = { cause: 'LIQUIDATION_LEVEL', inDefault: 'borrower' }
const missed: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'borrower' }
const missedByLender: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'lender' }
const interest: AssertedDefault = { cause: 'MISSED_INTEREST', inDefault: 'borrower' }

/** At 50,000 USD for one BTC, 250,000 USD are due to the lender; at 45,000 the level is reached. */
const SHORT = '50000'
const AT_LEVEL = '45000'
const SOUND = '60000'
const OVER = '80000'

const failed = late({ state: 'failed' })
const asset = { ...failed, leg: 'asset' as const }
const january: InterestDue = {
  day: '2026-02-01',
  total: '3069.444445',
  instructTime: ago(39 * DAY),
  lateTime: ago(38 * DAY),
}

/**
 * What keeps a sound deal from being closed out: a fact that does not hold, and in the ground that it
 * is about the one condition that is not met. All others are, so without it the deal is closed out.
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
        call({ createTime: ago(3 * DAY), cancelledBy: 'borrower', instructed: [failed] }),
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
    'a transfer that is late takes collateral again after each close-out in part',
    unmet,
    deal({
      requests: [call({ status: 'IN_PROGRESS', createTime: ago(2 * DAY), instructed: [late()] })],
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
      liquidationAlert: alert(),
    }),
    AT_LEVEL,
    'shortfall',
    'liquidation_alert',
  ],
  [
    'an alert that began before a silence of the prices counts the silence',
    level,
    deal({ liquidationAlert: alert({ pricedAtStart: false }) }),
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

/** What a party that does not pay could try: the fact holds all the same. */
type Escape = [title: string, asserted: AssertedDefault, deal: StressedDeal, price: string | null]

const cancelledOffer = call({
  id: 'offer-1',
  creator: 'borrower',
  status: 'CANCELLED',
  cancelledBy: 'borrower',
  createTime: ago(23 * HOUR),
})
const disputed = call({
  status: 'COMPLETED',
  createTime: ago(25 * HOUR),
  disputeTime: ago(24 * HOUR),
  supersededBy: 'offer-1',
})

const escapes: Escape[] = [
  [
    'accepts a call, and its own custodian never approves the transfer',
    unmet,
    deal({ requests: [call({ status: 'IN_PROGRESS', instructed: [late()] })] }),
    SHORT,
  ],
  [
    'accepts a call, lets its transfer fail and cancels it',
    unmet,
    deal({
      requests: [call({ status: 'CANCELLED', cancelledBy: 'borrower', instructed: [failed] })],
    }),
    SHORT,
  ],
  ['rejects each call', unmet, deal({ requests: [call({ status: 'REJECTED' })] }), SHORT],
  [
    'disputes with 0, creates a top-up of its own and cancels it',
    unmet,
    deal({ requests: [disputed, cancelledOffer] }),
    SHORT,
  ],
  [
    'does so again with each call of a day',
    unmet,
    deal({
      requests: [
        disputed,
        cancelledOffer,
        call({
          id: 'call-2',
          status: 'DISPUTED',
          createTime: ago(2 * HOUR),
          disputeTime: ago(HOUR),
        }),
      ],
    }),
    SHORT,
  ],
  [
    'offers what it disputes, and lets the offer expire',
    unmet,
    deal({
      requests: [
        disputed,
        { ...cancelledOffer, status: 'EXPIRED', cancelledBy: null },
        call({
          id: 'call-2',
          status: 'DISPUTED',
          createTime: ago(2 * HOUR),
          disputeTime: ago(HOUR),
        }),
      ],
    }),
    SHORT,
  ],
  [
    'sends the least unit of a call that it lets expire',
    unmet,
    deal({
      requests: [call({ instructed: [late({ quantity: '0.00000001', state: 'arrived' })] })],
    }),
    SHORT,
  ],
  [
    'disputes a new call once the notice is declared',
    unmet,
    deal({
      requests: [
        call(),
        call({ id: 'call-2', status: 'DISPUTED', createTime: ago(HOUR), disputeTime: ago(1) }),
      ],
      notices: [noticeOf(unmet)],
    }),
    SHORT,
  ],
  [
    'begins a close that its own custodian never approves',
    missed,
    deal({ closing: { instructed: [late({ leg: 'asset', quantity: '1000000' })] } }),
    SOUND,
  ],
  [
    'cancels the close at maturity',
    missed,
    deal({ maturityTime: ago(2 * DAY), closing: null }),
    SOUND,
  ],
  [
    'rejects a recall',
    missed,
    deal({
      recallNoticeSeconds: 5 * DAY,
      recalls: [{ id: 'recall-1', createTime: ago(7 * DAY), acceptTime: null, lentWhenMet: '0' }],
    }),
    SOUND,
  ],
  [
    'accepts a recall and cancels its failed return',
    missed,
    deal({
      recalls: [
        { id: 'recall-1', createTime: ago(3 * DAY), acceptTime: ago(2 * DAY), lentWhenMet: '0' },
      ],
      returns: [{ id: 'recall-1', isCancelled: true, instructed: [asset] }],
    }),
    SOUND,
  ],
  [
    'sends back all but the least unit of what is recalled',
    missed,
    deal({
      lent: '0.000001',
      recalls: [
        { id: 'recall-1', createTime: ago(3 * DAY), acceptTime: ago(2 * DAY), lentWhenMet: '0' },
      ],
    }),
    SOUND,
  ],
  [
    'pays each month less than is due',
    interest,
    deal({ interestDue: [january], interestPaid: '3069.444444' }),
    null,
  ],
  [
    'is the lender, and keeps the collateral of a close at its custodian',
    missedByLender,
    deal({ lent: '0', interestOwed: '0', closing: { instructed: [late({ quantity: '25' })] } }),
    SOUND,
  ],
  [
    'is the lender, and never answers a release',
    unmetRelease,
    deal({ requests: [call({ direction: 'Release', creator: 'borrower' })] }),
    OVER,
  ],
  [
    'is suspended for longer than 14 days',
    missed,
    deal({
      maturityTime: ago(20 * DAY),
      suspensions: { lender: [], borrower: [{ from: ago(30 * DAY), until: null }] },
    }),
    SOUND,
  ],
]

describe('a party that does not pay', () => {
  it.each(escapes)('is in default although it %s', (_, asserted, of, price) => {
    expect(factOf(asserted, of, btcAt(price), NOW).holds).toBe(true)
  })

  it('is neither cured nor closed out while an outlier keeps every price from being current', () => {
    const of = deal({ liquidationAlert: alert(), notices: [noticeOf(level, { occasion: '3' })] })
    expect(factOf(level, of, btcAt(null), NOW).holds).toBeNull()
  })
})
