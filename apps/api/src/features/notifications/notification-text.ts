import {
  markUnseen,
  type Notification,
  notificationCategories,
  type NotificationLink,
} from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/** A notification as it is reported to people who are not logged in. */
export interface ReportedNotification {
  readonly notification: Pick<
    Notification,
    'category' | 'severity' | 'title' | 'body' | 'link' | 'create_time'
  >
  /** The number of its order. Undefined if it has none. */
  readonly orderNumber: number | undefined
}

/** Paths of the console, by the kind of the linked resource. */
const withId: Readonly<Partial<Record<NotificationLink['resource'], string>>> = {
  order: 'orders',
  position: 'positions',
  transfer: 'transfers',
  mark_to_market_request: 'calls',
  order_request: 'order-requests',
  close_out: 'close-outs',
  approval: 'approvals',
  agreement: 'agreements',
}
const withoutId: Readonly<Partial<Record<NotificationLink['resource'], string>>> = {
  approval_policy: 'approvals/policy',
  automation: 'counterparties',
  credential: 'credentials',
  invitation: 'credentials',
  webhook: 'webhooks',
  mail_address: 'mail',
  price: 'prices',
  wallet: 'wallets',
}

/** Where the console shows a resource. The link has an id, and opens nothing without a key. */
export function linkOf(consoleUrl: string, { resource, id, order_id }: NotificationLink): string {
  const folder = withId[resource]
  if (folder !== undefined) return `${consoleUrl}/${folder}/${encodeURIComponent(id)}`
  if (order_id !== null) return `${consoleUrl}/orders/${encodeURIComponent(order_id)}`
  return `${consoleUrl}/${withoutId[resource] ?? ''}`
}

/** The sentence of a category. A newer process may have written one that this one does not know. */
export function sentenceOf(category: string): string {
  const known: Readonly<Record<string, string>> = notificationCategories
  return Object.hasOwn(known, category) ? (known[category] ?? '') : 'There is a new notification.'
}

/**
 * A text of others as data: in one line, and without characters that a reader does not see. It
 * cannot begin a line of its own, nor reorder ours.
 */
export const oneLine = (text: string): string => markUnseen(text).replaceAll(/\s+/gu, ' ').trim()

/** Adds to each notification the number of its order. */
export async function withOrderNumbers<Reported extends Pick<ReportedNotification, 'notification'>>(
  tx: WriteTransaction,
  reported: readonly Reported[],
): Promise<readonly (Reported & { readonly orderNumber: number | undefined })[]> {
  const orders = reported.flatMap(({ notification: { link } }) => link.order_id ?? [])
  const numbers = await orderNumbers(tx, orders)
  return reported.map((one) => ({
    ...one,
    orderNumber: numbers.get(one.notification.link.order_id ?? ''),
  }))
}

async function orderNumbers(
  tx: WriteTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; number: number }>(
    'SELECT id, number FROM orders WHERE id = ANY ($1::uuid[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}
