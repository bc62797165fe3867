import { describe, expect, it } from 'vitest'
import {
  AGREED,
  ago,
  asked,
  btcAt,
  call,
  DAY,
  deal,
  HOUR,
  late,
  MINUTE,
  noticeOf,
} from '../../test/stressed-deal.ts'
import type { AssertedDefault } from './fact.ts'
import type { DealPrices, StressedDeal } from './stressed-deal.ts'

const byBorrower: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'borrower' }
const byLender: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'lender' }

/** 25 BTC: at 50,000 USD 250,000 USD are due to the lender, and at 80,000 USD 500,000 USD back. */
const [short, over] = [btcAt('50000'), btcAt('80000')]

const LEVELS = { ...AGREED.margin, topUpPercent: '130', releasePercent: '180' }

const noDispute = 'disputed false equal_to true'
const noTransfer = 'exists false equal_to true'

type Case = [string, StressedDeal, [boolean | null, ...string[]], DealPrices?]

describe('an unanswered call', () => {
  it.each<Case>([
    [
      'holds when the call has expired',
      deal({ requests: [call()] }),
      [true, noTransfer, noDispute],
    ],
    [
      'holds at the time at which it expires',
      deal({ requests: [call({ expireTime: ago(0) })] }),
      [true, noTransfer, noDispute],
    ],
    [
      'does not hold before that, though the borrower has rejected it',
      deal({ requests: [call({ status: 'REJECTED', expireTime: ago(-1) })] }),
      [
        false,
        'unmet_from 2026-03-12T16:00:01.000Z at_most 2026-03-12T16:00:00.000Z',
        noTransfer,
        noDispute,
      ],
    ],
    [
      'holds when its time has passed, though no worker has ended it',
      deal({ requests: [call({ status: 'PENDING_ACCEPTANCE' })] }),
      [true, noTransfer, noDispute],
    ],
    [
      'holds for 7 days',
      deal({ requests: [call({ createTime: ago(8 * DAY), expireTime: ago(7 * DAY) })] }),
      [true, noTransfer, noDispute],
    ],
    [
      'does not hold later: the lender cannot keep an old call until the price falls',
      deal({ requests: [call({ createTime: ago(8 * DAY), expireTime: ago(7 * DAY + 1) })] }),
      [
        false,
        'unmet_until 2026-03-12T15:59:59.000Z at_least 2026-03-12T16:00:00.000Z',
        noTransfer,
        noDispute,
      ],
    ],
    [
      'does not hold when a newer call awaits its answer',
      deal({
        requests: [
          call(),
          call({
            id: 'call-2',
            status: 'PENDING_ACCEPTANCE',
            createTime: ago(HOUR),
            expireTime: ago(-3 * HOUR),
          }),
        ],
      }),
      [
        false,
        'unmet_from 2026-03-12T19:00:00.000Z at_most 2026-03-12T16:00:00.000Z',
        noTransfer,
        noDispute,
      ],
    ],
    [
      'does not hold once the borrower has sent all of a request of its own since',
      deal({
        requests: [
          call(),
          call({
            id: 'offer-1',
            creator: 'borrower',
            status: 'COMPLETED',
            createTime: ago(HOUR),
            instructed: [late({ state: 'arrived' })],
          }),
        ],
      }),
      [false, 'met_since true equal_to false', noTransfer, noDispute],
    ],
    [
      'holds if the borrower has sent less than its own request was for',
      deal({
        requests: [
          call(),
          call({
            id: 'offer-1',
            creator: 'borrower',
            status: 'IN_PROGRESS',
            createTime: ago(HOUR),
            instructed: [late({ quantity: '0.00000001', state: 'arrived' })],
          }),
        ],
      }),
      [true, noTransfer, noDispute],
    ],
    [
      'does not hold after a close-out of the deal was terminated: it would take collateral again',
      deal({ requests: [call()], lastTerminated: ago(HOUR) }),
      [false, 'terminated_since true equal_to false', noTransfer, noDispute],
    ],
    [
      'holds after a close-out that was terminated before the call',
      deal({ requests: [call()], lastTerminated: ago(7 * HOUR) }),
      [true, noTransfer, noDispute],
    ],
    [
      'does not hold for a request that the borrower created itself',
      deal({ requests: [call({ creator: 'borrower' })] }),
      [false, noTransfer, noTransfer, noTransfer],
    ],
    [
      'does not hold for a call that the lender has withdrawn',
      deal({ requests: [call({ status: 'CANCELLED', cancelledBy: 'lender' })] }),
      [
        false,
        'call_status CANCELLED equal_to EXPIRED or REJECTED or PENDING_ACCEPTANCE',
        noTransfer,
        noDispute,
      ],
    ],
    ['does not hold without any call', deal(), [false, noTransfer, noTransfer, noTransfer]],
    [
      'is not known without a price',
      deal({ requests: [call()] }),
      [
        null,
        'direction ? equal_to TopUp',
        'notional ? at_least ?',
        'collateral_amount ? above 0',
        noTransfer,
        noDispute,
      ],
      btcAt(null),
    ],
  ])('%s', (_, of, expected, prices = short) => {
    expect(asked(byBorrower, of, prices)).toEqual(expected)
  })
})

