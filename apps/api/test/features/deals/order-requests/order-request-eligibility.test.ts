import type { OrderRequestKind } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import {
  type AskedDeal,
  eligibilityBlocker,
  oneOfKind,
} from '../../../../src/features/deals/blockers/order-request-eligibility.ts'
import { type Blocked, inOrder, refusalOf } from '../../../harness/blocker-table.ts'
import { borrowerId, closeBlockers, lenderId, terms } from '../../../harness/deal-records.ts'

const deal: AskedDeal = {
  ...closeBlockers,
  lenderId,
  borrowerId,
  orderStatus: 'ACTIVE',
  collateralType: 'BILATERAL',
  maturityAt: '2026-05-01T00:00:00.000Z',
  termsVersion: 1,
  substituteAssets: ['ETH'],
  newerTerms: { id: 'terms-2', version: 2, terms, countsDaysAlike: true, suitCollateral: true },
}

type Line = Blocked<AskedDeal>
const notActive = (kind: OrderRequestKind): Line => [
  'while the order closes',
  { orderStatus: 'CLOSING' },
  refusalOf(
    'INVALID_STATE',
    'position_id',
    `${oneOfKind(kind)} is possible while the order is ACTIVE, and it is CLOSING`,
  ),
]
const triparty: Line = [
  'with a tri-party agent',
  { collateralType: 'TRIPARTY' },
  refusalOf(
    'COLLATERAL_MANAGED_BY_AGENT',
    'position_id',
    'its collateral is TRIPARTY: this service instructs no agent to send it back',
  ),
]
/** An unanswered request of each side, and an accepted one. */
const open = (kind: OrderRequestKind, own: string): Line => [
  'while others are open',
  {
    changingOrderRequests: ['r-1'],
    askedOrderRequests: [
      { id: 'r-lender', creatorId: lenderId },
      { id: 'r-borrower', creatorId: borrowerId },
    ],
  },
  refusalOf(
    'ALREADY_EXISTS',
    'order_request_id',
    `${oneOfKind(kind)} has to wait: another order request of the position is open`,
    'r-1',
    own,
  ),
]
const retired = (leg: 'asset' | 'collateral', other: string | null): Line => [
  `with a retired ${leg} wallet`,
  { ownRetiredWallets: { asset: other, collateral: other, [leg]: 'w-1' } },
  refusalOf(
    'WALLET_RETIRED',
    `${leg}_wallet_id`,
    `the ${leg} wallet of this organization is retired: change_wallets of the order names another one`,
    'w-1',
  ),
]
const nothingNewer: Line = [
  'while no newer terms are in effect',
  { newerTerms: null },
  refusalOf(
    'INVALID_STATE',
    'terms_version',
    'the newest terms in effect apply already: those of version 1',
  ),
]
const otherDays: Line = [
  'while the newer terms count days in another way',
  {
    newerTerms: { id: 'terms-2', version: 2, terms, countsDaysAlike: false, suitCollateral: true },
  },
  refusalOf(
    'INVALID_STATE',
    'terms_version',
    'version 2 counts the days of interest in another way, so it is for new orders only',
  ),
]
const notEligible: Line = [
  'while its collateral is not eligible under the newer terms',
  {
    newerTerms: { id: 'terms-2', version: 2, terms, countsDaysAlike: true, suitCollateral: false },
  },
  refusalOf(
    'COLLATERAL_NOT_ELIGIBLE',
    'terms_version',
    'the collateral of the deal is not eligible under version 2',
  ),
]
const withoutMaturity: Line = [
  'without a maturity',
  { maturityAt: null },
  refusalOf('INVALID_STATE', 'maturity_time', 'the order has no maturity'),
]
const nothingEligible: Line = [
  'without eligible collateral in its terms',
  { substituteAssets: [] },
  refusalOf(
    'COLLATERAL_NOT_ELIGIBLE',
    'collateral_asset',
    'the terms of the deal have no other eligible collateral',
  ),
]
const wallets = [retired('asset', 'w-2'), retired('collateral', null)]

describe.each<[OrderRequestKind, by: string, blocked: readonly Line[]]>([
  ['recall', lenderId, [notActive('recall'), triparty, open('recall', 'r-lender'), ...wallets]],
  ['return', borrowerId, [notActive('return'), triparty, open('return', 'r-borrower'), ...wallets]],
  ['rerate', lenderId, [notActive('rerate'), open('rerate', 'r-lender')]],
  ['rerate', borrowerId, [notActive('rerate'), open('rerate', 'r-borrower')]],
  [
    'amend',
    lenderId,
    [notActive('amend'), nothingNewer, notEligible, otherDays, open('amend', 'r-lender')],
  ],
  ['amend', borrowerId, [notActive('amend'), nothingNewer, open('amend', 'r-borrower')]],
  ['extend', lenderId, [notActive('extend'), withoutMaturity, open('extend', 'r-lender')]],
  [
    'substitution',
    borrowerId,
    [notActive('substitution'), triparty, nothingEligible, open('substitution', 'r-borrower')],
  ],
])('%s by %s', (kind, by, blocked) => {
  it('is possible if nothing blocks it', () => {
    expect(eligibilityBlocker(kind, deal, by)).toBeUndefined()
  })

  it.each(inOrder(deal, blocked))('is refused %s', (_when, record, refusal) => {
    expect(eligibilityBlocker(kind, record, by)).toEqual(refusal)
  })
})

it.each<[OrderRequestKind, by: string, side: string]>([
  ['recall', borrowerId, 'lender'],
  ['return', lenderId, 'borrower'],
  ['substitution', lenderId, 'borrower'],
])('%s is refused to %s before all else', (kind, by, side) => {
  expect(eligibilityBlocker(kind, { ...deal, orderStatus: 'CLOSED' }, by)).toEqual(
    refusalOf('PARTY_NOT_PERMITTED', 'kind', `only the ${side} may do this`),
  )
})

it.each<[OrderRequestKind, by: string, changes: Partial<AskedDeal>]>([
  ['return', borrowerId, { askedOrderRequests: [{ id: 'r-1', creatorId: lenderId }] }],
  ['rerate', lenderId, { collateralType: 'TRIPARTY' }],
  ['amend', lenderId, { collateralType: 'TRIPARTY' }],
  ['extend', borrowerId, { collateralType: 'TRIPARTY' }],
  ['rerate', lenderId, { ownRetiredWallets: { asset: 'w-1', collateral: 'w-2' } }],
])('%s by %s is possible with %j', (kind, by, changes) => {
  expect(eligibilityBlocker(kind, { ...deal, ...changes }, by)).toBeUndefined()
})
