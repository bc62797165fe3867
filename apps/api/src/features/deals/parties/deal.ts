import { Refusal } from '../../../platform/refusal.ts'
import type { Deal, WriteTransaction } from '../../../platform/writes/write-transaction.ts'

export interface Sides {
  readonly lenderId: string
  readonly borrowerId: string
  /** The organization that created the resource. Positions and transfers have no creator. */
  readonly creatorId?: string
  /** The side that a transfer goes to. Only transfers have one. */
  readonly receiverId?: string
}

/**
 * Locks a deal. Every change of an order, its position, requests or transfers locks the order
 * before anything else, so changes of one deal never overlap and cannot deadlock. Listeners of the
 * deal are notified after the commit. False if the organization has no such order.
 */
export async function lockDeal(tx: WriteTransaction, orderId: string): Promise<boolean> {
  return (await lockOrder(tx, 'orders o WHERE o.id = $1', orderId)) !== undefined
}

/** Like {@link lockDeal}, by the id of the position. Returns the id of the order, or undefined. */
export async function lockDealOfPosition(
  tx: WriteTransaction,
  positionId: string,
): Promise<string | undefined> {
  const orders = 'orders o JOIN positions p ON p.order_id = o.id WHERE p.id = $1'
  return (await lockOrder(tx, orders, positionId))?.orderId
}

/** Like {@link lockDeal}, by the id of a request of its position. */
export async function lockDealOfRequest(
  tx: WriteTransaction,
  table: 'mark_to_market_requests' | 'order_requests' | 'close_outs',
  requestId: string,
): Promise<boolean> {
  const orders = `orders o JOIN positions p ON p.order_id = o.id
     JOIN ${table} r ON r.position_id = p.id WHERE r.id = $1`
  return (await lockOrder(tx, orders, requestId)) !== undefined
}

/**
 * Like {@link lockDeal}, by the ids of transfers. The deals are locked in the order of their ids,
 * and then the levels of those of the lender, which the revaluation locks for several deals as
 * well, in the order of the positions. Returns the transfers of the organization.
 */
export async function lockDealsOfTransfers(
  tx: WriteTransaction,
  transferIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<Deal & { readonly transferId: string }>(
    `SELECT o.id AS "orderId", o.lender_id AS "lenderId", t.id AS "transferId"
     FROM orders o JOIN transfers t ON t.order_id = o.id
     WHERE t.id = ANY ($1) ORDER BY o.id FOR UPDATE OF o`,
    [transferIds],
  )
  if (transferIds.length > 1) {
    await tx.write('SELECT lock_levels_of_orders($1)', [rows.map(({ orderId }) => orderId)])
  }
  const deals = new Map(rows.map(({ orderId, lenderId }) => [orderId, { orderId, lenderId }]))
  for (const deal of deals.values()) tx.dealLocked(deal)
  return new Set(rows.map(({ transferId }) => transferId))
}

async function lockOrder(
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

export function otherSide({ lenderId, borrowerId }: Sides, organizationId: string): string {
  return organizationId === lenderId ? borrowerId : lenderId
}

/** The caller's organization must be one of the two sides. */
export function notAParty(sides: Sides, organizationId: string): Refusal | undefined {
  if (organizationId === sides.lenderId || organizationId === sides.borrowerId) return undefined
  return new Refusal('PARTY_NOT_PERMITTED', [
    {
      field: 'lender_id',
      issue: "neither lender_id nor borrower_id is the caller's organization",
    },
  ])
}
