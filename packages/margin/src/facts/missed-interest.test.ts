import { describe, expect, it } from 'vitest'
import { ago, asked, btcAt, DAY, deal, noticeOf } from '../../test/stressed-deal.ts'
import type { AssertedDefault } from './fact.ts'
import type { InterestDue, StressedDeal } from './stressed-deal.ts'

const cause: AssertedDefault = { cause: 'MISSED_INTEREST', inDefault: 'borrower' }

/** The interest of a deal of 2026-01-15: 3,069.444445 on 02-01, and 8,125 in all on 03-01. */
const february: InterestDue = {
  day: '2026-02-01',
  total: '3069.444445',
  instructTime: '2026-02-01T00:00:00.000Z',
  lateTime: '2026-02-02T00:00:00.000Z',
}
const march: InterestDue = {
  day: '2026-03-01',
  total: '8125',
  instructTime: '2026-03-01T00:00:00.000Z',
  lateTime: '2026-03-02T00:00:00.000Z',
}
const both = [february, march]

type Case = [string, StressedDeal, [boolean | null, ...string[]], string?]

describe('MISSED_INTEREST', () => {
  it.each<Case>([
    ['holds when the interest of a day is late', deal({ interestDue: both }), [true]],
    [
      'does not hold before that',
      deal({ interestDue: [february] }),
      [false, 'late_from 2026-02-02T00:00:00.000Z below 2026-02-02T00:00:00.000Z'],
      '2026-02-02T00:00:00.000Z',
    ],
    [
      'does not hold when all is paid',
      deal({ interestDue: both, interestPaid: '8125' }),
      [false, 'unpaid -5055.555555 above 0', 'unpaid 0 above 0'],
    ],
    [
      'holds for the least that is missing',
      deal({ interestDue: both, interestPaid: '8124.999999' }),
      [true, 'unpaid -5055.555554 above 0'],
    ],
    [
      'does not hold for a payment that failed and was paid with the next month',
      deal({ interestDue: [february], interestPaid: '8125' }),
      [false, 'unpaid -5055.555555 above 0'],
    ],
    [
      'does not hold for a month that is not late, when the month before is paid',
      deal({ interestDue: both, interestPaid: '3069.444445' }),
      [
        false,
        'unpaid 0 above 0',
        'late_from 2026-03-02T00:00:00.000Z below 2026-03-01T12:00:00.000Z',
      ],
      '2026-03-01T12:00:00.000Z',
    ],
    ['does not hold if none was due', deal(), [false, 'exists false equal_to true']],
  ])('%s', (_, of, expected, now) => {
    expect(asked(cause, of, btcAt(null), now)).toEqual(expected)
  })

  it('cannot be declared against the lender', () => {
    const byLender: AssertedDefault = { ...cause, inDefault: 'lender' }
    expect(asked(byLender, deal({ interestDue: both }), btcAt(null))).toEqual([
      false,
      'party_in_default lender equal_to borrower',
    ])
  })
})

describe('a notice of MISSED_INTEREST', () => {
  const notices = [noticeOf(cause, { resourceId: 'order-1', occasion: '2026-02-01' })]

  it.each<Case>([
    [
      'goes on when the next month is late as well: it is one debt',
      deal({ notices, interestDue: both, interestPaid: '3069.444445' }),
      [true, 'unpaid 0 above 0'],
    ],
    [
      'is cured when what is late is paid, though the next month has just become due',
      deal({
        notices,
        interestDue: [february, { ...march, lateTime: ago(-DAY) }],
        interestPaid: '3069.444445',
      }),
      [
        false,
        'unpaid 0 above 0',
        'late_from 2026-03-13T16:00:00.000Z below 2026-03-12T16:00:00.000Z',
      ],
    ],
  ])('%s', (_, of, expected) => {
    expect(asked(cause, of, btcAt(null))).toEqual(expected)
  })
})
