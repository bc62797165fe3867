import { notify } from '../../notifications/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { assetOnItsWayBack, type OrderRow } from './order-row.ts'

/** Notifies both sides that an order is active again because its close was cancelled. */
export async function notifyCloseCancelled(tx: WriteTransaction, order: OrderRow): Promise<void> {
  const { id, number, lenderId, lenderName, borrowerId, borrowerName, asset } = order
  const lent = `${order.position?.assetQuantity ?? order.assetQuantity} ${asset}`
  const goesOn = 'Nothing has moved: the order is active again, and interest has run all the time.'
  const bodies = [
    [lenderId, `${borrowerName} keeps the ${lent} that you lent. ${goesOn}`],
    [borrowerId, `You keep the ${lent} that ${lenderName} lent you. ${goesOn}`],
  ] as const
  await notify(
    tx,
    bodies.map(([organizationId, body]) => ({
      organizationId,
      category: 'close_cancelled',
      severity: 'warning',
      occasion: assetOnItsWayBack(order)?.id ?? id,
      title: `Close cancelled: order ${number}`,
      body,
      link: { resource: 'order', id, order_id: id },
    })),
  )
}
