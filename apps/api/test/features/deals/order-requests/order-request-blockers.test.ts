import { describe, expect, it } from 'vitest'
import {
  isWhole,
  type OrderRequestMove,
} from '../../../../src/features/deals/order-requests/order-request-blockers.ts'
import { orderRequestLifecycle } from '../../../../src/features/deals/order-requests/order-request-lifecycle.ts'
import type { OrderRequestRecord } from '../../../../src/features/deals/order-requests/order-request-record.ts'
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
  closeBlockers,
  lenderId,
  nowMs,
  orderRequestIn,
  returnTransfer,
} from '../../../harness/deal-records.ts'

const facts = { nowMs }
const today = '2026-03-02'
const pending = orderRequestIn('PENDING')
const accepted = orderRequestIn('IN_PROGRESS')
const all = { ...pending, quantity: '10', whole: true }
const rerate: OrderRequestRecord = {
  ...pending,
  kind: 'rerate',
  quantity: null,
  whole: null,
  ratePercent: '4',
}

const askedTerms = {
  id: 'terms-2',
  version: 2,
  appliedId: 'terms-1',
  appliedVersion: 1,
  ofCollateralId: 'terms-2',
  inEffectAt: after(0),
  later: [{ version: 3, inEffectAt: after(1) }],
  interest_schedule: 'at_close',
  calendars: [],
} as const
const amend: OrderRequestRecord = { ...rerate, kind: 'amend', ratePercent: null, askedTerms }

const extend: OrderRequestRecord = {
  ...rerate,
  kind: 'extend',
  ratePercent: null,
  maturityAt: after(2),
  maturityBefore: after(1),
}

type Line = Blocked<OrderRequestRecord>
const tooLate: Line = [
  'at the end of its time',
  { expireAt: after(0) },
  notNow('expire_time', 'the time to answer has passed', '2026-03-02T12:00:00.000Z'),
]
const closing: Line = [
  'while the order closes',
  { orderStatus: 'CLOSING' },
  notNow('order_id', 'the order is CLOSING', 'o-1'),
]
const triparty: Line = [
  'of a deal with a tri-party agent',
  { collateralType: 'TRIPARTY' },
  notNow('position_id', 'its collateral is TRIPARTY'),
]
const blockedBy = (changes: Partial<typeof closeBlockers>) => ({
  closeBlockers: { ...closeBlockers, ...changes },
})
const retired = (leg: 'asset' | 'collateral'): Line => [
  `with a retired ${leg} wallet`,
  blockedBy({ ownRetiredWallets: { asset: null, collateral: null, [leg]: 'w-1' } }),
  refusalOf(
    'WALLET_RETIRED',
    `${leg}_wallet_id`,
    `the ${leg} wallet of this organization is retired: change_wallets of the order names another one`,
    'w-1',
  ),
]

const marked: Line = [
  'while margin calls are open',
  { openMarkToMarketRequests: ['m-1', 'm-2'] },
  refusalOf(
    'MARK_TO_MARKET_REQUEST_OPEN',
    'mark_to_market_request_id',
    'a mark-to-market request of the position awaits an answer or a retry',
    'm-1',
    'm-2',
  ),
]
const moving: Line = [
  'while another part goes back',
  blockedBy({ changingOrderRequests: ['r-2', 'r-3'] }),
  refusalOf(
    'POSITION_QUANTITY_CHANGING',
    'order_request_id',
    'another return, recall or substitution is under way',
    'r-2',
    'r-3',
  ),
]

