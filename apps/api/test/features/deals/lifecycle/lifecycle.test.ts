import type { OrderRequest, OrderStatus } from '@vadium/schema'
import type { Static } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import type { Facts, Lifecycle } from '../../../../src/features/deals/lifecycle/lifecycle.ts'
import type { Stateful } from '../../../../src/features/deals/lifecycle/state-moves.ts'
import { markToMarketLifecycle } from '../../../../src/features/deals/mark-to-market/request-lifecycle.ts'
import type { RequestRecord } from '../../../../src/features/deals/mark-to-market/request-record.ts'
import { orderRequestLifecycle } from '../../../../src/features/deals/order-requests/order-request-lifecycle.ts'
import { orderLifecycle } from '../../../../src/features/deals/orders/order-lifecycle.ts'
import {
  transferLifecycle,
  type TransferRecord,
} from '../../../../src/features/deals/transfers/transfer-lifecycle.ts'
import { Refusal } from '../../../../src/platform/refusal.ts'
import { notNow, possible, refused, verdict } from '../../../harness/blocker-table.ts'
import {
  after,
  borrowerId,
  lenderId,
  marginCallIn,
  nowMs,
  orderFacts,
  orderIn,
  orderRequestIn,
} from '../../../harness/deal-records.ts'

const facts = { nowMs }
const creatorOnly = 'only the creator may do this'
const counterpartyOnly = 'only the counterparty may do this'
const borrowerOnly = 'only the borrower may do this'
/** Possible. */
const yes = null

type Reasons = Readonly<Record<string, string | null>>

/** Each action with the reason against it, in the order in which they are offered. */
function reasonsOf<
  State extends string,
  Move extends string,
  R extends Stateful<State>,
  F extends Facts,
>(
  lifecycle: Lifecycle<State, Move, R, F>,
  resource: R,
  of: F,
  organizationId: string,
): [string, string | null][] {
  return lifecycle
    .offered(resource, { organizationId, role: 'execution', nowMs }, of)
    .map(({ action, reason }) => [action, reason])
}

/** All actions of a resource; those that are not named here are impossible in its state. */
const expected = (actions: readonly string[], state: string, named: Reasons) =>
  actions.map((action) => [action, action in named ? named[action] : state])

describe('an order of the borrower', () => {
  const actions = [
    ...['accept', 'reject', 'cancel', 'retry', 'abandon', 'close', 'cancel_close'],
    'change_wallets',
  ]
  const opening = { retry: yes, abandon: yes, change_wallets: yes }
  const closing = { retry: yes, cancel_close: yes, change_wallets: yes }
  it.each<[Static<typeof OrderStatus>, lender: Reasons, borrower: Reasons]>([
    [
      'PENDING_ACCEPTANCE',
      { accept: yes, reject: yes, cancel: creatorOnly },
      { accept: counterpartyOnly, reject: counterpartyOnly, cancel: yes },
    ],
    ['ACCEPTED', { change_wallets: yes }, { change_wallets: yes }],
    ['OPENING', opening, opening],
    ['ACTIVE', { close: borrowerOnly, change_wallets: yes }, { close: yes, change_wallets: yes }],
    ['CLOSING', closing, closing],
    ['CLOSED', {}, {}],
    ['REJECTED', {}, {}],
    ['CANCELLED', {}, {}],
    ['EXPIRED', {}, {}],
    ['FAILED', {}, {}],
  ])('offers what its state and the side allow while %s', (status, lender, borrower) => {
    const state = `the order is ${status}`
    const order = orderIn(status)
    expect(reasonsOf(orderLifecycle, order, orderFacts, lenderId)).toEqual(
      expected(actions, state, lender),
    )
    expect(reasonsOf(orderLifecycle, order, orderFacts, borrowerId)).toEqual(
      expected(actions, state, borrower),
    )
  })
})

