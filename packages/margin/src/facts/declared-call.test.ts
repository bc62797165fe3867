import { describe, expect, it } from 'vitest'
import {
  ago,
  asked,
  call,
  DAY,
  deal,
  HOUR,
  late,
  MINUTE,
  noticeOf,
} from '../../test/stressed-deal.ts'
import { byBorrower, met, over, short, type UnmetCase } from '../../test/unmet-calls.ts'
import type { MarginRequest } from './stressed-deal.ts'

const metSince = 'met_since true equal_to false'

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
