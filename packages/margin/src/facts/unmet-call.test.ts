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
  met,
} from '../../test/unmet-calls.ts'
import { factOf } from './fact-of.ts'
import type { StressedDeal } from './stressed-deal.ts'

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
