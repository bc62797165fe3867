import type { OrderRequestKind } from '@vadium/schema'
import { notify } from '../../notifications/index.ts'
import { otherSide } from '../parties/deal.ts'
import { answerUntil } from '../terms/answer-time.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { OrderRequestRecord } from './order-request-record.ts'
import { dayOf } from '../../../platform/instant.ts'

/** Notifies the side that must answer of a new request. */
export async function notifyOrderRequest(
  tx: WriteTransaction,
  request: OrderRequestRecord,
): Promise<void> {
  const { id, kind, orderId, orderNumber } = request
  const until = ` ${answerUntil('the request expires', request)}`
  await notify(tx, [
    {
      organizationId: otherSide(request, tx.organizationId),
      category: 'order_request_to_answer',
      severity: 'warning',
      occasion: id,
      title: `${titles[kind]} to answer: order ${orderNumber}`,
      body: `The counterparty asks ${askedFor[kind](request)}.${until}`,
      link: { resource: 'order_request', id, order_id: orderId },
    },
  ])
}

const titles: Readonly<Record<OrderRequestKind, string>> = {
  recall: 'A recall',
  return: 'A return',
  rerate: 'A rerate',
  amend: 'An amend',
  extend: 'An extend',
  substitution: 'A substitution',
}

/** What a request asks for, after "The counterparty asks". */
const askedFor: Readonly<Record<OrderRequestKind, (request: OrderRequestRecord) => string>> = {
  recall: (request) => `for ${returnedPart(request)}, back`,
  return: (request) => `to give ${returnedPart(request)}, back`,
  rerate: ({ ratePercent, effectiveAt }) => {
    const from = effectiveAt === null ? 'the day of the acceptance' : dayOf(effectiveAt)
    return `for a rate of ${ratePercent ?? ''} % a year from ${from} on`
  },
  amend: ({ askedTerms }) =>
    `that the terms of version ${askedTerms?.version ?? ''} of the agreement apply to the order instead of those of version ${askedTerms?.appliedVersion ?? ''}`,
  extend: ({ maturityAt, maturityBefore }) =>
    `that the order matures at ${maturityAt ?? ''} instead of ${maturityBefore ?? ''}`,
  substitution: ({ substitution, collateralAsset }) =>
    `to give ${substitution?.quantity ?? ''} ${substitution?.asset ?? ''} in place of the ${collateralAsset} that secures the order`,
}

function returnedPart({ quantity, asset, whole }: OrderRequestRecord): string {
  return `${quantity ?? ''} ${asset}, ${whole === true ? 'all that is lent' : 'a part'}`
}
