import { expect, it } from 'vitest'
import type { OrderMove } from '../../../../src/features/deals/orders/order-blockers.ts'
import { orderLifecycle } from '../../../../src/features/deals/orders/order-lifecycle.ts'
import type { OrderRow } from '../../../../src/features/deals/orders/order-row.ts'
import {
  type Blocked,
  type BlockerTable,
  notNow,
  possible,
  refusalOf,
  refused,
  testBlockers,
  verdict,
} from '../../../harness/blocker-table.ts'
import {
  after,
  borrowerId,
  lenderId,
  orderFacts as facts,
  orderIn,
  orderLeg,
  orderPosition,
} from '../../../harness/deal-records.ts'

const active = orderIn('ACTIVE')
const opening = orderIn('OPENING')
const closing = orderIn('CLOSING')

const failed = orderLeg({ id: 't-1', status: 'FAILED' })
const collateral = orderLeg({ id: 't-2', leg: 'collateral' })
const interest = orderLeg({ id: 't-3', leg: 'interest', status: 'PENDING' })
/** From the next millisecond on they are late. */
const inTime = [
  orderLeg({ id: 't-0', lateAt: after(-1) }),
  orderLeg({ id: 't-1', lateAt: after(0) }),
  orderLeg({ id: 't-2', leg: 'interest', lateAt: after(-1) }),
]

const triparty: Blocked<OrderRow> = [
  'with a tri-party agent',
  { collateralType: 'TRIPARTY' },
  notNow('collateral_type', 'this service instructs no tri-party agent', 'TRIPARTY'),
]
const nothingFailed = (action: OrderMove) =>
  notNow('status', `${action} is not possible: none of its transfers has failed`)
const withoutFailed = (action: OrderMove): Blocked<OrderRow> => [
  'without a failed transfer',
  { legs: [collateral] },
  nothingFailed(action),
]

/** It pays every month, and owes what was due on the first. */
const monthly = orderIn('ACTIVE', {
  position: { ...orderPosition, activeAt: '2026-02-15T12:00:00.000Z' },
  interest: {
    interestChanges: [],
    assetDecimals: 8,
    charged: '0',
    failed: [],
    nextAt: null,
    calendars: null,
  },
})

const retries = [opening, closing].map((unblocked): BlockerTable<OrderMove, OrderRow> => ({
  action: 'retry',
  by: lenderId,
  unblocked,
  blocked: [triparty, withoutFailed('retry')],
}))

testBlockers(orderLifecycle, facts, [
  ...retries,
  {
    action: 'retry',
    by: borrowerId,
    unblocked: monthly,
    blocked: [
      [
        'of interest at the close',
        { interest: null },
        notNow('status', 'the order is ACTIVE', 'ACTIVE'),
      ],
      [
        'of interest that is being paid',
        // 10 BTC · 5 % · 14 / 360
        {
          interest: {
            interestChanges: [],
            assetDecimals: 8,
            charged: '0.01944445',
            failed: [],
            nextAt: null,
            calendars: null,
          },
        },
        notNow(
          'status',
          'retry is not possible: what was due on the first of this month is paid or being paid',
        ),
      ],
    ],
  },
  {
    action: 'abandon',
    by: borrowerId,
    unblocked: opening,
    blocked: [
      triparty,
      withoutFailed('abandon'),
      [
        'while transfers are under way',
        { legs: [failed, collateral, interest] },
        notNow(
          'transfer_id',
          'abandon is not possible: a transfer is still under way',
          't-2',
          't-3',
        ),
      ],
    ],
  },
  {
    action: 'close',
    by: borrowerId,
    unblocked: active,
    blocked: [
      triparty,
      [
        'while margin calls are unfinished',
        { unfinishedMarkToMarketRequests: ['m-1', 'm-2'] },
        refusalOf(
          'MARK_TO_MARKET_REQUEST_OPEN',
          'mark_to_market_request_id',
          'close is not possible: a mark-to-market request of the position is unfinished',
          'm-1',
          'm-2',
        ),
      ],
      [
        'while a transfer is under way',
        { transfersUnderWay: ['t-1'] },
        refusalOf(
          'POSITION_QUANTITY_CHANGING',
          'transfer_id',
          'close is not possible: a transfer is changing the quantity of the position',
          't-1',
        ),
      ],
      [
        'while a part goes back',
        { changingOrderRequests: ['r-1'] },
        refusalOf(
          'POSITION_QUANTITY_CHANGING',
          'order_request_id',
          'close is not possible: a return or recall is changing the quantity of the position',
          'r-1',
        ),
      ],
      [
        'while margin comes first',
        { marginFirstUntil: after(1) },
        notNow(
          'status',
          'close is possible again at 2026-03-02T12:00:00.001Z: its last close was cancelled, and the margin call level is reached',
        ),
      ],
    ],
  },
  {
    action: 'change_wallets',
    by: borrowerId,
    unblocked: active,
    blocked: [
      triparty,
      [
        'without another wallet',
        { assetsInWallets: [] },
        refusalOf(
          'WALLET_UNSUITABLE',
          'asset_wallet_id',
          'no other wallet of this organization holds BTC or ETH',
        ),
      ],
    ],
  },
  {
    action: 'cancel_close',
    by: lenderId,
    unblocked: closing,
    blocked: [
      triparty,
      [
        'after the opening was cancelled',
        { position: { ...orderPosition, activeAt: null, assetBackAt: after(-1) } },
        notNow('status', 'the close cannot be cancelled: the opening of the order is unwound'),
      ],
      [
        'after the asset has come back',
        { position: { ...orderPosition, assetBackAt: after(-1) } },
        notNow('transfer_id', 'the close cannot be cancelled: the asset has come back'),
      ],
      [
        'before the newest transfer of the asset is late',
        { legs: inTime },
        notNow(
          'transfer_id',
          'cancel_close is possible for the lender once the transfer of the asset is late, after 2026-03-02T12:00:00.000Z',
          't-1',
        ),
      ],
      [
        'at the maturity, before the transfer of the asset is late, even after its own recall',
        { maturityAt: after(0), closedBy: 'recall', legs: inTime },
        notNow(
          'transfer_id',
          'cancel_close is possible for the lender once the transfer of the asset is late, after 2026-03-02T12:00:00.000Z',
          't-1',
        ),
      ],
    ],
  },
  {
    action: 'cancel_close',
    by: borrowerId,
    unblocked: closing,
    blocked: [
      [
        'after a recall',
        { closedBy: 'recall' },
        refusalOf(
          'PARTY_NOT_PERMITTED',
          'order_id',
          'only the lender may cancel a close that follows from its recall',
        ),
      ],
      [
        'at the maturity',
        { maturityAt: after(0) },
        refusalOf(
          'PARTY_NOT_PERMITTED',
          'order_id',
          'only the lender may cancel a close after the maturity of the order',
        ),
      ],
    ],
  },
])

