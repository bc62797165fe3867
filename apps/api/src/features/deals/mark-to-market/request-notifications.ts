import { notify } from '../../notifications/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { otherSide } from '../parties/deal.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import type { RequestRecord } from './request-record.ts'

interface AskedRequest {
  readonly id: string
  readonly lenderId: string
  readonly borrowerId: string
  readonly direction: string
  readonly collateralAmount: string
  readonly notionalUsd: string
  readonly expireAt: string
}

/** Notifies the side that must answer of a new request. */
export async function notifyMarginCall(
  tx: WriteTransaction,
  request: AskedRequest,
  position: MarkablePosition,
): Promise<void> {
  const isLender = tx.organizationId === position.lender.organizationId
  const caller = isLender ? position.lender : position.borrower
  const way = request.direction === 'Release' ? 'back to the borrower' : 'to the lender'
  const what = `${request.collateralAmount} ${position.collateralAsset}`
  await notify(tx, [
    {
      organizationId: otherSide(request, tx.organizationId),
      category: 'mark_to_market_to_answer',
      severity: 'warning',
      occasion: request.id,
      title: `Mark-to-market request to answer: order ${position.orderNumber}`,
      body: `${caller.organizationName} requests that ${what}, ${request.notionalUsd} USD, be sent ${way}. Unanswered, the request expires at ${request.expireAt}.`,
      link: { resource: 'mark_to_market_request', id: request.id, order_id: position.orderId },
    },
  ])
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
