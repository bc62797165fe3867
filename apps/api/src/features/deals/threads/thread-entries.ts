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

/** A declared default, or a termination. The organization is the declarer. */
interface DefaultEntry extends OfThread {
  readonly kind: 'default'
  readonly text: string
  readonly closeOutId: string
}

type NewEntry = Message | Action | DefaultEntry

const insertEntry = (text: string, closeOutId = 'NULL::uuid') => `
  WITH turn AS (
    UPDATE chats SET last_number = last_number + 1, active_at = greatest(active_at, $1::timestamptz)
    WHERE order_id = $2 RETURNING order_id, lender_id, borrower_id, last_number),
  author AS (
    SELECT a.id, a.name FROM accounts a WHERE a.organization_id = $5 AND a.id = coalesce($7,
      (SELECT c.account_id FROM credentials c WHERE c.id = $6 AND c.organization_id = $5)))
  INSERT INTO chat_entries AS e (order_id, number, lender_id, borrower_id, id, kind, organization_id, account_id,
    account_name, text, created_at, resource, resource_id, awaits, creator_id,
    close_out_id)
  SELECT order_id, last_number, lender_id, borrower_id, $3::uuid, $4, $5::uuid,
    (SELECT id FROM author), (SELECT name FROM author), ${text}, $1::timestamptz, $9, $10::uuid, $11,
    $12::uuid, ${closeOutId} FROM turn
  RETURNING ${entryColumns}`

const insertMessage = insertEntry('$8')
const insertDefault = insertEntry('$8', '$13::uuid')

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
  const noAction = [null, null, null, null]
  switch (entry.kind) {
    case 'message':
      return tx.row<EntryRow>(insertMessage, [...ofThread, ...byWhom, entry.text, ...noAction])
    case 'default':
      return tx.row<EntryRow>(insertDefault, [
        ...[...ofThread, ...byWhom, entry.text],
        ...[...noAction, entry.closeOutId],
      ])
    case 'action':
      return tx.row<EntryRow>(insertAction(entry.resource), [
        ...[...ofThread, ...byWhom, entry.words.meaning],
        ...[entry.resource, entry.resourceId, entry.awaits, entry.creatorId, entry.words.title],
      ])
  }
}

/**
 * Adds an entry about a default, of which the declarer is the author. By a deadline or the news of
 * a custodian, the service works in the name of the lender, also for the borrower. The transaction
 * of a caller has no other author than the caller.
 */
async function addDefault(
  tx: WriteTransaction,
  entry: DefaultEntry,
): Promise<EntryRow | undefined> {
  const { organizationId, credentialId } = tx
  if (entry.organizationId === organizationId || credentialId !== undefined) {
    return addEntry(tx, entry)
  }
  const workFor = (id: string | null) =>
    tx.write("SELECT set_config('vadium.organization_id', $1, true)", [id])
  const switched = workFor(entry.organizationId)
  const added = addEntry(tx, entry)
  await Promise.all([switched, workFor(organizationId)])
  return added
}

/**
 * Adds an entry that the service writes after a change, and reports to both sides. Nobody waits for
 * it.
 */
export function enter(tx: WriteTransaction, entry: Action | DefaultEntry): void {
  tx.publishFrom(
    (entry.kind === 'default' ? addDefault(tx, entry) : addEntry(tx, entry)).then((added) => {
      if (added === undefined) throw new Error(`order ${entry.orderId} has no chat`)
      return entryEvents(added)
    }),
  )
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
