import type { Static } from '@sinclair/typebox'
import type { OrderStatus, ProviderState, TransferStatus } from '@vadium/schema'
import type { JournaledTransfer } from '../journal/journal.ts'
import { lockDealsOfTransfers } from '../parties/deal.ts'
import { noticesOfOrder, type OpenNotices } from '../parties/open-notice.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { endedBy } from './ending-close-out.ts'
import { providerLifecycle, type StoredTransfer, transferRow } from './transfer-row.ts'
import { together } from '../../../platform/writes/together.ts'

/** A transfer's record, with everything that its document contains. */
export interface BookedTransfer {
  readonly stored: StoredTransfer
  readonly journaled: JournaledTransfer
  readonly markToMarketRequestId: string | null
  readonly orderRequestId: string | null
  readonly closeOutId: string | null
  /** The close-out that does not count it. */
  readonly stragglerOf: string | null
  /** The close-out that was terminated and ends, or has ended, its deal. */
  readonly endedBy: string | null
  /** From when it is late. RFC 3339. */
  readonly lateAt: string
  readonly orderStatus: Static<typeof OrderStatus>
  /** The notices of defaults of its deal. */
  readonly notices: OpenNotices
}

/** What a custodian's report changes in a transfer. */
export interface TransferProgress {
  readonly status: TransferStatus
  readonly providerState: ProviderState
  /** The provider's own status. */
  readonly requestState: string | null
  readonly label: string
}

type TransferRow = StoredTransfer & {
  readonly sender_id: string
  readonly receiver_id: string
  readonly mark_to_market_request_id: string | null
  readonly order_request_id: string | null
  readonly close_out_id: string | null
  readonly straggler_of: string | null
  readonly sends_back: string | null
  readonly ended_by: string | null
  readonly late_at: string
  readonly order_status: Static<typeof OrderStatus>
  readonly notices: OpenNotices
}

const wallet = (side: 'sender' | 'receiver') => `json_build_object(
  'organization_id', t.${side}_organization_id, 'custodian', t.${side}_custodian_id,
  'address', t.${side}_wallet_address) AS ${side}`

/**
 * Locks the deal of a transfer and reads the transfer. Undefined if the organization has no such
 * transfer.
 */
export async function openTransfer(
  tx: WriteTransaction,
  id: string,
): Promise<BookedTransfer | undefined> {
  return (await openTransfers(tx, [id])).get(id)
}

