import { notify } from '../../notifications/index.ts'
import { otherSide } from '../parties/deal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { OrderRequestRecord } from './order-request-record.ts'
import { dayOf } from '../../../platform/instant.ts'

/** Notifies the side that must answer of a new request. */
export async function notifyOrderRequest(
  tx: WriteTransaction,
  request: OrderRequestRecord,
): Promise<void> {
  const { id, kind, orderId, orderNumber, expireAt } = request
  const until = ` Unanswered, the request expires at ${expireAt}.`
  await notify(tx, [
    {
      organizationId: otherSide(request, tx.organizationId),
      category: 'order_request_to_answer',
      severity: 'warning',
      occasion: id,
      title: `A ${kind} to answer: order ${orderNumber}`,
      body: `The counterparty asks ${whatFor(request)}.${until}`,
      link: { resource: 'order_request', id, order_id: orderId },
    },
  ])
}

function whatFor(request: OrderRequestRecord): string {
  const { kind, quantity, asset, whole, ratePercent, effectiveAt } = request
  if (kind === 'rerate') {
    const from = effectiveAt === null ? 'the day of the acceptance' : dayOf(effectiveAt)
    return `for a rate of ${ratePercent ?? ''} % a year from ${from} on`
  }
  const what = `${quantity ?? ''} ${asset}, ${whole === true ? 'all that is lent' : 'a part'}`
  return kind === 'recall' ? `for ${what}, back` : `to give ${what}, back`
}
