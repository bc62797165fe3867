import { describe, expect, it } from 'vitest'
import {
  unmet,
  unmetRelease,
  level,
  missed,
  missedByLender,
  interest,
  SHORT,
  SOUND,
  OVER,
  failed,
  asset,
  january,
} from '../../test/stressed-cases.ts'
import {
  ago,
  alert,
  btcAt,
  call,
  DAY,
  deal,
  HOUR,
  late,
  NOW,
  noticeOf,
} from '../../test/stressed-deal.ts'
import { factOf } from './fact-of.ts'
import type { AssertedDefault } from './fact.ts'
import type { StressedDeal } from './stressed-deal.ts'

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
/** The transfer of a call failed after a smaller one, which was met, had counted it as sent. */
const smallOneMet = [
  call({ failTime: ago(HOUR), instructed: [failed] }),
  call({
    id: 'call-2',
    amount: '1',
    createTime: ago(2 * HOUR),
    instructed: [late({ quantity: '1', state: 'arrived' })],
  }),
]

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
    'disputes each call with the least unit, and lets the transfer of it fail once',
    unmet,
    deal({
      requests: [
        {
          ...disputed,
          supersededBy: null,
          instructed: [late({ quantity: '0.00000001', state: 'arrived' })],
        },
        call({ id: 'call-2', status: 'DISPUTED', createTime: ago(HOUR), disputeTime: ago(HOUR) }),
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
    'meets a small later call, and lets the large one fail',
    unmet,
    deal({ requests: smallOneMet }),
    SHORT,
  ],
  [
    'meets a small later call once the notice is declared, and lets the large one fail',
    unmet,
    deal({
      requests: smallOneMet,
      notices: [noticeOf(unmet, { resource: 'mark_to_market_request', resourceId: 'call-1' })],
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
