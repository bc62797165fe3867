import { describe, expect, it } from 'vitest'
import { ago, asked, call, DAY, deal, HOUR, late, MINUTE } from '../../test/stressed-deal.ts'
import {
  answered,
  byBorrower,
  noDispute,
  noTransfer,
  short,
  type UnmetCase,
} from '../../test/unmet-calls.ts'

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
  /** One whose transfer has failed, and which the borrower has then cancelled. */
  const failedAt = (failTime: string) =>
    accepted({
      ...{ cancelledBy: 'borrower', failTime },
      instructed: [late({ state: 'failed' })],
    })
  /** A later call, whose 10 BTC have arrived. */
  const met = (members: Parameters<typeof call>[0]) =>
    call({
      id: 'call-2',
      status: 'COMPLETED',
      instructed: [late({ state: 'arrived' })],
      ...members,
    })
  it.each<UnmetCase>([
    [
      'holds for a call that was accepted and whose transfer its custodian never approves',
      deal({ requests: [accepted()] }),
      [true, answered('IN_PROGRESS'), noDispute],
    ],
    [
      'holds for what is under way however long, because its receiver cannot call again',
      deal({
        requests: [
          accepted({
            createTime: ago(90 * DAY),
            instructed: [late({ instructTime: ago(90 * DAY), lateTime: ago(89 * DAY) })],
          }),
        ],
      }),
      [true, answered('IN_PROGRESS'), noDispute],
    ],
    [
      'does not hold for a failed part of a request that got all that was agreed instead',
      deal({
        requests: [
          accepted({
            amount: '4',
            instructed: [late({ quantity: '4', state: 'arrived' }), late({ state: 'failed' })],
          }),
        ],
      }),
      [
        false,
        answered('IN_PROGRESS'),
        'met_since true equal_to false',
        'released true equal_to false',
        noDispute,
      ],
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
        requests: [failedAt(ago(DAY)), met({ createTime: ago(DAY) })],
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
      'holds for one that failed after a later call, which was paid, had counted it as sent',
      deal({
        requests: [failedAt(ago(DAY - 1)), met({ createTime: ago(DAY) })],
      }),
      [true, answered('COMPLETED'), 'met_since true equal_to false', noDispute],
    ],
    [
      'holds for what is under way again after a failure, and counted as sent in a later call',
      deal({
        requests: [
          accepted({ failTime: ago(30 * HOUR), instructed: [late()] }),
          met({ createTime: ago(DAY) }),
        ],
      }),
      [true, answered('COMPLETED'), 'met_since true equal_to false', noDispute],
    ],
    [
      'does not hold for a part that failed late of a request that got all that was agreed instead',
      deal({
        requests: [
          accepted({
            amount: '4',
            failTime: ago(HOUR),
            instructed: [late({ quantity: '4', state: 'arrived' }), late({ state: 'failed' })],
          }),
          met({ createTime: ago(DAY) }),
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
      'does not hold for one that failed and was called again in the same millisecond, and paid',
      deal({
        requests: [failedAt(ago(2 * DAY)), met({ createTime: ago(2 * DAY) })],
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
      'holds for what is under way after a close-out in part, which counts it as sent as well',
      deal({ requests: [accepted()], lastTerminated: ago(HOUR) }),
      [true, answered('IN_PROGRESS'), 'terminated_since true equal_to false', noDispute],
    ],
    [
      'does not hold for what had failed before a close-out was terminated',
      deal({
        requests: [accepted({ instructed: [late({ state: 'failed' })] })],
        lastTerminated: ago(HOUR),
      }),
      [
        false,
        answered('IN_PROGRESS'),
        'terminated_since true equal_to false',
        'terminated_since true equal_to false',
        noDispute,
      ],
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
