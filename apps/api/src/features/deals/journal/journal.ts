import { Decimal, formatDecimal } from '@vadium/margin'
import { insertedRows } from '../../../platform/db/inserted-rows.ts'
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

/** A close-out whose entries need no transfer. */
export interface JournaledCloseOut {
  readonly id: string
  readonly orderId: string
  readonly lenderId: string
  readonly borrowerId: string
}

/** A quantity that moves from one bucket to another. */
interface JournalMove {
  readonly token: string
  /** Decimal string. Zero is left out; a negative quantity moves the other way. */
  readonly quantity: string
  readonly from: JournalAccount
  readonly to: JournalAccount
}

/** How much of a token a close-out takes. */
type Taken = Pick<JournalMove, 'token' | 'quantity'>

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
  /** The transfer that arrived without counting, whose quantity this one sends back. */
  readonly sendsBack: string | null
}

/** Records that the quantities have left their buckets, one after the other, and are under way. */
export function recordInstructions(
  tx: WriteTransaction,
  transfers: readonly JournaledTransfer[],
): Promise<void> {
  const moved = transfers.map((transfer) => {
    return { transfer, from: placeOf(transfer, transfer.senderId), to: underWay(transfer) }
  })
  return record(tx, 'instruct', moved)
}

/** Records that the quantity has arrived. */
export function recordSettlement(tx: WriteTransaction, transfer: JournaledTransfer): Promise<void> {
  const to = placeOf(transfer, transfer.receiverId)
  return record(tx, 'settle', [{ transfer, from: underWay(transfer), to }])
}

/** Records that the transfer failed: the quantity is back in its bucket. */
export function recordReversal(tx: WriteTransaction, transfer: JournaledTransfer): Promise<void> {
  const to = placeOf(transfer, transfer.senderId)
  return record(tx, 'revert', [{ transfer, from: underWay(transfer), to }])
}

/**
 * Records what a close-out ends: the collateral that does not go back is the lender's own, and the
 * asset that does not go back the borrower's. A negative quantity of collateral is added from the
 * lender's own. Nothing is recorded if both are zero.
 */
export function recordAppropriation(
  tx: WriteTransaction,
  closeOut: JournaledCloseOut,
  taken: { readonly asset: Taken; readonly collateral: readonly Taken[] },
): Promise<void> {
  const { lenderId, borrowerId } = closeOut
  const move = (bucket: 'lent' | 'pledged', holderId: string) =>
    ({
      from: { bucket, holderId },
      to: { bucket: 'own', holderId },
    }) as const
  return recordOfCloseOut(tx, 'appropriate', closeOut, [
    ...taken.collateral.map((one) => ({ ...one, ...move('pledged', lenderId) })),
    { ...taken.asset, ...move('lent', borrowerId) },
  ])
}

/**
 * Records that what a straggler brought, or did not take away, is the own of its holder: the
 * close-out counted it as not sent. Nothing is recorded if it is already.
 */
export async function recordStraggler(
  tx: WriteTransaction,
  closeOut: JournaledCloseOut,
  transfer: JournaledTransfer,
  holderId: string,
): Promise<void> {
  const from = placeOf(transfer, holderId)
  if (from.bucket === 'own') return
  const { id: transferId, token, quantity } = transfer
  const moved = { token, quantity, from, to: { bucket: 'own', holderId } } as const
  await recordOfCloseOut(tx, 'appropriate', closeOut, [moved], transferId)
}

/** Records that the party in default has received what goes back outside of the service. */
export function recordReceipt(
  tx: WriteTransaction,
  closeOut: JournaledCloseOut,
  received: readonly Pick<JournaledTransfer, 'token' | 'quantity' | 'leg'>[],
): Promise<void> {
  const { lenderId, borrowerId } = closeOut
  const moves = received.map(({ leg, ...moved }) => {
    const [sender, receiver] =
      leg === 'collateral' ? [lenderId, borrowerId] : [borrowerId, lenderId]
    const deal = { leg, lenderId, borrowerId, sendsBack: null }
    return { ...moved, from: placeOf(deal, sender), to: placeOf(deal, receiver) }
  })
  return recordOfCloseOut(tx, 'settle', closeOut, moves)
}

