import { describe, expect, it } from 'vitest'
import type { MarkToMarketMove } from '../../../../src/features/deals/mark-to-market/request-blockers.ts'
import { markToMarketLifecycle } from '../../../../src/features/deals/mark-to-market/request-lifecycle.ts'
import type { RequestRecord } from '../../../../src/features/deals/mark-to-market/request-record.ts'
import {
  type Blocked,
  notNow,
  possible,
  refusalOf,
  testBlockers,
  verdict,
} from '../../../harness/blocker-table.ts'
import {
  after,
  borrowerId,
  callTransfer,
  lenderId,
  marginCallIn,
  nowMs,
} from '../../../harness/deal-records.ts'

const facts = { nowMs }
const pending = marginCallIn('PENDING_ACCEPTANCE')
const failed = marginCallIn('FAILED')
/** The lender called for 60 ETH; of those, 40 are undisputed and under way. */
const disputed = marginCallIn('DISPUTED', {
  transfers: [callTransfer({ status: 'IN_PROGRESS', quantity: '40' })],
})

type Line = Blocked<RequestRecord>
const tooLate: Line = [
  'at the end of its time',
  { expireAt: after(0) },
  notNow('expire_time', 'the time to answer has passed', '2026-03-02T12:00:00.000Z'),
]
const closing: Line = [
  'while the position closes',
  { positionStatus: 'CLOSING' },
  notNow('position_id', 'the position is CLOSING', 'p-1'),
]
const computedForMore: Line = [
  'after a part has come back',
  { lentChanged: true },
  notNow(
    'position_id',
    'less of the asset is lent than when it was computed: create another request',
    'p-1',
  ),
]
const notReleasable = (quantity: string, releasable: string): Line => [
  'for more than may be sent back',
  { releasable },
  refusalOf(
    'QUANTITY_NOT_AVAILABLE',
    'collateral_amount',
    `${quantity} is more than may be sent back now`,
    releasable,
  ),
]
const retired: Line = [
  'from a retired wallet',
  { ownRetiredWallet: 'w-1' },
  refusalOf(
    'WALLET_RETIRED',
    'collateral_wallet_id',
    'the collateral wallet of this organization is retired: change_wallets of the order names another one',
    'w-1',
  ),
]
/** The sender of the collateral has made the offer, which has lapsed. */
const lapsed = (changes: Partial<RequestRecord>): Line => [
  'after its offer has lapsed',
  { ...changes, expireAt: after(0) },
  notNow('expire_time', 'the time to take the offer up has passed', '2026-03-02T12:00:00.000Z'),
]

testBlockers(markToMarketLifecycle, facts, [
  {
    action: 'accept',
    by: borrowerId,
    unblocked: pending,
    blocked: [tooLate, closing, notReleasable('60', '59.9'), retired],
  },
  { action: 'reject', by: borrowerId, unblocked: pending, blocked: [tooLate] },
  { action: 'dispute', by: borrowerId, unblocked: pending, blocked: [tooLate, closing, retired] },
  {
    action: 'cancel',
    by: lenderId,
    unblocked: failed,
    blocked: [
      [
        'while a transfer is under way',
        { transfers: [callTransfer({}), callTransfer({ id: 't-2', status: 'PENDING' })] },
        notNow('transfer_ids', 'a transfer of the request is still under way', 't-2'),
      ],
    ],
  },
  {
    action: 'retry',
    by: borrowerId,
    unblocked: failed,
    blocked: [closing, computedForMore, notReleasable('60', '59.9')],
  },
  {
    // The counterparty concedes.
    action: 'accept',
    by: borrowerId,
    unblocked: disputed,
    blocked: [
      closing,
      computedForMore,
      lapsed({ direction: 'Release' }),
      notReleasable('20', '19'),
      retired,
    ],
  },
  {
    // The lender concedes to a borrower who offers collateral.
    action: 'accept',
    by: lenderId,
    unblocked: { ...disputed, creatorId: borrowerId },
    blocked: [lapsed({})],
  },
])

describe('the sender of the collateral may concede after the cure time:', () => {
  it.each<[string, string, Partial<RequestRecord>]>([
    ['the borrower, who was called', borrowerId, { creatorId: lenderId }],
    ['the lender, who owes a release', lenderId, { creatorId: borrowerId, direction: 'Release' }],
  ])('%s', (_who, by, changes) => {
    const request = { ...disputed, ...changes, expireAt: after(0) }
    expect(verdict(markToMarketLifecycle, request, 'accept', { by, facts })).toEqual(possible)
  })
})