it.each<[OrderMove, string, string, OrderRow]>([
  ['retry', lenderId, 'a close that has stopped', { ...closing, legs: [] }],
  ['retry', lenderId, 'one of two has failed', { ...opening, legs: [failed, collateral] }],
  ['close', borrowerId, 'margin came first until now', { ...active, marginFirstUntil: after(0) }],
  ['change_wallets', lenderId, 'one asset is enough', { ...active, assetsInWallets: ['ETH'] }],
  ['cancel_close', lenderId, 'nothing was sent back', { ...closing, legs: [collateral] }],
  ['cancel_close', lenderId, 'its own recall', { ...closing, closedBy: 'recall', legs: inTime }],
  ['cancel_close', borrowerId, 'its own close', { ...closing, legs: inTime }],
  ['cancel_close', borrowerId, 'before the maturity', { ...closing, maturityAt: after(1) }],
  [
    'cancel_close',
    lenderId,
    'the asset is late after the maturity',
    { ...closing, maturityAt: after(0), legs: [orderLeg({ lateAt: after(-1) })] },
  ],
  [
    'cancel_close',
    lenderId,
    'its transfer has failed after the maturity',
    { ...closing, maturityAt: after(0), legs: [orderLeg({ status: 'FAILED', lateAt: after(0) })] },
  ],
  ['cancel_close', borrowerId, 'its own return', { ...closing, closedBy: 'return', legs: inTime }],
])('%s by %s is possible: %s', (action, by, _when, order) => {
  expect(verdict(orderLifecycle, order, action, { by, facts })).toEqual(possible)
})

it.each<[OrderMove, string, OrderRow]>([
  ['retry', 'an opening has stopped', { ...opening, legs: [] }],
  ['retry', 'the failed transfer was replaced', { ...opening, legs: [failed, orderLeg({})] }],
  ['abandon', 'the failed transfer was replaced', { ...opening, legs: [failed, orderLeg({})] }],
])('%s is refused: %s', (action, _when, order) => {
  expect(verdict(orderLifecycle, order, action, { by: lenderId, facts })).toEqual(
    refused(nothingFailed(action)),
  )
})

it('cancel_close is refused without a position, as of an opening that was cancelled', () => {
  const order = { ...closing, position: null }
  expect(verdict(orderLifecycle, order, 'cancel_close', { by: borrowerId, facts })).toEqual(
    refused(notNow('status', 'the close cannot be cancelled: the opening of the order is unwound')),
  )
})
