import { Refusal } from '../../../platform/refusal.ts'
import type { Deal, WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** The two sides of a deal. */
export interface Sides {
  readonly lenderId: string
  readonly borrowerId: string
  /** Who asked, where that is known. */
  readonly creatorId?: string | null
}

/**
 * Takes the turn on a deal: whatever changes an order, its position, requests or transfers locks its order
 * first, and nothing else before it, so that changes of one deal follow one another and never wait in a
 * circle. Whoever listens to changes of deals is told when it is committed. False where the organization has
 * no such order.
 */
export async function lockDeal(tx: WriteTransaction, orderId: string): Promise<boolean> {
  return (await takeTurn(tx, 'orders o WHERE o.id = $1', orderId)) !== undefined
}

/** As {@link lockDeal}, by the id of the position. The id of its order, or undefined. */
export async function lockDealOfPosition(
  tx: WriteTransaction,
  positionId: string,
): Promise<string | undefined> {
  const orders = 'orders o JOIN positions p ON p.order_id = o.id WHERE p.id = $1'
  return (await takeTurn(tx, orders, positionId))?.orderId
}

/** As {@link lockDeal}, by the id of a transfer. False where the organization has no such transfer. */
export async function lockDealOfTransfer(
  tx: WriteTransaction,
  transferId: string,
): Promise<boolean> {
  const orders = 'orders o JOIN transfers t ON t.order_id = o.id WHERE t.id = $1'
  return (await takeTurn(tx, orders, transferId)) !== undefined
}

async function takeTurn(
  tx: WriteTransaction,
  orders: string,
  id: string,
): Promise<Deal | undefined> {
  const deal = await tx.row<Deal>(
    `SELECT o.id AS "orderId", o.lender_id AS "lenderId" FROM ${orders} FOR UPDATE OF o`,
    [id],
  )
  if (deal !== undefined) tx.dealLocked(deal)
  return deal
}

/** The other side than this one. */
export function otherSide({ lenderId, borrowerId }: Sides, organizationId: string): string {
  return organizationId === lenderId ? borrowerId : lenderId
}

/** The two sides must be different and the caller one of them. */
export function notAParty(sides: Sides, organizationId: string): Refusal | undefined {
  if (organizationId === sides.lenderId || organizationId === sides.borrowerId) return undefined
  return new Refusal('PARTY_NOT_PERMITTED', [
    {
      field: 'lender_id',
      issue: 'neither lender_id nor borrower_id is the organization of the caller',
    },
  ])
}
