import { describe, expect, it } from 'vitest'
import {
  ago,
  btcAt,
  call,
  DAY,
  deal,
  late,
  NOW,
  noticeOf,
  SOUND,
} from '../../test/stressed-deal.ts'
import { factOf } from './fact-of.ts'
import type { AssertedDefault } from './fact.ts'
import { ifArrived } from './if-arrived.ts'
import type { InstructedQuantity, StressedDeal } from './stressed-deal.ts'

const unmet: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'borrower' }
const unmetRelease: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'lender' }
const missed: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'borrower' }
const missedByLender: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'lender' }
const interest: AssertedDefault = { cause: 'MISSED_INTEREST', inDefault: 'borrower' }

const onChain = late({ state: 'on_chain', lateTime: ago(-DAY) })
const topUp = call({ status: 'IN_PROGRESS', instructed: [onChain] })
const release = call({ ...topUp, direction: 'Release', creator: 'borrower' })
const returned = { id: 'return-1', isCancelled: false }

/**
 * Whether the fact of a notice holds, and whether it would if all that is on the chain had arrived.
 */
type Case = [string, AssertedDefault, StressedDeal, string, [now: boolean, then: boolean]]

describe('a fact, if all that is on the chain had arrived', () => {
  it.each<Case>([
    ['ends by a top-up', unmet, deal({ requests: [topUp] }), '50000', [true, false]],
    [
      'ends by what was sent without a call',
      unmet,
      deal({
        requests: [call()],
        voluntary: [{ ...onChain, leg: 'collateral', sender: 'borrower' }],
      }),
      '50000',
      [true, false],
    ],
    [
      'goes on after what the lender has sent back',
      unmet,
      deal({
        requests: [call()],
        voluntary: [{ ...onChain, leg: 'collateral', sender: 'lender' }],
      }),
      '50000',
      [true, true],
    ],
    [
      'goes on after a top-up that is too small',
      unmet,
      deal({ requests: [{ ...topUp, instructed: [{ ...onChain, quantity: '1' }] }] }),
      '50000',
      [true, true],
    ],
    [
      'goes on after a top-up that only waits for an approval',
      unmet,
      deal({ requests: [{ ...topUp, instructed: [{ ...onChain, state: 'instructed' }] }] }),
      '50000',
      [true, true],
    ],
    ['ends by a release', unmetRelease, deal({ requests: [release] }), '80000', [true, false]],
    [
      'ends by the asset of a return',
      missed,
      deal({
        maturityTime: ago(3 * DAY),
        returns: [{ ...returned, instructed: [{ ...onChain, leg: 'asset', quantity: '1000000' }] }],
      }),
      '60000',
      [true, false],
    ],
    [
      'ends by the asset of a close',
      missed,
      deal({
        maturityTime: ago(3 * DAY),
        closing: { instructed: [{ ...onChain, leg: 'asset', quantity: '1000000' }] },
      }),
      '60000',
      [true, false],
    ],
    [
      'ends by the collateral of a close',
      missedByLender,
      deal({ closing: { instructed: [late({ quantity: '25', state: 'on_chain' })] } }),
      '60000',
      [true, false],
    ],
    [
      'ends by interest',
      interest,
      deal({
        interestDue: [
          { day: '2026-03-01', total: '5', instructTime: ago(9 * DAY), lateTime: ago(8 * DAY) },
        ],
        interestPaid: '2',
        interestOnChain: '3',
      }),
      '60000',
      [true, false],
    ],
  ])('%s', (_, asserted, of, price, expected) => {
    const notice = noticeOf(asserted, { resourceId: 'order-1' })
    const noticed = { ...of, notices: [notice] }
    const holds = [noticed, ifArrived(noticed)].map(
      (one) => factOf(asserted, one, btcAt(price), NOW).holds,
    )
    expect(holds).toEqual(expected)
  })
})

describe('ifArrived', () => {
  it('moves each quantity to where it arrives, and reduces what is owed', () => {
    const of = deal({
      requests: [topUp, { ...release, instructed: [{ ...onChain, quantity: '2' }] }],
      returns: [
        {
          ...returned,
          instructed: [
            { ...onChain, leg: 'asset', quantity: '400000' },
            { ...onChain, quantity: '4' },
          ],
        },
      ],
      interestOwed: '12638.888889',
      interestPaid: '1',
      interestOnChain: '638.888889',
    })
    const { lent, collateral, interestOwed, history } = ifArrived(of)
    expect([lent, collateral, interestOwed, history?.interestPaid].map(String)).toEqual([
      '600000',
      '29',
      '12000',
      '639.888889',
    ])
  })

  it('has what a substitution sends back, and the collateral of the deal as it is', () => {
    const old = { ...onChain, token: 'ETH', quantity: '900' }
    const { collateral, history } = ifArrived(
      deal({ returns: [{ ...returned, instructed: [old] }] }),
    )
    expect(String(collateral)).toBe('25')
    expect(history?.returns.flatMap(({ instructed }) => instructed)).toMatchObject([
      { token: 'ETH', state: 'arrived' },
    ])
  })

  it('owes no interest below zero', () => {
    expect(String(ifArrived(deal({ interestOwed: '1', interestOnChain: '2' })).interestOwed)).toBe(
      '0',
    )
  })

  it('is the deal itself where nothing is known to be sent', () => {
    expect(ifArrived(SOUND)).toBe(SOUND)
  })

  it('refuses a recall of the whole that is both a return and in the close', () => {
    const whole: InstructedQuantity = { ...onChain, leg: 'asset', quantity: '1000000' }
    const returns = [{ ...returned, instructed: [whole] }]
    const twice = deal({ returns, closing: { instructed: [whole] } })
    expect(() => ifArrived(twice)).toThrow('returns must not have what is in closing as well')
    expect(String(ifArrived(deal({ closing: { instructed: [whole] } })).lent)).toBe('0')
  })

  it('refuses more on its way than there is, by its name', () => {
    const of = deal({ closing: { instructed: [{ ...onChain, quantity: '26' }] } })
    const asserted = { cause: 'MISSED_RETURN', inDefault: 'lender' } as const
    expect(() => factOf(asserted, ifArrived(of), btcAt(null), NOW)).toThrow(
      'collateral must not be below zero',
    )
  })
})
