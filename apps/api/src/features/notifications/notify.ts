import type {
  Notification,
  NotificationCategory,
  NotificationLink,
  NotificationSeverity,
} from '@vadium/schema'
import type { NewEvent, WriteTransaction } from '../../platform/writes/write-transaction.ts'

/** A notification for one organization. */
export interface NewNotification {
  readonly organizationId: string
  readonly category: NotificationCategory
  readonly severity: NotificationSeverity
  /**
   * What happened and to which resource, such as the id of a request. An organization is notified
   * once of an occasion in a category. If it happens again to the same resource, it needs another
   * name. At most 200 characters.
   */
  readonly occasion: string
  /** One line. Text beyond 200 characters is cut. */
  readonly title: string
  /** Some sentences. Text beyond 2,000 characters is cut. */
  readonly body: string
  readonly link: NotificationLink
}

const titleLengthMax = 200
const bodyLengthMax = 2000

/**
 * Notifies organizations in the transaction of the change: it writes the rows, and a
 * `notification.created` event for each. Occasions that any process has notified before are left
 * out. It runs one statement for any number of notifications, for which nobody waits.
 */
export function notify(
  tx: WriteTransaction,
  notifications: readonly NewNotification[],
): Promise<void> {
  notifyCounted(tx, notifications).catch(() => undefined)
  return Promise.resolve()
}

/** Like {@link notify}, and returns how many were not left out. */
export async function notifyCounted(
  tx: WriteTransaction,
  notifications: readonly NewNotification[],
): Promise<number> {
  if (notifications.length === 0) return 0
  const candidates = notifications.map((notification) => ({
    ...notification,
    id: tx.ids.next(),
    title: cut(notification.title, titleLengthMax),
    body: cut(notification.body, bodyLengthMax),
  }))
  const adding = tx
    .query<{ id: string }>('SELECT add_notifications($1, $2) AS id', [
      tx.now,
      JSON.stringify(candidates.map(rowOf)),
    ])
    .then(({ rows }) => new Set(rows.map(({ id }) => id)))
  tx.publishFrom(
    adding.then((added) =>
      candidates.filter(({ id }) => added.has(id)).map((one) => createdEvent(one, tx.now)),
    ),
  )
  return (await adding).size
}

function createdEvent(
  { id, organizationId, category, severity, title, body, link }: Candidate,
  now: string,
): NewEvent {
  const content = { category, severity, title, body, link }
  const notification: Notification = { id, ...content, create_time: now, read: false }
  return { type: 'notification.created', readers: [organizationId], data: { notification } }
}

type Candidate = NewNotification & { readonly id: string }

function rowOf({ id, organizationId, link, ...content }: Candidate) {
  const { category, occasion, severity, title, body } = content
  return {
    id,
    organization_id: organizationId,
    category,
    occasion,
    severity,
    title,
    body,
    link_resource: link.resource,
    link_id: link.id,
    link_order_id: link.order_id,
  }
}

/** Cuts between code points, because half a surrogate pair is not valid text. */
function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  return `${Array.from(text)
    .slice(0, lengthMax - 1)
    .join('')}…`
}