describe('a margin call of the lender', () => {
  const actions = ['accept', 'reject', 'cancel', 'dispute', 'retry']
  it.each<[RequestRecord['status'], lender: Reasons, borrower: Reasons]>([
    [
      'PENDING_ACCEPTANCE',
      {
        accept: counterpartyOnly,
        reject: counterpartyOnly,
        cancel: yes,
        dispute: counterpartyOnly,
      },
      { accept: yes, reject: yes, cancel: creatorOnly, dispute: yes },
    ],
    ['ACCEPTED', {}, {}],
    ['IN_PROGRESS', {}, {}],
    ['COMPLETED', {}, {}],
    ['REJECTED', {}, {}],
    ['CANCELLED', {}, {}],
    ['EXPIRED', {}, {}],
    ['DISPUTED', { accept: yes }, { accept: yes }],
    ['FAILED', { cancel: yes, retry: yes }, { cancel: yes, retry: yes }],
  ])('offers what its state and the side allow while %s', (status, lender, borrower) => {
    const state = `the mark-to-market request is ${status}`
    const call = marginCallIn(status)
    expect(reasonsOf(markToMarketLifecycle, call, facts, lenderId)).toEqual(
      expected(actions, state, lender),
    )
    expect(reasonsOf(markToMarketLifecycle, call, facts, borrowerId)).toEqual(
      expected(actions, state, borrower),
    )
  })
})

describe('a return that the borrower asks for', () => {
  const actions = ['accept', 'reject', 'cancel', 'retry']
  it.each<[OrderRequest['status'], lender: Reasons, borrower: Reasons]>([
    [
      'PENDING',
      { accept: yes, reject: yes, cancel: creatorOnly },
      { accept: counterpartyOnly, reject: counterpartyOnly, cancel: yes },
    ],
    ['ACCEPTED', { cancel: yes }, { cancel: yes }],
    ['IN_PROGRESS', { cancel: yes, retry: yes }, { cancel: yes, retry: yes }],
    ['COMPLETED', {}, {}],
    ['REJECTED', {}, {}],
    ['CANCELLED', {}, {}],
    ['EXPIRED', {}, {}],
  ])('offers what its state and the side allow while %s', (status, lender, borrower) => {
    const state = `the order request is ${status}`
    const request = orderRequestIn(status)
    expect(reasonsOf(orderRequestLifecycle, request, facts, lenderId)).toEqual(
      expected(actions, state, lender),
    )
    expect(reasonsOf(orderRequestLifecycle, request, facts, borrowerId)).toEqual(
      expected(actions, state, borrower),
    )
  })
})

describe('an action', () => {
  const expired = { expireAt: after(0) }

  it('is refused for its state before its side, and for its side before what blocks it', () => {
    const closed = orderIn('CLOSED', expired)
    expect(
      verdict(orderLifecycle, closed, 'accept', { by: borrowerId, facts: orderFacts }),
    ).toEqual(
      refused(
        new Refusal('INVALID_STATE', [
          {
            field: 'status',
            issue: 'accept is not possible while the order is CLOSED',
            value: 'CLOSED',
            allowed: ['PENDING_ACCEPTANCE'],
          },
        ]),
        'the order is CLOSED',
      ),
    )
    const pending = orderIn('PENDING_ACCEPTANCE', expired)
    const asked = { by: borrowerId, facts: orderFacts }
    expect(verdict(orderLifecycle, pending, 'accept', asked)).toEqual(
      refused(
        new Refusal('PARTY_NOT_PERMITTED', [
          { field: 'action', issue: 'only the counterparty may accept' },
        ]),
        counterpartyOnly,
      ),
    )
  })

  it('is shown as not for a role after its state and side, and before what blocks it', () => {
    const shown = (by: string) =>
      verdict(orderLifecycle, orderIn('PENDING_ACCEPTANCE', expired), 'accept', {
        by,
        facts: orderFacts,
        role: 'viewer',
      }).reason
    expect(shown(borrowerId)).toBe(counterpartyOnly)
    expect(shown(lenderId)).toBe('the role viewer may not do this')
  })

  it('is possible without blockers', () => {
    const asked = { organizationId: lenderId, facts }
    const settled = markToMarketLifecycle.refusalOf(marginCallIn('DISPUTED'), 'conclude', asked)
    expect(settled).toBeUndefined()
  })
})