describe('what is due, when only settled collateral counts', () => {
  const called = deal({ requests: [call()] })
  const withLevels = deal({ requests: [call()], terms: { margin: LEVELS } })
  it.each<Case>([
    ['is owed at the minimum', called, [true, noTransfer, noDispute], btcAt('59600')],
    [
      'is not owed below the minimum: nobody who owes nothing is closed out for an old failure',
      called,
      [false, 'notional 9999.99 at_least 10000', noTransfer, noDispute],
      btcAt('59600.0004'),
    ],
    ['is owed at the level of top-ups', withLevels, [true, noTransfer, noDispute], btcAt('52000')],
    [
      'is not owed above the level of top-ups',
      withLevels,
      [false, 'collateral_value 1300000.25 at_most 1300000', noTransfer, noDispute],
      btcAt('52000.01'),
    ],
    [
      'is not owed once the price has recovered',
      called,
      [false, 'direction None equal_to TopUp', noTransfer, noDispute],
      btcAt('60000'),
    ],
    [
      'is not owed when collateral is due back',
      called,
      [false, 'direction Release equal_to TopUp', noTransfer, noDispute],
      over,
    ],
    [
      'is not hidden by collateral on its way that does not arrive',
      deal({
        requests: [
          call(),
          call({
            id: 'call-0',
            status: 'IN_PROGRESS',
            createTime: ago(3 * DAY),
            instructed: [late({ lateTime: ago(-HOUR) })],
          }),
        ],
      }),
      [true, 'late_from 2026-03-12T17:00:00.000Z below 2026-03-12T16:00:00.000Z', noDispute],
    ],
    [
      'needs no claim of interest: what is lent is claim enough',
      deal({ requests: [call()], interestOwed: '0' }),
      [true, noTransfer, noDispute],
    ],
    [
      'is not owed once the whole asset and its interest are back',
      deal({ requests: [call()], lent: '0', interestOwed: '0' }),
      [false, 'claim 0 above 0', 'direction Release equal_to TopUp', noTransfer, noDispute],
    ],
  ])('%s', (_, of, expected, prices = short) => {
    expect(asked(byBorrower, of, prices)).toEqual(expected)
  })
})