async function recordOfCloseOut(
  tx: WriteTransaction,
  kind: 'appropriate' | 'settle',
  { id: closeOutId, orderId, lenderId, borrowerId }: JournaledCloseOut,
  moves: readonly JournalMove[],
  transferId: string | null = null,
): Promise<void> {
  const moved = moves.flatMap((move) => {
    const sign = new Decimal(move.quantity).comparedTo(0)
    if (sign === 0) return []
    if (sign > 0) return [move]
    return [
      {
        ...move,
        quantity: formatDecimal(new Decimal(move.quantity).negated()),
        from: move.to,
        to: move.from,
      },
    ]
  })
  if (moved.length === 0) return
  const id = tx.ids.next()
  const deal = [orderId, lenderId, borrowerId]
  const transactions = insertedRows([[id, kind, ...deal, closeOutId, transferId, tx.now]])
  const entries = insertedRows(
    moved.flatMap(({ token, quantity, from, to }, index) => [
      [id, 2 * index + 1, ...deal, from.bucket, from.holderId, token, `-${quantity}`],
      [id, 2 * index + 2, ...deal, to.bucket, to.holderId, token, quantity],
    ]),
    transactions.values,
  )
  await tx.attempt(
    `WITH recorded AS (
       INSERT INTO journal_transactions
         (id, kind, order_id, lender_id, borrower_id, close_out_id, transfer_id, recorded_at)
       VALUES ${transactions.text}
     )
     INSERT INTO journal_entries (transaction_id, line, order_id, lender_id, borrower_id, bucket, holder_id,
       asset, quantity)
     VALUES ${entries.text}`,
    entries.values,
  )
}

const underWay = ({ senderId }: JournaledTransfer): JournalAccount => ({
  bucket: 'in_transit',
  holderId: senderId,
})

type Placed = Pick<JournaledTransfer, 'leg' | 'lenderId' | 'borrowerId' | 'sendsBack'>

/**
 * The bucket of a holder: `own` for the organization that the leg belongs to, otherwise `lent` or
 * `pledged`. What is sent back after a close-out is owed by nobody to the deal.
 */
function placeOf(
  { leg, lenderId, borrowerId, sendsBack }: Placed,
  holderId: string,
): JournalAccount {
  if (sendsBack !== null) return { bucket: 'own', holderId }
  if (leg === 'asset' && holderId === borrowerId) return { bucket: 'lent', holderId }
  if (leg === 'collateral' && holderId === lenderId) return { bucket: 'pledged', holderId }
  return { bucket: 'own', holderId }
}

interface Moved {
  readonly transfer: JournaledTransfer
  readonly from: JournalAccount
  readonly to: JournalAccount
}

async function record(
  tx: WriteTransaction,
  kind: 'instruct' | 'settle' | 'revert',
  moved: readonly Moved[],
): Promise<void> {
  const recorded = moved.map((one) => {
    const { orderId, lenderId, borrowerId } = one.transfer
    return { ...one, id: tx.ids.next(), deal: [orderId, lenderId, borrowerId] }
  })
  const transactions = insertedRows(
    recorded.map(({ id, deal, transfer }) => [id, kind, ...deal, transfer.id, tx.now]),
  )
  const entries = insertedRows(
    recorded.flatMap(({ id, deal, transfer: { token, quantity }, from, to }) => [
      [id, 1, ...deal, from.bucket, from.holderId, token, `-${quantity}`],
      [id, 2, ...deal, to.bucket, to.holderId, token, quantity],
    ]),
    transactions.values,
  )
  await tx.attempt(
    `WITH recorded AS (
       INSERT INTO journal_transactions
         (id, kind, order_id, lender_id, borrower_id, transfer_id, recorded_at)
       VALUES ${transactions.text}
     )
     INSERT INTO journal_entries (transaction_id, line, order_id, lender_id, borrower_id, bucket, holder_id,
       asset, quantity)
     VALUES ${entries.text}`,
    entries.values,
  )
}
