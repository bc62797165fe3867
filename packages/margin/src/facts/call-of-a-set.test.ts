import { describe, expect, it } from 'vitest'
import { AGREED, btcAt, call, deal, type Members, noticeOf } from '../../test/stressed-deal.ts'
import { asked } from '../../test/stressed-deal.ts'
import { byBorrower, byLender, noDispute, noTransfer } from '../../test/unmet-calls.ts'
import { ifArrived } from './if-arrived.ts'
import type { CalledDeal } from './stressed-deal.ts'

const now = '2026-03-12T16:00:00.000Z'

/** 500,000 USDC against 248 ETH: 6,000 USD are due at 3,000 USD. */
const other = (members: Partial<CalledDeal> = {}): CalledDeal => ({
  margin: AGREED.margin,
  minimumAppliesTo: 'agreement',
  closing: false,
  borrowerUnderNotice: false,
  lent: '500000',
  collateral: '248',
  collateralOnChain: { deliveries: '0', returns: '0' },
  prices: { assetUsd: '1', collateralUsd: '3000' },
  ...members,
})
const paid = other({ collateral: '250' })
const unpriced = other({ prices: { assetUsd: '1', collateralUsd: null } })

/** 1,000,000 USDC against 24.9 BTC: 6,000.24 USD are due at 59,999.99 USD. */
const called = (others: readonly CalledDeal[], members: Members = {}) =>
  deal({
    collateral: '24.9',
    requests: [call({ callSetId: 'set-1' })],
    callSets: [{ callSetId: 'set-1', minimumNotionalUsd: '10000', others }],
    ...members,
    terms: { minimumAppliesTo: 'agreement', ...members.terms },
  })
const at = btcAt('59999.99')
const below = 'set_notional 6000.24 at_least 10000'

describe('the call of a set', () => {
  it.each([
    ['is unmet by the sum of its set', called([other()]), [true, noTransfer, noDispute]],
    [
      'is not unmet once the rest is below the minimum',
      called([paid]),
      [false, below, noTransfer, below, noDispute],
    ],
    [
      'is unmet alone where the minimum applies to each deal',
      called([other()], { terms: { minimumAppliesTo: 'deal' } }),
      [false, 'notional 6000.24 at_least 10000', noTransfer, noDispute],
    ],
    [
      'is not unmet by what others owe, if nothing is due of its own deal',
      called([other(), other()], { collateral: '25.1' }),
      [false, 'direction Release equal_to TopUp', noTransfer, noDispute],
    ],
    [
      'adds nothing for a deal that has too much',
      called([other({ collateral: '300' }), other()]),
      [true, noTransfer, noDispute],
    ],
  ] as const)('%s', (_, of, expected) => {
    expect(asked(byBorrower, of, at)).toEqual(expected)
  })

  it('is not known without a price of another deal, unless the rest reaches the minimum', () => {
    expect(asked(byBorrower, called([unpriced]), at)[0]).toBe(null)
    expect(asked(byBorrower, called([unpriced, other()]), at)[0]).toBe(true)
  })

  it('needs a minimum of its own deal if it is of no set that is known', () => {
    const alone = called([other()], { requests: [call()] })
    expect(asked(byBorrower, alone, at)).toEqual([
      false,
      'notional 6000.24 at_least 10000',
      noTransfer,
      noDispute,
    ])
  })

  it('stays unmet under its notice by the same sum', () => {
    const notices = [
      noticeOf(byBorrower, { resource: 'mark_to_market_request', resourceId: 'call-1' }),
    ]
    expect(asked(byBorrower, called([other()], { notices }), at)[0]).toBe(true)
    expect(asked(byBorrower, called([paid], { notices }), at)[0]).toBe(false)
  })

  it('is cured by what is on the chain of another deal', () => {
    const sending = other({ collateralOnChain: { deliveries: '2', returns: '0' } })
    const of = called([sending])
    expect(asked(byBorrower, of, at, now)[0]).toBe(true)
    expect(asked(byBorrower, ifArrived(of), at, now)[0]).toBe(false)
    const back = other({
      collateral: '252',
      collateralOnChain: { deliveries: '0', returns: '4' },
    })
    expect(asked(byBorrower, ifArrived(called([back])), at, now)[0]).toBe(true)
  })

  it('is cured by the asset that is on the chain of another deal', () => {
    const of = called([other({ assetOnChain: '2667' })])
    expect(asked(byBorrower, of, at, now)[0]).toBe(true)
    expect(asked(byBorrower, ifArrived(of), at, now)[0]).toBe(false)
    const tooLittle = called([other({ assetOnChain: '1333' })])
    expect(asked(byBorrower, ifArrived(tooLittle), at, now)[0]).toBe(true)
  })
})