describe('a late call', () => {
  /** What was accepted two days ago, and is late. */
  const accepted = (members: Parameters<typeof call>[0] = {}) =>
    call({
      status: 'IN_PROGRESS',
      createTime: ago(2 * DAY),
      expireTime: ago(2 * DAY - 4 * HOUR),
      instructed: [late()],
      ...members,
    })
  const answered = (status: string) =>
    `call_status ${status} equal_to EXPIRED or REJECTED or PENDING_ACCEPTANCE`

  it.each<Case>([
    [
      'holds for a call that was accepted and whose transfer its custodian never approves',
      deal({ requests: [accepted()] }),
      [true, answered('IN_PROGRESS'), noDispute],
    ],
    [
      'does not hold at exactly the time at which it becomes late',
      deal({ requests: [accepted({ instructed: [late({ lateTime: ago(0) })] })] }),
      [
        false,
        answered('IN_PROGRESS'),
        'late_from 2026-03-12T16:00:00.000Z below 2026-03-12T16:00:00.000Z',
        noDispute,
      ],
    ],
    [
      'holds for one that failed and that the borrower has cancelled: the lender waives it, not the sender',
      deal({
        requests: [
          accepted({
            status: 'CANCELLED',
            cancelledBy: 'borrower',
            instructed: [late({ state: 'failed' })],
          }),
        ],
      }),
      [true, answered('CANCELLED'), noDispute],
    ],
    [
      'does not hold once its receiver has cancelled it, or its late transfer',
      deal({ requests: [accepted({ cancelledBy: 'lender' })] }),
      [false, answered('IN_PROGRESS'), 'released true equal_to false', noDispute],
    ],
    [
      'does not hold for one that failed and was called again and paid since',
      deal({
        requests: [
          accepted({ cancelledBy: 'borrower', instructed: [late({ state: 'failed' })] }),
          call({
            id: 'call-2',
            status: 'COMPLETED',
            createTime: ago(DAY),
            instructed: [late({ state: 'arrived' })],
          }),
        ],
      }),
      [
        false,
        answered('COMPLETED'),
        'met_since true equal_to false',
        'released true equal_to false',
        noDispute,
      ],
    ],
    [
      'holds if the later call ended without all of its collateral',
      deal({
        requests: [
          accepted({ cancelledBy: 'borrower', instructed: [late({ state: 'failed' })] }),
          call({ id: 'call-2', status: 'COMPLETED', createTime: ago(DAY) }),
        ],
      }),
      [true, answered('COMPLETED'), noDispute],
    ],
    [
      'holds for what is under way: it counted as sent when the later call was computed',
      deal({
        requests: [
          accepted({ instructed: [late({ quantity: '4' })] }),
          call({
            id: 'call-2',
            status: 'COMPLETED',
            createTime: ago(DAY),
            amount: '6',
            instructed: [late({ quantity: '6', state: 'arrived' })],
          }),
        ],
      }),
      [true, answered('COMPLETED'), 'met_since true equal_to false', noDispute],
    ],
    [
      'does not hold for the rest of a dispute that the borrower has conceded just now',
      deal({
        requests: [
          accepted({
            instructed: [
              late({ quantity: '4', state: 'arrived' }),
              late({ quantity: '6', instructTime: ago(MINUTE), lateTime: ago(MINUTE - DAY) }),
            ],
          }),
        ],
      }),
      [
        false,
        answered('IN_PROGRESS'),
        'late_from 2026-03-13T15:59:00.000Z below 2026-03-12T16:00:00.000Z',
        noDispute,
      ],
    ],
    [
      'does not hold when everything has arrived',
      deal({ requests: [accepted({ instructed: [late({ state: 'arrived' })] })] }),
      [false, answered('IN_PROGRESS'), 'met_since true equal_to false', noTransfer, noDispute],
    ],
  ])('%s', (_, of, expected) => {
    expect(asked(byBorrower, of, short)).toEqual(expected)
  })
})