it.each<[string, Partial<RequestRecord>]>([
  ['under way', {}],
  ['has arrived', { transfers: [] }],
])('the creator accepts a counter-valuation whatever else blocks, the rest %s', (_rest, rest) => {
  const [, late] = lapsed({})
  const everything = {
    ...disputed,
    ...late,
    ...rest,
    ...closing[1],
    ...retired[1],
    releasable: '0',
  }
  expect(verdict(markToMarketLifecycle, everything, 'accept', { by: lenderId, facts })).toEqual(
    possible,
  )
})

describe('while a default is declared, nobody can', () => {
  const answers = ['accept', 'reject', 'dispute'] as const
  const byBorrower = { creatorId: borrowerId }
  const release = { direction: 'Release' } as const

  it.each<[string, 'lender' | 'borrower', Partial<RequestRecord>, readonly string[]]>([
    [
      'release what the borrower in default asks for',
      'borrower',
      { ...release, ...byBorrower },
      ['accept', 'dispute'],
    ],
    ['refuse a top-up of the borrower in default', 'borrower', byBorrower, ['reject', 'dispute']],
    ['refuse a release of the lender in default', 'lender', release, ['reject', 'dispute']],
    ['do nothing about a release of the lender', 'borrower', release, []],
    ['do nothing about a call', 'borrower', {}, []],
    ['do nothing about a call of a lender in default', 'lender', {}, []],
  ])('%s', (_what, side, changes, refused) => {
    const defaults = new Map([['p-1', { lender: null, borrower: null, [side]: 'n-1' }]])
    const request = { ...pending, ...changes }
    const by = request.creatorId === lenderId ? borrowerId : lenderId
    const blocked = answers.filter((action) => {
      const { refusal } = verdict(markToMarketLifecycle, request, action, {
        by,
        facts: { nowMs, defaults },
      })
      return refusal?.details[0]?.value === 'n-1'
    })
    expect(blocked).toEqual(refused)
  })

  it('retry a release to the borrower in default but the lender', () => {
    const defaults = new Map([['p-1', { lender: null, borrower: 'n-1' }]])
    const request = { ...failed, ...release }
    const offered = [lenderId, borrowerId].map(
      (by) =>
        verdict(markToMarketLifecycle, request, 'retry', { by, facts: { nowMs, defaults } }).refusal
          ?.reason,
    )
    expect(offered).toEqual([undefined, 'INVALID_STATE'])
  })
})

const two = [callTransfer({ quantity: '20' }), callTransfer({ id: 't-2', quantity: '40' })]
const arrived = callTransfer({ id: 't-2', status: 'COMPLETED', quantity: '40' })
const replaced = callTransfer({ isReplaced: true })

describe('as much as may be sent back now:', () => {
  it.each<[string, MarkToMarketMove, RequestRecord]>([
    ['all of a release', 'accept', { ...pending, releasable: '60' }],
    ['the disputed part', 'accept', { ...disputed, releasable: '20' }],
    ['nothing that is left', 'accept', { ...disputed, ...leaving('0') }],
    ['all that failed', 'retry', { ...failed, transfers: two, releasable: '60' }],
    ['what has not arrived', 'retry', { ...failed, ...partly(arrived), releasable: '20' }],
    ['what was not replaced', 'retry', { ...failed, ...partly(replaced), releasable: '20' }],
  ])('%s can be sent', (_what, action, request) => {
    expect(verdict(markToMarketLifecycle, request, action, { by: borrowerId, facts })).toEqual(
      possible,
    )
  })

  it.each<[string, MarkToMarketMove, RequestRecord, string]>([
    ['the disputed part', 'accept', { ...disputed, releasable: '19.99' }, '20'],
    ['two that failed', 'retry', { ...failed, transfers: two, releasable: '59.99' }, '60'],
  ])('%s cannot', (_what, action, request, quantity) => {
    const { refusal } = verdict(markToMarketLifecycle, request, action, { by: borrowerId, facts })
    const [, , expected] = notReleasable(quantity, request.releasable ?? '')
    expect(refusal).toEqual(expected)
  })
})

it('is cancelled while only a replaced transfer is said to be under way', () => {
  const request = { ...failed, transfers: [{ ...replaced, status: 'PENDING' as const }] }
  expect(verdict(markToMarketLifecycle, request, 'cancel', { by: borrowerId, facts })).toEqual(
    possible,
  )
})

/** A transfer of 20 ETH has failed beside another one. */
function partly(other: RequestRecord['transfers'][number]) {
  return { transfers: [callTransfer({ quantity: '20' }), other] }
}

/** All but so much is under way, and more than there is was promised to others. */
function leaving(quantity: string) {
  const carried = String(60 - Number(quantity))
  return {
    transfers: [callTransfer({ status: 'IN_PROGRESS', quantity: carried })],
    releasable: '-1',
  }
}
