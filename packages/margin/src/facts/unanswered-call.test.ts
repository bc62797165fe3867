import { describe, expect, it } from 'vitest'
import { ago, asked, btcAt, call, DAY, deal, HOUR, late } from '../../test/stressed-deal.ts'
import type { VoluntaryTransfer } from '../index.ts'
import { byBorrower, noDispute, noTransfer, short, type UnmetCase } from '../../test/unmet-calls.ts'

/** As much as the call asks for, and an hour after it. */
const sent = (members: Partial<VoluntaryTransfer> = {}): VoluntaryTransfer => ({
  ...{ sender: 'borrower', leg: 'collateral', quantity: '10', state: 'arrived' },
  ...{ instructTime: ago(HOUR), lateTime: ago(-DAY) },
  ...members,
})

describe('an unanswered call', () => {
  it.each<UnmetCase>([
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
      'does not hold once all of it was sent without a call, though the price has fallen again',
      deal({
        requests: [call()],
        voluntary: [sent({ quantity: '8' }), sent({ quantity: '2' })],
      }),
      [false, 'met_since true equal_to false', noTransfer, noDispute],
    ],
    [
      'goes on after a part of it was, or all of it before the call',
      deal({
        requests: [call()],
        voluntary: [sent({ quantity: '9.9' }), sent({ instructTime: ago(30 * DAY) })],
      }),
      [true, noTransfer, noDispute],
    ],
    [
      'goes on while what was sent is under way, or has failed, or was sent by the lender',
      deal({
        requests: [call()],
        voluntary: [
          sent({ state: 'instructed' }),
          sent({ state: 'failed' }),
          sent({ sender: 'lender' }),
        ],
      }),
      [true, noTransfer, noDispute],
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
      'holds after a close-out that was terminated in the moment of the call',
      deal({ requests: [call()], lastTerminated: ago(6 * HOUR) }),
      [true, noTransfer, noDispute],
    ],
    [
      'holds though an older call was met',
      deal({
        requests: [
          call(),
          call({
            id: 'call-0',
            status: 'COMPLETED',
            createTime: ago(2 * DAY),
            instructed: [late({ state: 'arrived' })],
          }),
        ],
      }),
      [true, noTransfer, noDispute],
    ],
    [
      'does not hold for a request of the other direction',
      deal({ requests: [call({ direction: 'Release' })] }),
      [false, noTransfer, noTransfer, noTransfer],
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