describe('a disputed call', () => {
  const answered = (status: string) =>
    `call_status ${status} equal_to EXPIRED or REJECTED or PENDING_ACCEPTANCE`
  const disputed = (members: Parameters<typeof call>[0] = {}) =>
    call({
      status: 'DISPUTED',
      createTime: ago(26 * HOUR),
      expireTime: ago(22 * HOUR),
      disputeTime: ago(24 * HOUR),
      ...members,
    })

  it.each<Case>([
    [
      'holds when the time of disputes has passed',
      deal({ requests: [disputed()] }),
      [true, answered('DISPUTED'), noTransfer],
    ],
    [
      'does not hold before that',
      deal({ requests: [disputed({ disputeTime: ago(24 * HOUR - 1) })] }),
      [
        false,
        answered('DISPUTED'),
        noTransfer,
        'unmet_from 2026-03-12T16:00:01.000Z at_most 2026-03-12T16:00:00.000Z',
      ],
    ],
    [
      'holds when the borrower superseded it with a top-up of its own, and cancelled that',
      deal({
        requests: [
          disputed({ status: 'COMPLETED', supersededBy: 'offer-1' }),
          call({
            id: 'offer-1',
            creator: 'borrower',
            status: 'CANCELLED',
            cancelledBy: 'borrower',
            createTime: ago(23 * HOUR),
          }),
        ],
      }),
      [true, answered('COMPLETED'), noTransfer],
    ],
    [
      'counts from the first dispute when each further call is disputed as well',
      deal({
        requests: [
          disputed({ status: 'COMPLETED', supersededBy: 'call-2' }),
          disputed({ id: 'call-2', createTime: ago(HOUR), disputeTime: ago(HOUR) }),
        ],
      }),
      [true, answered('DISPUTED'), noTransfer],
    ],
    [
      'counts from the first dispute when a cancelled top-up of the borrower is between the calls',
      deal({
        requests: [
          disputed({ status: 'COMPLETED', supersededBy: 'offer-1' }),
          call({
            id: 'offer-1',
            creator: 'borrower',
            status: 'CANCELLED',
            cancelledBy: 'borrower',
            createTime: ago(23 * HOUR),
          }),
          disputed({ id: 'call-2', createTime: ago(3 * HOUR), disputeTime: ago(HOUR) }),
        ],
      }),
      [true, answered('DISPUTED'), noTransfer],
    ],
    [
      'counts from its own dispute when what was cancelled before it was a call',
      deal({
        requests: [
          disputed({ status: 'CANCELLED', cancelledBy: 'lender' }),
          disputed({ id: 'call-2', createTime: ago(3 * HOUR), disputeTime: ago(HOUR) }),
        ],
      }),
      [
        false,
        answered('DISPUTED'),
        noTransfer,
        'unmet_from 2026-03-13T15:00:00.000Z at_most 2026-03-12T16:00:00.000Z',
      ],
    ],
    [
      'does not hold once a request of the dispute has got all of its collateral',
      deal({
        requests: [
          disputed({ status: 'COMPLETED', supersededBy: 'offer-1' }),
          call({
            id: 'offer-1',
            creator: 'borrower',
            status: 'COMPLETED',
            createTime: ago(23 * HOUR),
            instructed: [late({ state: 'arrived' })],
          }),
        ],
      }),
      [
        false,
        answered('COMPLETED'),
        'met_since true equal_to false',
        noTransfer,
        'met_since true equal_to false',
      ],
    ],
    [
      'holds if only the undisputed part has arrived',
      deal({ requests: [disputed({ instructed: [late({ quantity: '1', state: 'arrived' })] })] }),
      [true, answered('DISPUTED'), noTransfer],
    ],
    [
      'does not hold when the lender has accepted the counter-valuation, and its transfer is not late',
      deal({
        requests: [
          disputed({
            status: 'IN_PROGRESS',
            disputeTime: null,
            amount: '1',
            instructed: [late({ quantity: '1', lateTime: ago(-HOUR) })],
          }),
        ],
      }),
      [
        false,
        answered('IN_PROGRESS'),
        'late_from 2026-03-12T17:00:00.000Z below 2026-03-12T16:00:00.000Z',
        noDispute,
      ],
    ],
    [
      'does not hold 7 days later: the lender cannot keep an old dispute until the price falls',
      deal({
        requests: [
          disputed({
            createTime: ago(9 * DAY),
            expireTime: ago(9 * DAY - 4 * HOUR),
            disputeTime: ago(8 * DAY + 1),
          }),
        ],
      }),
      [
        false,
        answered('DISPUTED'),
        'unmet_until 2026-03-10T20:00:00.000Z at_least 2026-03-12T16:00:00.000Z',
        noTransfer,
        'unmet_until 2026-03-12T15:59:59.000Z at_least 2026-03-12T16:00:00.000Z',
      ],
    ],
    [
      'does not hold after a close-out of the deal was terminated',
      deal({ requests: [disputed()], lastTerminated: ago(HOUR) }),
      [
        false,
        answered('DISPUTED'),
        'terminated_since true equal_to false',
        noTransfer,
        'terminated_since true equal_to false',
      ],
    ],
  ])('%s', (_, of, expected) => {
    expect(asked(byBorrower, of, short)).toEqual(expected)
  })
})

