import type { AnsweredResource } from '@vadium/schema'
import type { NewEvent, WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { actionText, type ActionWords } from './action-text.ts'
import { entryColumns, entryResource, type EntryRow } from './thread-entry.ts'

interface OfThread {
  readonly orderId: string
  /** The organization that writes or asks. Null: the service. */
  readonly organizationId: string | null
}

interface Message extends OfThread {
  readonly kind: 'message'
  readonly text: string
}

/** What awaits an answer. The database adds to its words what is at stake. */
interface Action extends OfThread {
  readonly kind: 'action'
  readonly words: ActionWords
  readonly resource: AnsweredResource
  readonly resourceId: string
  readonly awaits: string
  readonly creatorId: string | null
}

type NewEntry = Message | Action

const insertEntry = (text: string) => `
  WITH turn AS (
    UPDATE chats SET last_number = last_number + 1, active_at = greatest(active_at, $1::timestamptz)
    WHERE order_id = $2 RETURNING order_id, lender_id, borrower_id, last_number),
  author AS (
    SELECT a.id, a.name FROM accounts a WHERE a.organization_id = $5 AND a.id = coalesce($7,
      (SELECT c.account_id FROM credentials c WHERE c.id = $6 AND c.organization_id = $5)))
  INSERT INTO chat_entries AS e (order_id, number, lender_id, borrower_id, id, kind, organization_id, account_id,
    account_name, text, created_at, resource, resource_id, awaits, creator_id)
  SELECT order_id, last_number, lender_id, borrower_id, $3::uuid, $4, $5::uuid,
    (SELECT id FROM author), (SELECT name FROM author), ${text}, $1::timestamptz, $9, $10::uuid, $11,
    $12::uuid FROM turn
  RETURNING ${entryColumns}`

const insertMessage = insertEntry('$8')

/** The statements for each kind of resource; $10 is its id. */
const insertAction = (kind: AnsweredResource) =>
  insertEntry(actionText(kind, { id: '$10', title: '$13', meaning: '$8' }))

/**
 * Adds an entry to the thread of an order. It publishes no event. It locks the thread, so that the
 * numbers follow the order of the commits. It does not lock the deal, so a message never waits for
 * a change of it. Undefined if the organization has no such order.
 */
export function addEntry(tx: WriteTransaction, entry: NewEntry): Promise<EntryRow | undefined> {
  const { kind, orderId, organizationId } = entry
  const ofThread = [tx.now, orderId, tx.ids.next(), kind, organizationId]
  const byWhom = [tx.credentialId, tx.accountId]
  return entry.kind === 'message'
    ? tx.row<EntryRow>(insertMessage, [
        ...[...ofThread, ...byWhom, entry.text],
        ...[null, null, null, null],
      ])
    : tx.row<EntryRow>(insertAction(entry.resource), [
        ...[...ofThread, ...byWhom, entry.words.meaning],
        ...[entry.resource, entry.resourceId, entry.awaits, entry.creatorId, entry.words.title],
      ])
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

/** The event of an entry for each side, as it is now. Each sees the actions that it may do. */
export const entryEvents = (entry: EntryRow): NewEvent[] =>
  [entry.lenderId, entry.borrowerId].map((organizationId) => ({
    type: 'chat.updated',
    readers: [organizationId],
    data: { entry: entryResource(entry, { organizationId }) },
  }))
