import { describe, expect, it } from 'vitest'
import {
  ago,
  alert,
  asked,
  btcAt,
  call,
  DAY,
  deal,
  HOUR,
  late,
  type Members,
  MINUTE,
  NOW,
} from '../../test/stressed-deal.ts'
import { factOf } from './fact-of.ts'
import type { AssertedDefault } from './fact.ts'
import type { DealHistory, Interval } from './stressed-deal.ts'

const unmet: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'borrower' }
const missed: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'borrower' }
const interest: AssertedDefault = { cause: 'MISSED_INTEREST', inDefault: 'borrower' }
const level: AssertedDefault = { cause: 'LIQUIDATION_LEVEL', inDefault: 'borrower' }

const short = btcAt('45000')
const suspended = (...borrower: Interval[]): Pick<DealHistory, 'suspensions'> => ({
  suspensions: { lender: [], borrower },
})
const holds = (asserted: AssertedDefault, of: Members) => asked(asserted, deal(of), short)[0]

/** A call whose cure time ended two hours ago, and its borrower was suspended until an hour ago. */
const expired = { requests: [call()] }
/** What was instructed two days ago and has been late for a day. */
const lateCall = { requests: [call({ status: 'IN_PROGRESS', instructed: [late()] })] }
const disputed = { requests: [call({ status: 'DISPUTED', disputeTime: ago(25 * HOUR) })] }
const matured = { maturityTime: ago(DAY + HOUR) }
const recalled = {
  recalls: [
    { id: 'recall-1', createTime: ago(9 * DAY), acceptTime: ago(DAY + HOUR), lentWhenMet: '0' },
  ],
}
const lateInterest = {
  interestDue: [
    { day: '2026-03-10', total: '1', instructTime: ago(DAY + HOUR), lateTime: ago(HOUR) },
  ],
}

describe('the suspension of the party in default', () => {
  it.each<[string, AssertedDefault, Members]>([
    ['an unanswered call', unmet, expired],
    ['a late call', unmet, lateCall],
    ['a disputed call', unmet, disputed],
    ['a maturity', missed, matured],
    ['a recall', missed, recalled],
    ['late interest', interest, lateInterest],
  ])('keeps the time of %s from passing', (_, asserted, of) => {
    const longEnough = { from: ago(DAY), until: null }
    const tooShort = { from: ago(MINUTE), until: null }
    expect([
      holds(asserted, of),
      holds(asserted, { ...of, ...suspended(tooShort) }),
      holds(asserted, { ...of, ...suspended(longEnough) }),
    ]).toEqual([true, true, false])
  })

  it('keeps it from passing for 14 days together: a suspended borrower that never pays is in default', () => {
    const times = [
      { from: ago(30 * DAY), until: ago(20 * DAY) },
      { from: ago(10 * DAY), until: null },
    ]
    const lateFrom = (days: number) =>
      holds(missed, { maturityTime: ago(days * DAY), ...suspended(...times) })
    expect([lateFrom(11), lateFrom(25), lateFrom(26)]).toEqual([false, true, true])
  })

  it('moves the last day on which a call can be declared unmet', () => {
    const old = call({ createTime: ago(8 * DAY), expireTime: ago(7 * DAY + HOUR) })
    const was = { from: ago(3 * DAY), until: ago(2 * DAY) }
    expect([
      holds(unmet, { requests: [old] }),
      holds(unmet, { requests: [old], ...suspended(was) }),
    ]).toEqual([false, true])
  })

  it('does not count before a time has begun, nor that of the other party', () => {
    const before = { from: ago(9 * DAY), until: ago(DAY + HOUR) }
    const ofLender = { suspensions: { lender: [{ from: ago(DAY), until: null }], borrower: [] } }
    expect([
      holds(missed, { ...matured, ...suspended(before) }),
      holds(missed, { ...matured, ...ofLender }),
    ]).toEqual([true, true])
  })

  it('does not keep the liquidation level from being confirmed', () => {
    const of = { liquidationAlert: alert(), ...suspended({ from: ago(DAY), until: null }) }
    expect(holds(level, of)).toBe(true)
  })

  it('counts once where the lender blocks the close as well, and then without a maximum', () => {
    const all = { from: ago(40 * DAY), until: null }
    const of = { maturityTime: ago(40 * DAY), ...suspended(all), lenderBlocks: [all] }
    expect(asked(missed, deal(of), short)).toContain(
      'missed_from 2026-03-13T16:00:00.000Z below 2026-03-12T16:00:00.000Z',
    )
  })
})

describe('a malformed member', () => {
  it.each<[string, Members, string]>([
    ['lent', { lent: '-1' }, 'lent must not be below zero'],
    ['interestOwed', { interestOwed: '1e3' }, 'interestOwed must be a decimal in plain notation'],
    ['maturityTime', { maturityTime: 'tomorrow' }, 'maturityTime must be a time'],
    [
      'suspensions',
      { ...matured, ...suspended({ from: '2026-02-30', until: null }) },
      'suspensions.borrower.from must be a time',
    ],
  ])('is refused by its name: %s', (_, of, message) => {
    expect(() => holds(missed, of)).toThrow(message)
  })

  it.each<AssertedDefault>([unmet, missed, interest])(
    'is refused if it is missing: history',
    (by) => {
      const { history: _, ...without } = deal()
      expect(() => factOf(by, without, short, NOW)).toThrow('history must be given for this cause')
    },
  )

  it('is refused in the time that is asked for', () => {
    expect(() => factOf(missed, deal(), short, '2026-03-12')).toThrow('now must be a time')
  })

  it.each([-1, 0.5, Number.NaN, 3_153_600_001])(
    'is refused as a duration of %s seconds',
    (seconds) => {
      expect(() => holds(missed, { ...matured, settlementTimeSeconds: seconds })).toThrow(
        'settlementTimeSeconds must be a whole number of seconds from 0 to 3153600000',
      )
    },
  )
})
