import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import type { Statement } from '../../../platform/db/tenant-query.ts'
import { cutPage, type ListPage } from '../../../platform/lists/list.ts'
import { positionText, readPosition } from '../../../platform/lists/page-token.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { entryColumns, type EntryRow } from './thread-entry.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { bothSides, dealColumns } from '../../../platform/lists/both-sides.ts'

/** A thread as one account sees it, with its newest entry if it has one. */
export type ChatRow = ThreadRow & (EntryRow | { readonly id: null })

interface ThreadRow {
  readonly chatId: string
  readonly orderNumber: number
  readonly counterpartyId: string
  readonly counterpartyName: string
  readonly openActions: number
  readonly pendingApprovals: readonly string[]
  readonly unread: number
  readonly readNumber: number
  readonly activeAt: string | null
}

/** Threads of the organization `$1`, as the account of the credential `$2` sees them. */
const selectChats = `
  SELECT c.order_id AS "chatId", c.active_at AS "activeAt", o.number AS "orderNumber",
    other.id AS "counterpartyId", other.name AS "counterpartyName",
    (SELECT count(*)::int FROM chat_entries e
     WHERE e.order_id = c.order_id AND e.kind = 'action' AND e.resolved_at IS NULL) AS "openActions",
    -- The other side does not see what awaits approval here.
    ARRAY(SELECT a.id FROM approvals a
      WHERE a.order_id = c.order_id AND a.organization_id = $1 AND a.state = 'PENDING'
      ORDER BY a.created_at, a.id) AS "pendingApprovals",
    -- Numbers have no gap: only what the account wrote itself has to be counted.
    c.last_number - mark.number - (SELECT count(*)::int FROM chat_entries e
      WHERE e.order_id = c.order_id AND e.account_id = me.account_id AND e.number > mark.number)
      AS unread,
    mark.number AS "readNumber", last.*
  FROM chats c JOIN orders o ON o.id = c.order_id
    JOIN organizations other ON other.id = CASE $1::uuid WHEN c.lender_id THEN c.borrower_id ELSE c.lender_id END
    JOIN credentials me ON me.id = $2
    CROSS JOIN LATERAL (SELECT coalesce((SELECT m.number FROM chat_read_marks m
      WHERE m.order_id = c.order_id AND m.account_id = me.account_id), 0) AS number) mark
    LEFT JOIN LATERAL (SELECT ${entryColumns} FROM chat_entries e
      WHERE e.order_id = c.order_id AND e.number = c.last_number) last ON true`

const oneChat = `${selectChats} WHERE c.order_id = $3 AND $1 IN (c.lender_id, c.borrower_id)`

/**
 * The threads in which the organization is on one side, latest first, in the order of that side's
 * index.
 */
const latestOf = (own: string) => `
  (SELECT order_id, active_at FROM chats
   WHERE ${own} = $1::uuid AND active_at IS NOT NULL
     AND ($3::timestamptz IS NULL OR (active_at, order_id) < ($3, $4::uuid))
   ORDER BY active_at DESC, order_id DESC LIMIT $5::int)`

const chatPage = `
  WITH page AS (
    SELECT order_id FROM ${bothSides(dealColumns, latestOf)} AS seen
    ORDER BY active_at DESC, order_id DESC LIMIT $5::int
  )
  ${selectChats} WHERE c.order_id IN (SELECT order_id FROM page)
  ORDER BY c.active_at DESC, c.order_id DESC`

/** A thread without matching entries still returns a row. */
const entryPage = `
  SELECT e.* FROM chats c LEFT JOIN LATERAL (
    SELECT ${entryColumns} FROM chat_entries e
    WHERE e.order_id = c.order_id AND e.number < $3::int
    ORDER BY e.number DESC LIMIT $4::int) e ON true
  WHERE c.order_id = $2 AND $1::uuid IN (c.lender_id, c.borrower_id)
  ORDER BY e.number DESC`

const beyondEveryNumber = '2147483647'