describe('the sum of a set of top-ups', () => {
  it.each([
    ['is above its level of coverage', { margin: { ...AGREED.margin, topUpPercent: '130' } }],
    ['has a minimum of its own and does not reach it', { minimumAppliesTo: 'deal' }],
  ] as const)('adds nothing for a deal that %s', (_, members) => {
    expect(asked(byBorrower, called([other(members)]), at)).toEqual([
      false,
      below,
      noTransfer,
      below,
      noDispute,
    ])
  })

  it.each([
    ['is at its level of coverage', { margin: { ...AGREED.margin, topUpPercent: '148.8' } }],
    [
      'reaches a minimum of its own',
      {
        minimumAppliesTo: 'deal',
        margin: { ...AGREED.margin, minimumNotionalUsd: { topUp: '6000', release: '0' } },
      },
    ],
    ['closes', { closing: true }],
    ['is under notice', { borrowerUnderNotice: true }],
  ] as const)('adds what is due of a deal that %s', (_, members) => {
    expect(asked(byBorrower, called([other(members)]), at)[0]).toBe(true)
  })

  it('reaches the minimum of the set, whatever that of its deals is', () => {
    const withMinimum = (minimumNotionalUsd: string) =>
      called([other()], {
        callSets: [{ callSetId: 'set-1', minimumNotionalUsd, others: [other()] }],
      })
    expect(asked(byBorrower, withMinimum('12000.24'), at)[0]).toBe(true)
    expect(asked(byBorrower, withMinimum('12000.25'), at)).toEqual([
      false,
      'set_notional 12000.24 at_least 12000.25',
      noTransfer,
      'set_notional 12000.24 at_least 12000.25',
      noDispute,
    ])
    expect(() => asked(byBorrower, withMinimum('-1'), at)).toThrow('callSets.minimumNotionalUsd')
  })
})

describe('the sum of a set of releases', () => {
  const requests = [call({ callSetId: 'set-1', direction: 'Release', creator: 'borrower' })]
  /** 6,000 USD above what 25 BTC secure, and 30,000 USD in the other deal. */
  const released = (members: Partial<CalledDeal> = {}) => {
    const others = [other({ collateral: '260', ...members })]
    return called(others, {
      collateral: '25.1',
      requests,
      callSets: [{ callSetId: 'set-1', minimumNotionalUsd: '25000', others }],
    })
  }

  it('adds what is due back', () => {
    expect(asked(byLender, released(), at)[0]).toBe(true)
  })

  it.each([
    ['closes', { closing: true }],
    ['has a borrower under notice', { borrowerUnderNotice: true }],
    [
      'has no price, but closes',
      { closing: true, prices: { assetUsd: null, collateralUsd: null } },
    ],
    ['is below its level of coverage', { margin: { ...AGREED.margin, releasePercent: '200' } }],
    [
      'releases less than a lot',
      { margin: { ...AGREED.margin, lot: { topUp: '1', release: '100' } } },
    ],
  ] as const)('adds nothing for a deal that %s', (_, members) => {
    expect(asked(byLender, released(members), at)[0]).toBe(false)
  })
})
