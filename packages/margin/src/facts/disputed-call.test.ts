import { describe, expect, it } from 'vitest'
import { ago, asked, call, DAY, deal, HOUR, late } from '../../test/stressed-deal.ts'
import {
  answered,
  byBorrower,
  noDispute,
  noTransfer,
  short,
  type UnmetCase,
} from '../../test/unmet-calls.ts'

/** An offer of the borrower that ended a dispute does not make the next one older. */
function notContinued(): UnmetCase[] {
  const start = ago(9 * DAY)
  const first = call({
    status: 'COMPLETED',
    createTime: start,
    disputeTime: start,
    supersededBy: 'offer-1',
  })
  const offer = call({ id: 'offer-1', creator: 'borrower', cancelledBy: 'borrower' })
  const last = call({
    id: 'call-2',
    status: 'DISPUTED',
    createTime: ago(2 * HOUR),
    expireTime: ago(-2 * HOUR),
    disputeTime: ago(HOUR),
  })
  const own = [
    false,
    'call_status DISPUTED equal_to EXPIRED or REJECTED or PENDING_ACCEPTANCE',
    'unmet_from 2026-03-12T18:00:00.000Z at_most 2026-03-12T16:00:00.000Z',
    noTransfer,
    'unmet_from 2026-03-13T15:00:00.000Z at_most 2026-03-12T16:00:00.000Z',
  ] as const
  const [yesterday, exactly] = [ago(DAY), ago(7 * DAY + 2 * HOUR)]
  const between = call({ id: 'call-1b', createTime: ago(5 * HOUR), cancelledBy: 'lender' })
  return [
    [
      'counts from its own dispute when the lender has rejected the offer before it',
      deal({
        requests: [
          first,
          { ...offer, status: 'REJECTED', cancelledBy: null, createTime: yesterday },
          last,
        ],
      }),
      [...own],
    ],
    [
      'counts from its own dispute when a call of the lender is between the offer and it',
      deal({ requests: [first, { ...offer, createTime: yesterday }, between, last] }),
      [...own],
    ],
    [
      'counts from its own dispute when the borrower cancelled a failed call of the lender before it',
      deal({
        requests: [first, call({ createTime: ago(3 * DAY), cancelledBy: 'borrower' }), last],
      }),
      [...own],
    ],
    [
      'counts from the first dispute when the borrower cancelled the disputed call, which had failed',
      deal({
        requests: [
          call({ createTime: yesterday, disputeTime: yesterday, cancelledBy: 'borrower' }),
          last,
        ],
      }),
      [true, own[1], own[2], noTransfer],
    ],
    [
      'counts from its own dispute more than 7 days after the offer',
      deal({ requests: [first, { ...offer, createTime: ago(7 * DAY + 2 * HOUR + 1) }, last] }),
      [...own],
    ],
    [
      'counts from the first dispute at exactly 7 days after the offer',
      deal({ requests: [first, { ...offer, createTime: exactly }, last] }),
      [true, own[1], own[2], noTransfer],
    ],
  ]
}

describe('a disputed call', () => {
  const disputed = (members: Parameters<typeof call>[0] = {}) =>
    call({
      status: 'DISPUTED',
      createTime: ago(26 * HOUR),
      expireTime: ago(22 * HOUR),
      disputeTime: ago(24 * HOUR),
      ...members,
    })

  it.each<UnmetCase>([
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
      'can be declared for 7 days from the newest dispute on, however old the first one is',
      deal({
        requests: [
          disputed({
            status: 'COMPLETED',
            createTime: ago(10 * DAY),
            disputeTime: ago(10 * DAY),
            supersededBy: 'call-2',
          }),
          disputed({ id: 'call-2', createTime: ago(2 * HOUR), disputeTime: ago(HOUR) }),
        ],
      }),
      [true, answered('DISPUTED'), noTransfer],
    ],
    [
      'has its whole time after an amend',
      deal({ termsSince: ago(HOUR), requests: [disputed()] }),
      [
        false,
        answered('DISPUTED'),
        noTransfer,
        'unmet_from 2026-03-13T15:00:00.000Z at_most 2026-03-12T16:00:00.000Z',
      ],
    ],
    [
      'does not count what its receiver never called in dispute',
      deal({
        requests: [
          call({ id: 'call-0', createTime: ago(30 * HOUR), supersededBy: 'call-1' }),
          disputed(),
        ],
      }),
      [true, answered('DISPUTED'), noTransfer],
    ],
    [
      'does not hold when an earlier request of the dispute has got all of its collateral',
      deal({
        requests: [
          disputed({
            status: 'COMPLETED',
            createTime: ago(30 * HOUR),
            supersededBy: 'call-2',
            instructed: [late({ state: 'arrived' })],
          }),
          disputed({ id: 'call-2' }),
        ],
      }),
      [false, answered('DISPUTED'), noTransfer, 'met_since true equal_to false'],
    ],
    ...notContinued(),
    [
      'counts from the first dispute when no request superseded it, as its transfer had failed once',
      deal({
        requests: [
          disputed({
            status: 'COMPLETED',
            instructed: [late({ quantity: '1', state: 'arrived' })],
          }),
          disputed({ id: 'call-2', createTime: ago(3 * HOUR), disputeTime: ago(HOUR) }),
        ],
      }),
      [true, answered('DISPUTED'), noTransfer],
    ],
    [
      'counts from its own dispute when the disputed call before it was met',
      deal({
        requests: [
          disputed({ status: 'COMPLETED', instructed: [late({ state: 'arrived' })] }),
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