testBlockers(orderRequestLifecycle, facts, [
  {
    action: 'accept',
    by: lenderId,
    unblocked: pending,
    blocked: [
      tooLate,
      closing,
      triparty,
      ['of nothing', { quantity: '0' }, notNow('quantity', 'nothing is to go back')],
      [
        'of more than is lent',
        { quantity: '10.1' },
        refusalOf('QUANTITY_NOT_AVAILABLE', 'quantity', 'less is lent', '10'),
      ],
      marked,
      [
        'while the asset is on its way',
        { assetUnderWay: ['t-1'] },
        refusalOf('POSITION_QUANTITY_CHANGING', 'transfer_id', 'the asset is on its way', 't-1'),
      ],
      moving,
      retired('asset'),
      retired('collateral'),
    ],
  },
  {
    action: 'accept',
    by: lenderId,
    unblocked: all,
    blocked: [
      [
        'while what keeps an order from closing lasts',
        blockedBy({ transfersUnderWay: ['t-1'] }),
        refusalOf(
          'POSITION_QUANTITY_CHANGING',
          'transfer_id',
          'close is not possible: a transfer is changing the quantity of the position',
          't-1',
        ),
      ],
      retired('collateral'),
    ],
  },
  {
    action: 'accept',
    by: lenderId,
    unblocked: rerate,
    blocked: [
      tooLate,
      closing,
      [
        'after the first day',
        { effectiveAt: '2026-03-01T23:59:59.999Z' },
        notNow('effective_time', 'the first day of the rate is over', '2026-03-01'),
      ],
      [
        'before the day of the last rate',
        { lastRateFrom: '2026-03-03' },
        notNow('effective_time', 'an agreed rate starts on a later day', '2026-03-03'),
      ],
    ],
  },
  {
    action: 'accept',
    by: lenderId,
    unblocked: amend,
    blocked: [
      tooLate,
      closing,
      [
        'after these terms came to apply',
        { askedTerms: { ...askedTerms, appliedVersion: 2 } },
        notNow('terms_version', 'these terms apply already', '2'),
      ],
      [
        'by a process whose clock is behind the time of their effect',
        { askedTerms: { ...askedTerms, inEffectAt: after(1) } },
        notNow('terms_version', 'this version is not in effect yet', '2'),
      ],
      [
        'once newer terms are in effect',
        {
          askedTerms: {
            ...askedTerms,
            later: [...askedTerms.later, { version: 4, inEffectAt: after(0) }],
          },
        },
        refusalOf(
          'TERMS_CHANGED',
          'terms_version',
          'version 4 of the terms is in effect by now: create another request',
          '4',
        ),
      ],
      [
        'with collateral that these terms do not have',
        { askedTerms: { ...askedTerms, ofCollateralId: null }, collateralAsset: 'ETH' },
        refusalOf(
          'COLLATERAL_NOT_ELIGIBLE',
          'terms_version',
          'ETH, the collateral of the deal, is not eligible under version 2',
          '2',
        ),
      ],
      marked,
      moving,
    ],
  },
  {
    action: 'accept',
    by: lenderId,
    unblocked: extend,
    blocked: [
      tooLate,
      closing,
      [
        'of a maturity that has come',
        { maturityAt: after(0), maturityBefore: after(-1) },
        notNow('maturity_time', 'the maturity that is asked for is over', after(0)),
      ],
      [
        'to a maturity that the order has by now',
        { maturityBefore: after(2) },
        notNow('maturity_time', 'the order matures no earlier already', after(2)),
      ],
    ],
  },
  { action: 'reject', by: lenderId, unblocked: pending, blocked: [tooLate] },
  {
    action: 'cancel',
    by: lenderId,
    unblocked: accepted,
    blocked: [
      ['of the whole loan', { whole: true }, notNow('order_id', 'the order is closing', 'o-1')],
      [
        'while its transfer is under way',
        { transfers: [returnTransfer({}), returnTransfer({ id: 't-2', status: 'PENDING' })] },
        notNow('transfer_ids', 'a transfer is still under way: cancel it first', 't-2'),
      ],
      [
        'while the asset is under way for something else',
        { assetUnderWay: ['t-9'] },
        notNow('transfer_ids', 'a transfer is still under way: cancel it first', 't-9'),
      ],
      [
        'after the asset has come back',
        {
          transfers: [
            returnTransfer({ status: 'COMPLETED' }),
            returnTransfer({ leg: 'collateral' }),
          ],
        },
        notNow('transfer_ids', 'the asset has come back: its collateral has to follow'),
      ],
    ],
  },
  { action: 'cancel', by: borrowerId, unblocked: rerate, blocked: [] },
  {
    action: 'retry',
    by: borrowerId,
    unblocked: accepted,
    blocked: [
      [
        'without a failed transfer',
        { transfers: [returnTransfer({ status: 'IN_PROGRESS' })] },
        notNow('transfer_ids', 'none of its transfers has failed'),
      ],
      [
        'after its transfer was replaced',
        { transfers: [returnTransfer({}), returnTransfer({ id: 't-2', status: 'PENDING' })] },
        notNow('transfer_ids', 'none of its transfers has failed'),
      ],
      [
        'after the asset was called back',
        {
          transfers: [
            returnTransfer({ leg: 'collateral' }),
            returnTransfer({ id: 't-2', isCalledOff: true }),
          ],
        },
        notNow(
          'transfer_ids',
          'the cancellation of its transfer was requested: cancel the request, and create another',
          't-2',
        ),
      ],
    ],
  },
])