describe('an unmet release', () => {
  const released = call({ direction: 'Release', creator: 'borrower', amount: '6.25' })
  const called = deal({ requests: [released] })

  it.each<Case>([
    ['holds against the lender', called, [true, noTransfer, noDispute]],
    [
      'does not hold while a notice against the borrower holds',
      deal({
        requests: [released],
        interestDue: [
          { day: '2026-03-01', total: '5', instructTime: ago(3 * DAY), lateTime: ago(2 * DAY) },
        ],
        notices: [noticeOf({ cause: 'MISSED_INTEREST', inDefault: 'borrower' })],
      }),
      [false, 'receiver_in_default true equal_to false', noTransfer, noDispute],
    ],
    [
      'holds again once that notice is cured, though it is still open',
      deal({
        requests: [released],
        notices: [noticeOf({ cause: 'MISSED_INTEREST', inDefault: 'borrower' })],
      }),
      [true, noTransfer, noDispute],
    ],
    [
      'does not hold without collateral that could be released',
      deal({ requests: [released], collateral: '0' }),
      [false, 'claim 0 above 0', 'direction TopUp equal_to Release', noTransfer, noDispute],
    ],
    [
      'does not hold below the minimum of releases',
      called,
      [false, 'notional 24999.75 at_least 25000', noTransfer, noDispute],
      btcAt('60999.99'),
    ],
    [
      'does not hold below the level of releases',
      deal({ requests: [released], terms: { margin: LEVELS } }),
      [false, 'collateral_value 1799999.75 at_least 1800000', noTransfer, noDispute],
      btcAt('71999.99'),
    ],
    [
      'does not hold for less than a lot',
      deal({
        requests: [released],
        terms: {
          margin: { ...AGREED.margin, lot: { topUp: '1', release: '7' } },
        },
      }),
      [false, 'collateral_amount 0 above 0', noTransfer, noDispute],
    ],
  ])('%s', (_, of, expected, prices = over) => {
    expect(asked(byLender, of, prices)).toEqual(expected)
  })
})

describe('a notice of UNMET_CALL', () => {
  const notices = [
    noticeOf(byBorrower, { resource: 'mark_to_market_request', resourceId: 'call-1' }),
  ]

  it.each<Case>([
    [
      'holds as long as collateral is due, though the lender has called again',
      deal({
        notices,
        requests: [
          call(),
          call({
            id: 'call-2',
            status: 'PENDING_ACCEPTANCE',
            createTime: ago(HOUR),
            expireTime: ago(-3 * HOUR),
          }),
        ],
      }),
      [true],
    ],
    [
      'holds though the borrower disputes the next call',
      deal({
        notices,
        requests: [
          call(),
          call({
            id: 'call-2',
            status: 'DISPUTED',
            createTime: ago(HOUR),
            disputeTime: ago(MINUTE),
          }),
        ],
      }),
      [true],
    ],
    [
      'holds longer than 7 days',
      deal({ notices, requests: [call({ expireTime: ago(20 * DAY) })] }),
      [true],
    ],
    [
      'is cured when a top-up has settled',
      deal({ notices, requests: [call()], collateral: '30' }),
      [false, 'direction None equal_to TopUp'],
    ],
    [
      'is cured when the price has recovered',
      deal({ notices, requests: [call()] }),
      [false, 'direction Release equal_to TopUp'],
      over,
    ],
  ])('%s', (_, of, expected, prices = short) => {
    expect(asked(byBorrower, of, prices)).toEqual(expected)
  })
})