type Reader = Pick<Tenant, 'organizationId' | 'credentialId'>

/** At most `limit` threads after a place in the list, latest first. */
export function chatsStatement(
  { organizationId, credentialId }: Reader,
  after: string | undefined,
  count: number,
): Statement {
  const position = after === undefined ? undefined : readPosition(after)
  const values = [organizationId, credentialId, position?.createTime, position?.id, count]
  return { name: 'chats', text: chatPage, values }
}

/** At most `limit` entries of a thread below a number, newest first. */
export function entriesStatement(
  { organizationId }: Reader,
  orderId: string,
  below: string = beyondEveryNumber,
  count: number,
): Statement {
  const values = [organizationId, orderId, below, count]
  return { name: 'chat entries', text: entryPage, values }
}

export class ChatRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** Undefined if the organization has no such order. */
  find(tenant: Tenant, orderId: string): Promise<ChatRow | Refusal | undefined> {
    const values = [tenant.organizationId, tenant.credentialId, orderId]
    const statement = { name: 'chat', text: oneChat, values }
    return this.#database.readOne<ChatRow>(tenant, statement)
  }

  /** Like {@link find}, in the transaction of a write. */
  within(
    tx: WriteTransaction,
    { organizationId, credentialId }: Tenant,
    orderId: string,
  ): Promise<ChatRow | undefined> {
    return tx.row<ChatRow>(oneChat, [organizationId, credentialId, orderId])
  }

  /** The counterparty of the order. Undefined if the organization has no such order. */
  async counterpartyWithin(tx: WriteTransaction, orderId: string): Promise<string | undefined> {
    const row = await tx.row<{ id: string }>(
      `SELECT CASE $2::uuid WHEN lender_id THEN borrower_id ELSE lender_id END AS id
       FROM chats WHERE order_id = $1 AND $2 IN (lender_id, borrower_id)`,
      [orderId, tx.organizationId],
    )
    return row?.id
  }

  /** Threads after a place in the list, latest first. */
  async page(
    tenant: Tenant,
    after: string | undefined,
    pageSize: number,
  ): Promise<ListPage<ChatRow> | Refusal> {
    const statement = chatsStatement(tenant, after, pageSize + 1)
    // Planned for its values: a page is a small part of all threads, which only the limit shows.
    const rows = await this.#database.read<ChatRow>(tenant, statement, 'custom')
    if (rows instanceof Refusal) return rows
    return cutPage(
      rows,
      pageSize,
      ({ chatId, activeAt }) => positionText({ createTime: activeAt ?? '', id: chatId }),
      (row) => row,
    )
  }

  /** Entries below a number, newest first. Undefined if the organization has no such order. */
  async entries(
    tenant: Tenant,
    orderId: string,
    after: string | undefined,
    pageSize: number,
  ): Promise<ListPage<EntryRow> | Refusal | undefined> {
    const statement = entriesStatement(tenant, orderId, after, pageSize + 1)
    const rows = await this.#database.read<EntryRow | { id: null }>(tenant, statement, 'generic')
    if (rows instanceof Refusal) return rows
    if (rows.length === 0) return undefined
    const entries = rows.filter((row): row is EntryRow => row.id !== null)
    return cutPage(
      entries,
      pageSize,
      ({ number }) => String(number),
      (entry) => entry,
    )
  }

  /** Moves the read mark of the account forward, never back. */
  async markRead(
    tx: WriteTransaction,
    { credentialId, organizationId }: Tenant,
    orderId: string,
    number: number,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO chat_read_marks AS m (order_id, account_id, organization_id, number, read_at)
       SELECT $1, account_id, organization_id, $2, $3 FROM credentials
       WHERE id = $4 AND organization_id = $5
       ON CONFLICT (order_id, account_id) DO UPDATE SET number = excluded.number, read_at = excluded.read_at
         WHERE m.number < excluded.number`,
      [orderId, number, tx.now, credentialId, organizationId],
    )
  }
}
