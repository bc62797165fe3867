import {
  type MailContent,
  type MailError,
  type Notification,
  unmutableCategories,
} from '@vadium/schema'
import type { LogPlace } from '../../platform/events/event-cursors.ts'
import { namedUuid } from '../../platform/named-uuid.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { ReportedNotification } from '../notifications/index.ts'
import { messageIdOf } from './mail-message.ts'
import type { MailSource } from './mail-source.ts'
import { notificationMail } from './mail-text.ts'

/**
 * How many mails may wait for an address. What is critical has more room. Changes of addresses have
 * room of their own, because a reader can make many.
 */
export const queuedMax = { all: 500, critical: 1000, changes: 20 } as const

export interface QueuedMails {
  readonly all: number
  /** Those about changes of addresses, which are not among `all`. */
  readonly changes: number
}

const isChange = (category: string | null) => category === 'mail_address_changed'

/** How many mails wait for an address whose row is locked. */
export async function countQueued(tx: WriteTransaction, id: string): Promise<QueuedMails> {
  const row = await tx.row<{ all: number; changes: number }>(
    `SELECT count(*) FILTER (WHERE category IS DISTINCT FROM 'mail_address_changed')::int AS all,
       count(*) FILTER (WHERE category = 'mail_address_changed')::int AS changes
     FROM mail_deliveries WHERE address_id = $1 AND state = 'QUEUED'`,
    [id],
  )
  return row ?? { all: 0, changes: 0 }
}

/** A notification that an address is to get, and why it does not. */
export type MailedEvent = ReportedNotification & {
  readonly place: LogPlace
  readonly notification: Notification
  /** Why it is not sent at all. Null: it is. */
  readonly error: MailError | null
}

/** The same notifications: those for which there is no room are not sent. */
export function withRoom(
  mailed: readonly MailedEvent[],
  queued: QueuedMails,
): readonly MailedEvent[] {
  let { all, changes } = queued
  return mailed.map((one) => {
    if (one.error !== null) return one
    const { category, severity } = one.notification
    const isCritical = severity === 'critical' || unmutableCategories.includes(category)
    const hasRoom = isChange(category)
      ? changes < queuedMax.changes
      : all < (isCritical ? queuedMax.critical : queuedMax.all)
    if (!hasRoom) return { ...one, error: 'QUEUE_FULL' }
    if (isChange(category)) changes += 1
    else all += 1
    return one
  })
}

/**
 * Queues notifications for an address, or records why they are not sent. The id of a mail follows
 * from the address and the notification, so a restored database sends it under the same id.
 */
export async function queueNotifications(
  tx: WriteTransaction,
  { id, content }: { readonly id: string; readonly content: MailContent },
  mailed: readonly MailedEvent[],
  { source, time }: { readonly source: MailSource; readonly time: string },
): Promise<void> {
  if (mailed.length === 0) return
  const mails = mailed.map((one) => {
    const { notification, place, error } = one
    const deliveryId = namedUuid(id, notification.id)
    return {
      id: deliveryId,
      ...place,
      notification_id: notification.id,
      category: notification.category,
      link_resource: notification.link.resource,
      link_id: notification.link.id,
      link_order_id: notification.link.order_id,
      message_id: messageIdOf(deliveryId, source.from),
      error,
      ...notificationMail(one, content, source.consoleUrl),
    }
  })
  await tx.query(
    `INSERT INTO mail_deliveries (id, address_id, organization_id, address_hash, kind, position,
       event_nonce, notification_id, category, link_resource, link_id, link_order_id, message_id, subject,
       body, content, error, created_at, state, due_at)
     SELECT m.id, a.id, a.organization_id, a.address_hash, 'notification', m.position, m.nonce,
       m.notification_id, m.category, m.link_resource, m.link_id, m.link_order_id, m.message_id, m.subject,
       m.body, $4, m.error, $3, CASE WHEN m.error IS NULL THEN 'QUEUED' ELSE 'NOT_SENT' END,
       CASE WHEN m.error IS NULL THEN $3::timestamptz END
     FROM jsonb_to_recordset($2) AS m (id uuid, position bigint, nonce bigint, notification_id uuid,
       category text, link_resource text, link_id text, link_order_id uuid, message_id text, subject text,
       body text, error text)
     CROSS JOIN mail_addresses a WHERE a.id = $1
     ON CONFLICT DO NOTHING`,
    [id, JSON.stringify(mails), time, content],
  )
}
