import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { notify } from '../../notifications/index.ts'
import { otherSide, type Sides } from '../parties/deal.ts'

interface Offered extends Sides {
  readonly id: string
  readonly creatorId: string
  readonly orderId: string
  readonly orderNumber: number
}

interface Sent {
  readonly resource: 'mark_to_market_request' | 'order_request'
  /** A quantity with its asset. */
  readonly sent: string
}

/** Notifies the receiver of what the party under notice sends: the service has accepted it. */
export function notifyCure(
  tx: WriteTransaction,
  request: Offered,
  { resource, sent }: Sent,
): Promise<void> {
  const { id, creatorId, orderId, orderNumber } = request
  return notify(tx, [
    {
      organizationId: otherSide(request, creatorId),
      category: 'close_out_changed',
      severity: 'warning',
      occasion: `${id} accepted`,
      title: `The party in default sends ${sent}: order ${orderNumber}`,
      body: `The party of which you declared a default offers to send ${sent}. The service has accepted that, because a cure cannot be refused. The notice ends if its cause does, once this has arrived.`,
      link: { resource, id, order_id: orderId },
    },
  ])
}
