import type { AnsweredResource } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { entryColumns, entryResource, type EntryRow } from './thread-entry.ts'

export interface NewEntry {
  readonly kind: 'message' | 'action'
  readonly orderId: string
  /** The organization that writes or asks. Null: the service. */
  readonly organizationId: string | null
  readonly text: string
  readonly resource?: AnsweredResource
  readonly resourceId?: string
  readonly awaits?: string
  readonly creatorId?: string | null
}

/**
 * Adds an entry to the thread of an order and notifies both sides. It locks the thread, so that the
 * numbers follow the order of the commits. It does not lock the deal, so a message never waits for
 * a change of it. Undefined if the organization has no such order.
 */
export async function addEntry(
  tx: WriteTransaction,
  entry: NewEntry,
): Promise<EntryRow | undefined> {
  const added = await tx.row<EntryRow>(
    `WITH turn AS (
       UPDATE chats SET last_number = last_number + 1, active_at = greatest(active_at, $1::timestamptz)
       WHERE order_id = $2 RETURNING order_id, lender_id, borrower_id, last_number),
     author AS (
       SELECT a.id, a.name FROM accounts a WHERE a.organization_id = $5 AND a.id = coalesce($12,
         (SELECT c.account_id FROM credentials c WHERE c.id = $6 AND c.organization_id = $5)))
     INSERT INTO chat_entries AS e (order_id, number, lender_id, borrower_id, id, kind, organization_id, account_id,
       account_name, text, created_at, resource, resource_id, awaits, creator_id)
     SELECT order_id, last_number, lender_id, borrower_id, $3::uuid, $4, $5::uuid,
       (SELECT id FROM author), (SELECT name FROM author), $7, $1::timestamptz, $8, $9::uuid, $10,
       $11::uuid FROM turn
     RETURNING ${entryColumns}`,
    [
      tx.now,
      entry.orderId,
      tx.ids.next(),
      entry.kind,
      entry.organizationId,
      tx.credentialId,
      entry.text,
      entry.resource,
      entry.resourceId,
      entry.awaits,
      entry.creatorId,
      tx.accountId,
    ],
  )
  if (added !== undefined) publishEntry(tx, added)
  return added
}

/** The current entry. Undefined if the thread has no such entry. */
export function readEntry(
  tx: WriteTransaction,
  orderId: string,
  entryId: string,
): Promise<EntryRow | undefined> {
  return tx.row<EntryRow>(
    `SELECT ${entryColumns} FROM chat_entries e WHERE e.order_id = $1 AND e.id = $2`,
    [orderId, entryId],
  )
}

/** Publishes an entry to both sides, as it is now. Each sees the actions that it may do. */
export function publishEntry(tx: WriteTransaction, entry: EntryRow): void {
  for (const organizationId of [entry.lenderId, entry.borrowerId]) {
    tx.publish({
      type: 'chat.updated',
      readers: [organizationId],
      data: { entry: entryResource(entry, { organizationId }) },
    })
  }
}
