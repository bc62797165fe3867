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

/**
 * Like {@link lockDeal}, for several deals, in the order of their ids, so that of two that lock some
 * of the same deals one waits for the other at the first. Returns the ids of the orders.
 *
 * @param by a condition on positions `p` with the value `$1`.
 */
async function lockDeals(tx: WriteTransaction, by: string, value: unknown): Promise<string[]> {
  const { rows: deals } = await tx.query<Deal>(
    `SELECT o.id AS "orderId", o.lender_id AS "lenderId"
     FROM orders o JOIN positions p ON p.order_id = o.id WHERE ${by} ORDER BY o.id FOR UPDATE OF o`,
    [value],
  )
  for (const deal of deals) tx.dealLocked(deal)
  return deals.map(({ orderId }) => orderId)
}

/** {@link lockDeals}, by the ids of positions. */
export function lockDealsOfPositions(
  tx: WriteTransaction,
  positionIds: readonly string[],
): Promise<string[]> {
  return lockDeals(tx, 'p.id = ANY ($1)', positionIds)
}

/** {@link lockDeals}, of all requests of a call set. */
export function lockDealsOfCallSet(tx: WriteTransaction, callSetId: string): Promise<string[]> {
  const ofSet = 'SELECT r.position_id FROM mark_to_market_requests r WHERE r.call_set_id = $1'
  return lockDeals(tx, `p.id IN (${ofSet})`, callSetId)
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
