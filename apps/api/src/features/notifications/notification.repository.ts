import {
  type listNotifications,
  type Notification,
  type NotificationLink,
  type NotificationPreferences,
  type OperationQuery,
  unmutableCategories,
  unreadCountMax,
} from '@vadium/schema'
import type { Caller } from '../../platform/signing/caller.ts'
import type { TenantDatabase } from '../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

type Filters = Pick<
  OperationQuery<typeof listNotifications>,
  'unread' | 'category' | 'severity' | 'include_muted'
>

type NotificationRow = Omit<Notification, 'link'> & {
  readonly link_resource: NotificationLink['resource']
  readonly link_id: string
  readonly link_order_id: string | null
}

/** The bounds within which notifications are marked as read. Null: no bound. */
export interface ReadBounds {
  readonly untilId: string | null
  /** RFC 3339. */
  readonly untilTime: string | null
}

/** The preferences of an account that has set none. */
export const defaultPreferences: NotificationPreferences = {
  muted_categories: [],
  minimum_severity: 'info',
}

/** Whether the account `$2` has read the notification. */
const isRead = `EXISTS (
  SELECT FROM notification_reads r WHERE r.account_id = $2 AND r.notification_id = n.id)`
const cannotBeMuted = `n.category IN (${unmutableCategories.map((name) => `'${name}'`).join(', ')})`
/** Whether the preferences of the account `$2` show the notification. */
const isShown = `(${cannotBeMuted} OR NOT EXISTS (
  SELECT FROM notification_preferences p WHERE p.account_id = $2
    AND (n.category = ANY (p.muted_categories) OR n.severity < p.minimum_severity)))`
const columns = `n.id, n.category, n.severity, n.title, n.body, n.link_resource, n.link_id,
  n.link_order_id, n.created_at AS create_time, ${isRead} AS read`

/**
 * The notifications of organizations, and for each account what it has read and its preferences.
 */
export class NotificationRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  async page(
    caller: Caller,
    { unread, category, severity, include_muted = false }: Filters,
    bounds: PageBounds,
  ): Promise<ListPage<Notification> | Refusal> {
    const select = `SELECT ${columns} FROM notifications n WHERE n.organization_id = $1
      AND ($3::text IS NULL OR n.category = $3)
      AND ($4::notification_severity IS NULL OR n.severity = $4)
      AND ($5::boolean IS NULL OR ${isRead} <> $5)
      AND ($6::boolean OR ${isShown})`
    const { organizationId, accountId } = caller
    const filters = [category ?? null, severity ?? null, unread ?? null, include_muted]
    const page = await readNewestFirst<NotificationRow>(
      this.#database,
      caller,
      {
        name: 'notifications',
        select,
        values: [organizationId, accountId, ...filters],
        time: 'n.created_at',
        id: 'n.id',
      },
      bounds,
    )
    return page instanceof Refusal ? page : { items: page.items.map(resource), end: page.end }
  }

  async find(caller: Caller, id: string): Promise<Notification | Refusal | undefined> {
    const statement = {
      name: 'notification',
      text: `SELECT ${columns} FROM notifications n WHERE n.organization_id = $1 AND n.id = $3`,
      values: [caller.organizationId, caller.accountId, id],
    }
    const rows = await this.#database.read<NotificationRow>(caller, statement, 'generic')
    return rows instanceof Refusal ? rows : rows.map(resource)[0]
  }

  /**
   * The number of unread notifications that the preferences show, up to a bound, and whether there
   * are more.
   */
  async countUnread(caller: Caller): Promise<{ unread: number; has_more: boolean } | Refusal> {
    const statement = {
      name: 'unread notifications',
      text: `SELECT count(*) AS count FROM (
               SELECT FROM notifications n
               WHERE n.organization_id = $1 AND NOT ${isRead} AND ${isShown}
               LIMIT ${unreadCountMax + 1}) AS unread`,
      values: [caller.organizationId, caller.accountId],
    }
    const row = await this.#database.readOne<{ count: number }>(caller, statement)
    if (row instanceof Refusal) return row
    const count = row?.count ?? 0
    return { unread: Math.min(count, unreadCountMax), has_more: count > unreadCountMax }
  }

  /** Marks a notification as read. Undefined if the organization has none with this id. */
  async markRead(
    tx: WriteTransaction,
    accountId: string,
    id: string,
  ): Promise<Notification | undefined> {
    await tx.query(
      `INSERT INTO notification_reads (account_id, notification_id, organization_id, read_at)
       SELECT $2, n.id, n.organization_id, $4 FROM notifications n
       WHERE n.organization_id = $1 AND n.id = $3
       ON CONFLICT DO NOTHING`,
      [tx.organizationId, accountId, id, tx.now],
    )
    const row = await tx.row<NotificationRow>(
      `SELECT ${columns} FROM notifications n WHERE n.organization_id = $1 AND n.id = $3`,
      [tx.organizationId, accountId, id],
    )
    return row && resource(row)
  }

  /** Whether the organization has a notification with this id. */
  async exists(tx: WriteTransaction, id: string): Promise<boolean> {
    const { rowCount } = await tx.query(
      'SELECT FROM notifications WHERE organization_id = $1 AND id = $2',
      [tx.organizationId, id],
    )
    return rowCount === 1
  }

  /**
   * Marks the notifications within the bounds that are visible now.
   * @returns how many were unread. Rows are marked one by one, because a transaction in progress
   * may write an older notification.
   */
  async markAllRead(
    tx: WriteTransaction,
    accountId: string,
    { untilId, untilTime }: ReadBounds,
  ): Promise<number> {
    const { rowCount } = await tx.query(
      `INSERT INTO notification_reads (account_id, notification_id, organization_id, read_at)
       SELECT $2, n.id, n.organization_id, $3 FROM notifications n
       WHERE n.organization_id = $1 AND NOT ${isRead}
         AND ($4::timestamptz IS NULL OR n.created_at <= $4)
         AND ($5::uuid IS NULL OR (n.created_at, n.id) <=
           (SELECT u.created_at, u.id FROM notifications u WHERE u.organization_id = $1 AND u.id = $5))
       ON CONFLICT DO NOTHING`,
      [tx.organizationId, accountId, tx.now, untilTime, untilId],
    )
    return rowCount ?? 0
  }

  async preferences(caller: Caller): Promise<NotificationPreferences | Refusal> {
    const statement = {
      name: 'notification preferences',
      text: `SELECT muted_categories, minimum_severity FROM notification_preferences
             WHERE account_id = $1`,
      values: [caller.accountId],
    }
    return (
      (await this.#database.readOne<NotificationPreferences>(caller, statement)) ??
      defaultPreferences
    )
  }

  async setPreferences(
    tx: WriteTransaction,
    accountId: string,
    { muted_categories, minimum_severity }: NotificationPreferences,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO notification_preferences
         (account_id, organization_id, muted_categories, minimum_severity)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id) DO UPDATE
       SET muted_categories = excluded.muted_categories, minimum_severity = excluded.minimum_severity`,
      [accountId, tx.organizationId, muted_categories, minimum_severity],
    )
  }
}

function resource(row: NotificationRow): Notification {
  const { id, category, severity, title, body, create_time, read } = row
  const link = { resource: row.link_resource, id: row.link_id, order_id: row.link_order_id }
  return { id, category, severity, title, body, link, create_time, read }
}