it.each([
  ['a rate', rerate, 'the rate is agreed on: ask for another'],
  ['terms', amend, 'the terms are agreed on: ask for another'],
  ['a maturity', extend, 'the maturity is agreed on: ask for another'],
] as const)('%s agreed on, no side cancels', (_what, request, issue) => {
  const agreed: OrderRequestRecord = { ...request, status: 'ACCEPTED' }
  for (const by of [lenderId, borrowerId]) {
    const { refusal } = verdict(orderRequestLifecycle, agreed, 'cancel', { by, facts })
    expect(refusal).toEqual(notNow('kind', issue))
  }
})

describe('is possible:', () => {
  it.each<[OrderRequestMove, string, string, OrderRequestRecord]>([
    ['accept', lenderId, 'all that is lent', { ...pending, quantity: '10' }],
    ['accept', lenderId, 'the whole, of which less is lent now', { ...all, lentQuantity: '9' }],
    ['accept', lenderId, 'the whole, a margin call open', { ...all, ...open() }],
    ['accept', lenderId, 'a part, collateral under way', { ...pending, ...underWay() }],
    ['accept', lenderId, 'a rate from today', { ...rerate, effectiveAt: after(-43_200_000) }],
    ['accept', lenderId, 'a rate on the day of the last', { ...rerate, lastRateFrom: today }],
    ['accept', lenderId, 'a rate, a wallet retired', { ...rerate, ...retired('asset')[1] }],
    ['cancel', borrowerId, 'the whole, not answered', all],
    ['cancel', borrowerId, 'not answered, asset under way', { ...pending, assetUnderWay: ['t'] }],
    ['cancel', borrowerId, 'only collateral has come', { ...accepted, ...collateral() }],
    ['retry', lenderId, 'collateral called back', { ...accepted, ...calledBack('collateral') }],
  ])('%s by %s: %s', (action, by, _what, request) => {
    expect(verdict(orderRequestLifecycle, request, action, { by, facts })).toEqual(possible)
  })
})

it.each<[boolean, Partial<OrderRequestRecord>]>([
  [true, { whole: true, quantity: '4' }],
  [true, { whole: false, quantity: '10.0' }],
  [false, { whole: false, quantity: '9.9' }],
  [false, { whole: null, quantity: null }],
])('is whole: %s with %j of 10', (expected, changes) => {
  expect(isWhole({ ...pending, ...changes })).toBe(expected)
})

function open() {
  return { openMarkToMarketRequests: ['m-1'], assetUnderWay: ['t-1'] }
}

function underWay() {
  return blockedBy({ transfersUnderWay: ['t-1'], unfinishedMarkToMarketRequests: ['m-1'] })
}

function collateral() {
  return { transfers: [returnTransfer({ leg: 'collateral', status: 'COMPLETED' })] }
}

function calledBack(leg: 'asset' | 'collateral') {
  return { transfers: [returnTransfer({ leg, isCalledOff: true })] }
}