/** The same for several transfers, by id. It has those of the organization. */
export async function openTransfers(
  tx: WriteTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookedTransfer>> {
  const [locked, transfers] = await together([
    lockDealsOfTransfers(tx, ids),
    readTransfers(tx, ids),
  ])
  return new Map(transfers.filter(([id]) => locked.has(id)))
}

async function readTransfers(
  tx: WriteTransaction,
  ids: readonly string[],
): Promise<[string, BookedTransfer][]> {
  const { rows } = await tx.query<TransferRow>(
    `SELECT t.id, t.external_transfer_id, t.category, t.status, t.leg, t.token,
       trim_scale(t.quantity) AS quantity, t.notional_usd,
       t.order_id, t.order_number, t.lender_id, t.borrower_id, ${wallet('sender')}, ${wallet('receiver')},
       t.provider, t.provider_state, t.provider_request_state, t.provider_label AS label,
       t.create_time, t.update_time,
       t.sender_organization_id AS sender_id, t.receiver_organization_id AS receiver_id,
       t.mark_to_market_request_id, t.order_request_id, t.close_out_id, t.late_at,
       t.straggler_of, t.sends_back, o.status AS order_status, ${endedBy} AS ended_by,
       ${noticesOfOrder('t.order_id')} AS notices
     FROM transfers t JOIN orders o ON o.id = t.order_id WHERE t.id = ANY ($1)`,
    [ids],
  )
  return rows.map((row) => [row.id, bookedTransfer(row)])
}

function bookedTransfer(row: TransferRow): BookedTransfer {
  const {
    sender_id,
    receiver_id,
    mark_to_market_request_id,
    order_request_id,
    close_out_id,
    straggler_of,
    sends_back,
    ended_by,
    late_at,
    order_status,
    notices,
    ...stored
  } = row
  return {
    stored,
    lateAt: late_at,
    orderStatus: order_status,
    notices,
    markToMarketRequestId: mark_to_market_request_id,
    orderRequestId: order_request_id,
    closeOutId: close_out_id,
    stragglerOf: straggler_of,
    endedBy: ended_by,
    journaled: {
      id: row.id,
      orderId: row.order_id,
      lenderId: row.lender_id,
      borrowerId: row.borrower_id,
      category: row.category,
      leg: row.leg,
      token: row.token,
      quantity: row.quantity,
      senderId: sender_id,
      receiverId: receiver_id,
      sendsBack: sends_back,
    },
  }
}

/**
 * Writes the progress of a transfer to its columns and its document, if it has changed. If the
 * clock was set back, the update time is not. Both parties get an event: that of the following
 * status change, or else one from here.
 */
export async function writeProgress(
  tx: WriteTransaction,
  { stored, journaled }: BookedTransfer,
  progress: TransferProgress,
): Promise<void> {
  if (!isNews(stored, progress)) return
  const changed: StoredTransfer = {
    ...stored,
    status: progress.status,
    provider_state: progress.providerState,
    provider_request_state: progress.requestState,
    label: progress.label,
    update_time: tx.now > stored.update_time ? tx.now : stored.update_time,
  }
  const row = transferRow(changed)
  await tx.write(
    changed.provider_state === stored.provider_state ? updateTransfer : updateWithStep,
    [
      stored.id,
      changed.status,
      changed.provider_state,
      changed.provider_request_state,
      changed.label,
      changed.update_time,
      row['document'],
    ],
  )
  if (progress.status !== stored.status) return
  const { orderId, lenderId, borrowerId } = journaled
  tx.publish({
    type: 'transfer.updated',
    readers: [lenderId, borrowerId],
    data: {
      progress: {
        transfer_id: stored.id,
        order_id: orderId,
        provider_lifecycle: providerLifecycle(changed),
      },
    },
  })
}

const updateTransfer = `
  UPDATE transfers SET status = $2, provider_state = $3, provider_request_state = $4,
    provider_label = $5, update_time = $6, document = $7 WHERE id = $1`

const updateWithStep = `
  WITH changed AS (${updateTransfer} RETURNING *)
  INSERT INTO transfer_steps
    (transfer_id, state, provider_request_state, reached_at, lender_id, borrower_id)
  SELECT id, provider_state, provider_request_state, update_time, lender_id, borrower_id
  FROM changed`

function isNews(stored: StoredTransfer, progress: TransferProgress): boolean {
  return (
    stored.provider_state !== progress.providerState ||
    stored.status !== progress.status ||
    stored.label !== progress.label ||
    (stored.provider_request_state ?? null) !== progress.requestState
  )
}

/** Replaces the id by which the custodian knows a transfer. Returns the transfer with that id. */
export async function writeExternalId(
  tx: WriteTransaction,
  transfer: BookedTransfer,
  externalTransferId: string,
): Promise<BookedTransfer> {
  const stored = { ...transfer.stored, external_transfer_id: externalTransferId }
  await tx.write('UPDATE transfers SET external_transfer_id = $2, document = $3 WHERE id = $1', [
    stored.id,
    externalTransferId,
    transferRow(stored)['document'],
  ])
  return { ...transfer, stored }
}

/** Writes the label alone: without a new state there is no state change to record. */
export function writeLabel(
  tx: WriteTransaction,
  transfer: BookedTransfer,
  label: string,
): Promise<void> {
  const { stored } = transfer
  return writeProgress(tx, transfer, {
    status: stored.status,
    providerState: stored.provider_state,
    requestState: stored.provider_request_state ?? null,
    label,
  })
}

/** The transfer as its stored JSON text. */
export async function readDocument(tx: WriteTransaction, id: string): Promise<string> {
  const row = await tx.row<{ document: string }>('SELECT document FROM transfers WHERE id = $1', [
    id,
  ])
  if (row === undefined) throw new Error(`there is no transfer ${id}`)
  return row.document
}
