import { Decimal, formatDecimal } from '@vadium/margin'
import { orderRequestStates } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import { recordLess } from '../positions/interest-changes.ts'
import { readPledge } from '../positions/position-book.ts'
import type { OrderRequestRecord } from './order-request-record.ts'
import { orderRequestTable } from './order-request.repository.ts'

// What every transfer of an order request means for it, whatever becomes of its deal.

/** A request is in progress from the first news of its transfers on. */
export async function started(
  tx: WriteTransaction,
  request: OrderRequestRecord,
): Promise<OrderRequestRecord> {
  if (request.status !== 'ACCEPTED') return request
  return { ...request, status: await mustMove(tx, orderRequestStates, request, 'start') }
}

/** A request is completed with the last thing that it awaits. */
export async function complete(tx: WriteTransaction, id: string): Promise<void> {
  await mustMove(tx, orderRequestStates, await orderRequestTable.read(tx, id), 'complete')
}

/**
 * Records that a part of the asset has arrived. It no longer counts as lent, and bears no further
 * interest.
 */
export async function recordReturnedAsset(
  tx: WriteTransaction,
  { orderId, lenderId, borrowerId, quantity }: JournaledTransfer,
  orderRequestId: string,
): Promise<void> {
  const { positionId, lentQuantity } = await readPledge(tx, orderId)
  const before = formatDecimal(new Decimal(lentQuantity).plus(quantity))
  const position = { id: positionId, lenderId, borrowerId }
  await recordLess(tx, position, { orderRequestId }, { before, now: lentQuantity })
}
