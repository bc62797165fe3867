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
  NOW,
  noticeOf,
} from '../../test/stressed-deal.ts'
import {
  byBorrower,
  byLender,
  noDispute,
  noTransfer,
  over,
  short,
  type UnmetCase,
} from '../../test/unmet-calls.ts'
import { factOf } from './fact-of.ts'
import type { MarginRequest, StressedDeal } from './stressed-deal.ts'

const LEVELS = { ...AGREED.margin, topUpPercent: '130', releasePercent: '180' }

describe('the collateral to send', () => {
  const amountOf = (collateral: string, price: string | null) =>
    factOf(byBorrower, deal({ requests: [call()], collateral }), btcAt(price), NOW).conditions.find(
      ({ name }) => name === 'collateral_amount',
    )?.value

  it('is not among the figures without collateral and a price of it: no price is made up', () => {
    expect(amountOf('0', null)).toBeUndefined()
    expect(amountOf('0', '50000')).toBe('30')
  })

  it('is not known with collateral and without a price of it', () => {
    expect(amountOf('25', null)).toBeNull()
  })
})

describe('an unmet release', () => {
  const released = call({ direction: 'Release', creator: 'borrower', amount: '6.25' })
  const called = deal({ requests: [released] })

  it.each<UnmetCase>([
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
      'holds while its own notice is open, which is against the lender',
      deal({ requests: [released], notices: [noticeOf(byLender)] }),
      [true],
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
      'is cured by a close, which owes all of the collateral',
      deal({ requests: [released], notices: [noticeOf(byLender)], closing: { instructed: [] } }),
      [false, 'closing true equal_to false'],
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

const metSince = 'met_since true equal_to false'

/** A call that was created later, and whose 10 BTC have arrived. */
const met = (seconds: number) =>
  call({
    id: 'call-2',
    status: 'COMPLETED',
    createTime: ago(seconds),
    instructed: [late({ state: 'arrived' })],
  })

/** What the borrower has offered since its call, under way. */
const offered = (changes: Partial<MarginRequest> = {}) =>
  call({
    id: 'offer-1',
    creator: 'borrower',
    status: 'IN_PROGRESS',
    createTime: ago(2 * HOUR),
    instructed: [late()],
    ...changes,
  })

describe('a notice of UNMET_CALL', () => {
  const notices = [
    noticeOf(byBorrower, { resource: 'mark_to_market_request', resourceId: 'call-1' }),
  ]

  it.each<UnmetCase>([
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
      'holds while the order closes: the borrower can return what the close owes, or cancel it',
      deal({ notices, requests: [call()], closing: { instructed: [] } }),
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
      'is cured when the next call was met, though the price has fallen again since',
      deal({ notices, requests: [call(), met(HOUR)] }),
      [false, metSince],
    ],
    [
      'holds when less has arrived than the next call was for',
      deal({ notices, requests: [call(), { ...met(HOUR), amount: '10.1' }] }),
      [true],
    ],
    [
      'holds when only a call before its own was met',
      deal({ notices, requests: [call(), met(7 * HOUR)] }),
      [true],
    ],
    [
      'holds when a release was met',
      deal({ notices, requests: [call(), { ...met(HOUR), direction: 'Release' }] }),
      [true],
    ],
    [
      'holds while its transfer is under way: it counted as sent when the next call was computed',
      deal({ notices, requests: [call({ instructed: [late()] }), met(HOUR)] }),
      [true],
    ],
    [
      'holds though one part of it failed before the next call, while another is under way',
      deal({
        notices,
        requests: [
          call({ failTime: ago(2 * HOUR), instructed: [late({ state: 'failed' }), late()] }),
          met(HOUR),
        ],
      }),
      [true],
    ],
    [
      'holds when its transfer failed only after the next call was computed',
      deal({
        notices,
        requests: [
          call({ failTime: ago(HOUR - 1), instructed: [late({ state: 'failed' })] }),
          met(HOUR),
        ],
      }),
      [true],
    ],
    [
      'is cured when a call was met that was computed once its transfer had failed',
      deal({
        notices,
        requests: [
          call({ failTime: ago(HOUR), instructed: [late({ state: 'failed' })] }),
          met(HOUR),
        ],
      }),
      [false, metSince],
    ],
    [
      'holds while an offer is under way that the small one after it did not ask for again',
      deal({ notices, requests: [call(), offered(), met(HOUR)] }),
      [true],
    ],
    [
      'holds when such an offer has failed only after the small one was computed',
      deal({
        notices,
        requests: [
          call(),
          offered({ failTime: ago(HOUR - 1), instructed: [late({ state: 'failed' })] }),
          met(HOUR),
        ],
      }),
      [true],
    ],
    [
      'is cured when both have arrived',
      deal({
        notices,
        requests: [call(), offered({ instructed: [late({ state: 'arrived' })] }), met(HOUR)],
      }),
      [false, metSince],
    ],
    [
      'is cured when a request was met that was computed once the offer had failed',
      deal({
        notices,
        requests: [
          call(),
          offered({ failTime: ago(HOUR), instructed: [late({ state: 'failed' })] }),
          met(HOUR),
        ],
      }),
      [false, metSince],
    ],
    [
      'is cured by a request that was met before another offer was made',
      deal({ notices, requests: [call(), met(2 * HOUR), offered({ createTime: ago(HOUR) })] }),
      [false, metSince],
    ],
    [
      'is cured by all that was agreed in place of a part that failed',
      deal({
        notices,
        requests: [call({ instructed: [late({ state: 'arrived' }), late({ state: 'failed' })] })],
      }),
      [false, metSince],
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

describe('what UNMET_CALL is about', () => {
  it('is the request of each ground, or the kind of request that there is none of', () => {
    const subjects = (of: StressedDeal) =>
      factOf(byBorrower, of, short, NOW).grounds.map(({ name, resource, resourceId }) => [
        name,
        resource,
        resourceId,
      ])
    const request = 'mark_to_market_request'
    expect(subjects(deal())).toEqual([
      ['unanswered_call', request, null],
      ['late_call', request, null],
      ['disputed_call', request, null],
    ])
    expect(subjects(deal({ requests: [call({ instructed: [late()] })] }))).toEqual([
      ['unanswered_call', request, 'call-1'],
      ['late_call', request, 'call-1'],
      ['disputed_call', request, 'call-1'],
    ])
  })

  it('is what its notice was declared about', () => {
    const subject = {
      resource: 'mark_to_market_request',
      resourceId: 'call-1',
      occasion: null,
      since: ago(2 * HOUR),
    } as const
    const of = deal({ notices: [noticeOf(byBorrower, subject)] })
    expect(factOf(byBorrower, of, short, NOW).ground).toMatchObject({
      name: 'declared_call',
      ...subject,
      conditions: [{ name: 'met_since', value: 'false', met: true }],
    })
  })

  it('names a status as one', () => {
    const [unanswered] = factOf(byBorrower, deal({ requests: [call()] }), short, NOW).grounds
    expect(unanswered?.conditions[0]).toMatchObject({ name: 'call_status', unit: 'status' })
  })

  it.each<[string, StressedDeal]>([
    ['requests.createTime', deal({ requests: [call({ createTime: 'x' })] })],
    ['requests.expireTime', deal({ requests: [call({ expireTime: 'x' })] })],
    ['requests.disputeTime', deal({ requests: [call({ disputeTime: 'x' })] })],
    ['requests.amount', deal({ requests: [call({ amount: '-1' })] })],
    [
      'requests.instructed.quantity',
      deal({ requests: [call({ instructed: [late({ quantity: '-1', state: 'arrived' })] })] }),
    ],
    [
      'requests.failTime',
      deal({
        notices: [
          noticeOf(byBorrower, { resource: 'mark_to_market_request', resourceId: 'call-1' }),
        ],
        requests: [call({ failTime: 'x', instructed: [late({ state: 'failed' })] }), met(HOUR)],
      }),
    ],
    ['lastTerminated', deal({ requests: [call()], lastTerminated: 'x' })],
    [
      'disputeTimeSeconds',
      deal({ requests: [call({ disputeTime: ago(HOUR) })], disputeTimeSeconds: -1 }),
    ],
  ])('refuses a malformed member by its name: %s', (member, of) => {
    expect(() => factOf(byBorrower, of, short, NOW)).toThrow(`${member} must`)
  })
})
