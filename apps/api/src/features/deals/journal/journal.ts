import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/**
 * Where a quantity is. `own`: outside the book, with its organization. `lent`: with the borrower,
 * owed to the lender. `pledged`: with the lender, owed to the borrower. `in_transit`: under way
 * from its holder.
 */
export type Bucket = 'own' | 'lent' | 'pledged' | 'in_transit'

interface JournalAccount {
  readonly bucket: Bucket
  readonly holderId: string
}

/** The parts of a transfer that the journal needs. */
export interface JournaledTransfer {
  readonly id: string
  readonly orderId: string
  readonly lenderId: string
  readonly borrowerId: string
  readonly category: string
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly token: string
  /** Decimal string, above zero. */
  readonly quantity: string
  readonly senderId: string
  readonly receiverId: string
}

/** Records that the quantity has left its bucket and is under way. */
export function recordInstruction(
  tx: WriteTransaction,
  transfer: JournaledTransfer,
): Promise<void> {
  return record(tx, 'instruct', transfer, placeOf(transfer, transfer.senderId), underWay(transfer))
}

/** Records that the quantity has arrived. */
export function recordSettlement(tx: WriteTransaction, transfer: JournaledTransfer): Promise<void> {
  return record(tx, 'settle', transfer, underWay(transfer), placeOf(transfer, transfer.receiverId))
}

/** Records that the transfer failed: the quantity is back in its bucket. */
export function recordReversal(tx: WriteTransaction, transfer: JournaledTransfer): Promise<void> {
  return record(tx, 'revert', transfer, underWay(transfer), placeOf(transfer, transfer.senderId))
}

const underWay = ({ senderId }: JournaledTransfer): JournalAccount => ({
  bucket: 'in_transit',
  holderId: senderId,
})

/**
 * The bucket of a holder: `own` for the organization that the leg belongs to, otherwise `lent` or
 * `pledged`.
 */
function placeOf(
  { leg, lenderId, borrowerId }: JournaledTransfer,
  holderId: string,
): JournalAccount {
  if (leg === 'asset' && holderId === borrowerId) return { bucket: 'lent', holderId }
  if (leg === 'collateral' && holderId === lenderId) return { bucket: 'pledged', holderId }
  return { bucket: 'own', holderId }
}

async function record(
  tx: WriteTransaction,
  kind: 'instruct' | 'settle' | 'revert',
  transfer: JournaledTransfer,
  from: JournalAccount,
  to: JournalAccount,
): Promise<void> {
  const { orderId, lenderId, borrowerId, token, quantity } = transfer
  await tx.attempt(
    `WITH recorded AS (
       INSERT INTO journal_transactions
         (id, kind, order_id, lender_id, borrower_id, transfer_id, recorded_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id
     )
     INSERT INTO journal_entries (transaction_id, line, order_id, lender_id, borrower_id, bucket, holder_id,
       asset, quantity)
     SELECT id, 1, $3::uuid, $4::uuid, $5::uuid, $8, $9::uuid, $12, -($13::numeric) FROM recorded
     UNION ALL
     SELECT id, 2, $3::uuid, $4::uuid, $5::uuid, $10, $11::uuid, $12, $13::numeric FROM recorded`,
    [
      tx.ids.next(),
      kind,
      orderId,
      lenderId,
      borrowerId,
      transfer.id,
      tx.now,
      from.bucket,
      from.holderId,
      to.bucket,
      to.holderId,
      token,
      quantity,
    ],
  )
}