it('has the deadline of its first state, and a transfer has none', () => {
  const all = [orderLifecycle, markToMarketLifecycle, orderRequestLifecycle, transferLifecycle]
  expect(all.map(({ deadline }) => deadline)).toEqual([
    'order',
    'mark_to_market_request',
    'order_request',
    undefined,
  ])
})

describe('a transfer', () => {
  const transfer: TransferRecord = {
    id: 't-1',
    orderId: 'o-1',
    lenderId,
    borrowerId,
    senderId: borrowerId,
    receiverId: lenderId,
    category: 'm2m',
    leg: 'collateral',
    status: 'IN_PROGRESS',
    lateAt: after(-1),
    orderStatus: 'CLOSING',
    providerState: 'confirming',
    countsIn: null,
    notices: {},
  }
  const cancel = (changes: Partial<TransferRecord>, by: string) =>
    verdict(transferLifecycle, { ...transfer, ...changes }, 'cancel', { by, facts })
  const onlyReceiver = new Refusal('PARTY_NOT_PERMITTED', [
    { field: 'action', issue: 'only the receiver may ask_to_cancel_late' },
  ])
  const ofClose = (category: 'close' | 'interest') =>
    new Refusal('INVALID_STATE', [
      {
        field: 'category',
        issue: 'a transfer of a close cannot be cancelled',
        value: category,
        allowed: ['open', 'm2m', 'return'],
      },
    ])

  it('is cancelled by its receiver once it is late, and by no sender', () => {
    expect(cancel({}, lenderId)).toEqual(possible)
    expect(cancel({}, borrowerId)).toEqual(refused(onlyReceiver, 'only the receiver may do this'))
    const issue = 'it cannot be cancelled before it is late, at 2026-03-02T12:00:00.000Z'
    expect(cancel({ lateAt: after(0) }, lenderId)).toEqual(refused(notNow('create_time', issue)))
  })

  it('is not cancelled by who has declared a default of its sender, which it may cure', () => {
    const issue = 'it may cure the default of its sender that is declared'
    const held = refused(notNow('close_out_id', issue, 'c-1'))
    const returned = { category: 'return', leg: 'asset', lateAt: after(0) } as const
    for (const one of [{}, returned]) {
      expect(cancel({ ...one, notices: { [lenderId]: 'c-1' } }, lenderId)).toEqual(held)
      expect(cancel({ ...one, notices: { [borrowerId]: 'c-2' } }, lenderId)).toEqual(possible)
    }
    const own = { ...returned, notices: { [lenderId]: 'c-1' } }
    expect(cancel(own, borrowerId)).toEqual(possible)
  })

  it('is cancelled by its receiver once it is late if it pays a month, while no close needs it', () => {
    const monthly = { category: 'interest', leg: 'interest', orderStatus: 'ACTIVE' } as const
    expect(cancel(monthly, lenderId)).toEqual(possible)
    expect(cancel(monthly, borrowerId).refusal).toEqual(onlyReceiver)
    expect(cancel({ ...monthly, lateAt: after(0) }, lenderId).refusal?.reason).toBe('INVALID_STATE')
    expect(cancel({ ...monthly, orderStatus: 'CLOSING' }, lenderId).refusal).toEqual(
      ofClose('interest'),
    )
  })

  it('is cancelled by either side at any time if it returns the asset', () => {
    const returned = { category: 'return', leg: 'asset', lateAt: after(0) } as const
    expect([cancel(returned, lenderId), cancel(returned, borrowerId)]).toEqual([possible, possible])
    const issue = 'it cannot be cancelled before it is late, at 2026-03-02T12:00:00.000Z'
    expect(cancel({ ...returned, leg: 'collateral' }, lenderId).reason).toBe(issue)
  })

  it.each(['COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED'] as const)(
    'is cancelled by nobody once it is %s',
    (status) => {
      expect(cancel({ status }, lenderId).reason).toBe(`the transfer is ${status}`)
      expect(cancel({ status }, lenderId).refusal?.reason).toBe('INVALID_STATE')
    },
  )

  it.each(['close', 'interest'] as const)(
    'is cancelled by nobody if it is of the category %s',
    (category) => {
      for (const by of [lenderId, borrowerId]) {
        expect(cancel({ category }, by)).toEqual(refused(ofClose(category)))
      }
    },
  )
})
