import { notify } from '../../notifications/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { otherSide } from '../parties/deal.ts'
import { type AnswerTime, answerUntil } from '../terms/answer-time.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import type { NewRequest } from './recorded-requests.ts'
import type { RequestRecord } from './request-record.ts'

/** Notifies the side that must answer of a new request. */
export async function notifyMarginCall(
  tx: WriteTransaction,
  { id, pinned, position, ...answer }: NewRequest,
): Promise<void> {
  const { caller, answering } = sidesOf(tx, position)
  const { direction, collateral_amount: amount, notional_usd: notional } = pinned
  const what = `${amount} ${position.collateralAsset}`
  await notify(tx, [
    {
      organizationId: answering.organizationId,
      category: 'mark_to_market_to_answer',
      severity: 'warning',
      occasion: id,
      title: `Mark-to-market request to answer: order ${position.orderNumber}`,
      body: `${caller.organizationName} requests that ${what}, ${notional} USD, be sent ${wayOf(direction)}. ${answerUntil('the request expires', answer)}`,
      link: { resource: 'mark_to_market_request', id, order_id: position.orderId },
    },
  ])
}

interface AskedSet extends AnswerTime {
  readonly id: string
  readonly direction: string
  /** Of the requests that await an answer. */
  readonly notionalUsd: string
  /** Of one of its deals. */
  readonly position: MarkablePosition
  readonly requests: number
}

/** The same of a call set, once for all of its requests. */
export async function notifyCallSet(
  tx: WriteTransaction,
  { id, direction, notionalUsd, position, requests, ...answer }: AskedSet,
): Promise<void> {
  const { caller, answering } = sidesOf(tx, position)
  const deals = requests === 1 ? '1 deal' : `${requests} deals`
  await notify(tx, [
    {
      organizationId: answering.organizationId,
      category: 'mark_to_market_to_answer',
      severity: 'warning',
      occasion: id,
      title: `Call set to answer: ${deals} with ${caller.organizationName}`,
      body: `${caller.organizationName} requests that collateral of ${deals}, ${notionalUsd} USD in all, be sent ${wayOf(direction)}. ${answerUntil('its requests expire', answer)}`,
      link: { resource: 'call_set', id, order_id: null },
    },
  ])
}

const wayOf = (direction: string) =>
  direction === 'Release' ? 'back to the borrower' : 'to the lender'

function sidesOf({ organizationId }: WriteTransaction, { lender, borrower }: MarkablePosition) {
  return organizationId === lender.organizationId
    ? { caller: lender, answering: borrower }
    : { caller: borrower, answering: lender }
}

/** Notifies the creator of a request of the counter-valuation of the other side. */
export async function notifyDispute(
  tx: WriteTransaction,
  request: RequestRecord,
  disputedUsd: string,
): Promise<void> {
  await notify(tx, [
    {
      organizationId: otherSide(request, tx.organizationId),
      category: 'mark_to_market_to_answer',
      severity: 'warning',
      occasion: `${request.id} disputed`,
      title: `Mark-to-market request disputed: order ${request.orderNumber}`,
      body: `The counterparty has answered with a counter-valuation. Of ${request.notionalUsd} USD, ${disputedUsd} USD are disputed; the rest is sent.`,
      link: { resource: 'mark_to_market_request', id: request.id, order_id: request.orderId },
    },
  ])
}
