import { Decimal } from '@vadium/margin'
import { statusSets, type TransferStatus } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import { hasFailed } from '../transfers/attempts.ts'
import { isGivenBack, isNewCollateral } from '../transfers/counting-transfers.ts'

/** A transfer of a deal that its close-out does not count: it was under way at the termination. */
export type Straggler = JournaledTransfer & { readonly status: TransferStatus }

interface CloseOutOfDeal {
  readonly id: string
  readonly orderId: string
}

/** Leaves transfers of a deal out of its close-out. The deal must be locked. */
export function leaveOut(
  tx: WriteTransaction,
  { id, orderId }: CloseOutOfDeal,
  transferIds: readonly string[],
): Promise<void> {
  if (transferIds.length === 0) return Promise.resolve()
  return tx.write(
    `UPDATE transfers SET straggler_of = $1
     WHERE order_id = $2 AND id = ANY ($3) AND straggler_of IS NULL AND close_out_id IS NULL`,
    [id, orderId, transferIds],
  )
}

/** What a close-out has left out, oldest first. The deal must be locked. */
export function stragglersOf(
  tx: WriteTransaction,
  { id, orderId }: CloseOutOfDeal,
): Promise<readonly Straggler[]> {
  return transfersOf(tx, orderId, 't.straggler_of = $2', [id])
}

/**
 * New collateral that is with the lender and did not replace the old one, if nothing sends it back
 * any more. The deal must be locked.
 */
export function strandedIn(tx: WriteTransaction, orderId: string): Promise<readonly Straggler[]> {
  return transfersOf(
    tx,
    orderId,
    `${isNewCollateral} AND t.status = 'COMPLETED' AND t.straggler_of IS NULL
     AND EXISTS (SELECT FROM order_requests r WHERE r.id = t.order_request_id AND r.decision = 'keep')
     AND NOT EXISTS (SELECT FROM transfers back WHERE back.order_request_id = t.order_request_id
       AND back.sender_organization_id = t.lender_id
       AND back.status ${oneOf(statusSets.transfer.counting)})`,
  )
}

/** Whether a transfer sends new collateral back that did not replace the old one. */
export async function givesBack(
  tx: WriteTransaction,
  { id, category }: JournaledTransfer,
): Promise<boolean> {
  if (category !== 'substitution') return false
  const row = await tx.row<{ is: boolean }>(
    `SELECT ${isGivenBack} AS is FROM transfers t WHERE t.id = $1`,
    [id],
  )
  return row?.is === true
}

async function transfersOf(
  tx: WriteTransaction,
  orderId: string,
  condition: string,
  values: readonly string[] = [],
): Promise<readonly Straggler[]> {
  const { rows } = await tx.query<Straggler>(
    `SELECT t.id, t.status, t.order_id AS "orderId", t.lender_id AS "lenderId",
       t.borrower_id AS "borrowerId", t.category, t.leg, t.token,
       trim_scale(t.quantity) AS quantity, t.sender_organization_id AS "senderId",
       t.receiver_organization_id AS "receiverId", t.sends_back AS "sendsBack"
     FROM transfers t WHERE t.order_id = $1 AND ${condition} ORDER BY t.create_time, t.id`,
    [orderId, ...values],
  )
  return rows
}

export function hasArrived({ status }: Straggler): boolean {
  return status === 'COMPLETED'
}

interface Sides {
  readonly lenderId: string
  readonly borrowerId: string
}

/** How much of a deal stragglers move. */
interface Moved {
  readonly assetBack: Decimal
  /** Of a token: what went back as collateral, and what came. */
  readonly released: (token: string) => Decimal
  readonly toppedUp: (token: string) => Decimal
}

/** What has arrived of stragglers. */
export function arrivedOf(sides: Sides, stragglers: readonly Straggler[]): Moved {
  return movedBy(sides, stragglers.filter(hasArrived))
}

/** What has left its bucket in the journal: that has arrived, or is still under way. */
export function goneOf(sides: Sides, stragglers: readonly Straggler[]): Moved {
  return movedBy(
    sides,
    stragglers.filter((one) => !hasFailed(one)),
  )
}

function movedBy({ lenderId, borrowerId }: Sides, stragglers: readonly Straggler[]): Moved {
  const sum = (leg: Straggler['leg'], senderId: string, token?: string) =>
    stragglers
      .filter((one) => one.leg === leg && one.senderId === senderId)
      .filter((one) => token === undefined || one.token === token)
      .reduce((total, { quantity }) => total.plus(quantity), new Decimal(0))
  return {
    assetBack: sum('asset', borrowerId),
    released: (token) => sum('collateral', lenderId, token),
    toppedUp: (token) => sum('collateral', borrowerId, token),
  }
}
