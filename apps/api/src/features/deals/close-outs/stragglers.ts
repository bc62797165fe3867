import { Decimal } from '@vadium/margin'
import type { TransferStatus } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import { hasFailed } from '../transfers/attempts.ts'

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
export async function stragglersOf(
  tx: WriteTransaction,
  { id, orderId }: CloseOutOfDeal,
): Promise<readonly Straggler[]> {
  const { rows } = await tx.query<Straggler>(
    `SELECT t.id, t.status, t.order_id AS "orderId", t.lender_id AS "lenderId",
       t.borrower_id AS "borrowerId", t.category, t.leg, t.token,
       trim_scale(t.quantity) AS quantity, t.sender_organization_id AS "senderId",
       t.receiver_organization_id AS "receiverId", t.sends_back AS "sendsBack"
     FROM transfers t WHERE t.order_id = $1 AND t.straggler_of = $2 ORDER BY t.create_time, t.id`,
    [orderId, id],
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
