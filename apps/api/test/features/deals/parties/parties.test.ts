import { acceptOrder, type Actor, type Transition } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { mayMove, type Mover, parties } from '../../../../src/features/deals/parties/mover.ts'
import { issueOf, notForRole, offer } from '../../../../src/features/deals/parties/offer.ts'
import { Refusal } from '../../../../src/platform/refusal.ts'
import { refusalOf } from '../../../harness/blocker-table.ts'
import { borrowerId, lenderId } from '../../../harness/deal-records.ts'

const transitionBy = (...by: Actor[]): Transition => ({
  action: 'accept',
  from: ['PENDING'],
  to: 'ACCEPTED',
  by,
  description: 'Is accepted.',
})

const everyActor: readonly Actor[] = [
  ...(['lender', 'borrower', 'creator', 'counterparty', 'receiver', 'requester'] as const),
  ...(['approver', 'custodian', 'service'] as const),
]

describe('a transition is made by', () => {
  const deal = { lenderId, borrowerId }
  it.each<[string, Mover, typeof deal & { creatorId?: string; receiverId?: string }, Actor[]]>([
    ['the lender', { organizationId: lenderId }, deal, ['lender']],
    ['the borrower', { organizationId: borrowerId }, deal, ['borrower']],
    [
      'the lender who created it',
      { organizationId: lenderId },
      { ...deal, creatorId: lenderId },
      ['lender', 'creator'],
    ],
    [
      'the borrower, to whom it was sent',
      { organizationId: borrowerId },
      { ...deal, creatorId: lenderId, receiverId: borrowerId },
      ['borrower', 'counterparty', 'receiver'],
    ],
    [
      'the lender, who sends',
      { organizationId: lenderId },
      { ...deal, receiverId: borrowerId },
      ['lender'],
    ],
    ['a stranger', { organizationId: 'stone' }, deal, []],
    ['the service', { actor: 'service' }, { ...deal, creatorId: lenderId }, ['service']],
    ['a custodian', { actor: 'custodian' }, { ...deal, creatorId: lenderId }, ['custodian']],
  ])('%s if it is for them', (_who, mover, sides, actors) => {
    const able = everyActor.filter((actor) => mayMove(transitionBy(actor), sides, mover))
    expect(able).toEqual(actors)
  })

  it('any of those that may make it', () => {
    const either = transitionBy('lender', 'borrower')
    expect(mayMove(either, deal, { organizationId: borrowerId })).toBe(true)
    expect(mayMove(transitionBy('service', 'custodian'), deal, { actor: 'custodian' })).toBe(true)
  })
})

it.each<[string, Actor[]]>([
  ['lender', ['lender']],
  ['lender or the borrower', ['lender', 'borrower']],
  ['creator', ['creator', 'service']],
  ['receiver', ['custodian', 'receiver']],
])('the sides of a transition are named: the %s', (text, by) => {
  expect(parties(transitionBy(...by))).toBe(text)
})

describe('an offered action', () => {
  it('is available exactly without a reason against it', () => {
    expect(offer('close', undefined)).toEqual({ action: 'close', available: true, reason: null })
    expect(offer('close', 'no')).toEqual({ action: 'close', available: false, reason: 'no' })
  })

  it('is for the roles of its operation', () => {
    expect(notForRole(acceptOrder, 'execution')).toBeUndefined()
    expect(notForRole(acceptOrder, 'viewer')).toBe('the role viewer may not do this')
  })

  it.each<[string, Refusal]>([
    ['the order is CLOSED', refusalOf('INVALID_STATE', 'status', 'the order is CLOSED')],
    [
      'the first',
      new Refusal(
        'INVALID_STATE',
        ['the first', 'another'].map((issue) => ({ field: 'status', issue })),
      ),
    ],
    ['ETH: has no price', refusalOf('PRICE_MISSING', 'ETH', 'has no price')],
    ['ETH: is too old', refusalOf('PRICE_STALE', 'ETH', 'is too old')],
    ['quantity: is too much', refusalOf('VALUE_INVALID', 'quantity', 'is too much')],
    [
      'No agreement between the lender and the borrower is in effect.',
      new Refusal('AGREEMENT_MISSING'),
    ],
  ])('says why not: %s', (issue, refusal) => {
    expect(issueOf(refusal)).toBe(issue)
  })

  it('has no reason without a refusal', () => {
    expect(issueOf(undefined)).toBeUndefined()
  })
})
