import { randomUUID } from 'node:crypto'
import {
  type MailContent,
  type Notification,
  notificationSeverities,
  unmutableCategories,
} from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { LogPlace } from '../../platform/events/event-cursors.ts'
import { follows } from '../../platform/events/event-log.ts'
import { instantText } from '../../platform/instant.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { type ReportedNotification, withOrderNumbers } from '../notifications/index.ts'
import { triedForMs } from './after-attempt.ts'
import { nextTimeOfDay } from './digest-time.ts'
import type { MailSource } from './mail-address.service.ts'
import { queueMail } from './mail-delivery.repository.ts'
import { hasCredential, suspendAddress } from './mail-suspension.ts'
import { digestLine, digestMail, notificationMail } from './mail-text.ts'
import { messageIdOf } from './mail-message.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly source: MailSource
  /** The clock of the machine. */
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'error'>
}

interface FoundAddress {
  readonly address: string
  readonly organization: string
}

type AddressRow = Record<string, unknown> &
  LogPlace & {
    readonly address: string | null
    readonly account_id: string | null
    readonly content: MailContent
    readonly muted_categories: readonly string[]
    readonly immediate_severity: Notification['severity']
    readonly digest_time: string | null
    readonly time_zone: string
    readonly digest_lines: readonly string[]
    readonly digest_left_out: number
    readonly digest_due_at: string | null
  }

/** An event of the log; of notifications with what they say. */
type FollowedEvent = Record<string, unknown> &
  LogPlace & {
    readonly previousNonce: number
    readonly time: string
    readonly notification: Notification | null
  }

type MailedEvent = ReportedNotification & {
  readonly place: LogPlace
  readonly notification: Notification
}

const addressesMax = 100
const eventsMax = 200
/** An address with this many mails in the queue gets no more: its events wait in the log. */
const queuedMax = 500
const digestLinesMax = 50

/**
 * Creates mails from notifications: for each active address, from the events of its organization
 * after the address's position in the log. Mails and position are committed together, so no
 * notification is left out or mailed under two ids, however many processes work and wherever one
 * dies.
 */
export class MailFanOut {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Creates the mails of one page of events for every address that is behind, and the digests that
   * are due.
   * @returns the number of addresses that advanced.
   */
  async run(): Promise<number> {
    const { pool, clock } = this.#parts
    const behind = await pool.query<FoundAddress>('SELECT * FROM mail_addresses_behind($1)', [
      addressesMax,
    ])
    const due = await pool.query<FoundAddress>('SELECT * FROM mail_digests_due($1, $2)', [
      instantText(clock.now()),
      addressesMax,
    ])
    const followed = await this.#each(behind.rows, (tx, id) => this.#advance(tx, id))
    const digested = await this.#each(due.rows, (tx, id) => this.#digest(tx, id))
    return followed + digested
  }

  async #each(
    found: readonly FoundAddress[],
    work: (tx: WriteTransaction, id: string) => Promise<boolean>,
  ): Promise<number> {
    const { writes, logger } = this.#parts
    let moved = 0
    for (const { address, organization } of found) {
      try {
        if (await writes.byService(organization, (tx) => work(tx, address))) moved += 1
      } catch (err) {
        // A failing address does not hold up the others.
        logger.error({ err, mail_address: address }, 'creating mails failed')
      }
    }
    return moved
  }

  async #advance(tx: WriteTransaction, id: string): Promise<boolean> {
    const address = await lockActive(tx, id)
    if (address === undefined || (await hasEnough(tx, id))) return false
    if (address.account_id !== null && !(await hasCredential(tx, address.account_id))) {
      await suspendAddress(tx, { ...address, id }, 'NO_CREDENTIAL')
      return true
    }
    const events = await eventsAfter(tx, address)
    const [oldest, newest] = [events[0], events.at(-1)]
    if (oldest === undefined || newest === undefined || !continues(oldest, address))
      return goToEnd(tx, id, address)
    const mailed = await this.#mailed(tx, events)
    const wanted = mailed.filter(({ notification: { category } }) => {
      return unmutableCategories.includes(category) || !address.muted_categories.includes(category)
    })
    const atOnce = wanted.filter(({ notification }) => isImmediate(notification, address))
    await this.#queue(tx, id, address, atOnce)
    await this.#collect(
      tx,
      id,
      address,
      wanted.filter((one) => !atOnce.includes(one)),
    )
    // The position moves to the last event that was read, not to the head, which may have moved on.
    await tx.query('UPDATE mail_addresses SET position = $2, position_nonce = $3 WHERE id = $1', [
      id,
      newest.position,
      newest.nonce,
    ])
    return true
  }

  /** The notifications that are not too old to be mailed, with the numbers of their orders. */
  async #mailed(
    tx: WriteTransaction,
    events: readonly FollowedEvent[],
  ): Promise<readonly MailedEvent[]> {
    const oldestMs = this.#parts.clock.now() - triedForMs
    const fresh = events.flatMap(({ position, nonce, time, notification }) =>
      notification === null || Date.parse(time) < oldestMs
        ? []
        : [{ place: { position, nonce }, notification }],
    )
    return withOrderNumbers(tx, fresh)
  }

  async #queue(
    tx: WriteTransaction,
    id: string,
    { content }: AddressRow,
    mailed: readonly MailedEvent[],
  ): Promise<void> {
    if (mailed.length === 0) return
    const { source, clock } = this.#parts
    const mails = mailed.map((one) => {
      const deliveryId = randomUUID()
      return {
        id: deliveryId,
        ...one.place,
        notification_id: one.notification.id,
        category: one.notification.category,
        link_resource: one.notification.link.resource,
        link_id: one.notification.link.id,
        link_order_id: one.notification.link.order_id,
        message_id: messageIdOf(deliveryId, source.from),
        ...notificationMail(one, content, source.consoleUrl),
      }
    })
    await tx.query(
      `INSERT INTO mail_deliveries (id, address_id, organization_id, address_hash, kind, position,
         event_nonce, notification_id, category, link_resource, link_id, link_order_id, message_id, subject,
         body, state, created_at, due_at)
       SELECT m.id, a.id, a.organization_id, a.address_hash, 'notification', m.position, m.nonce,
         m.notification_id, m.category, m.link_resource, m.link_id, m.link_order_id, m.message_id, m.subject,
         m.body, 'QUEUED', $3, $3
       FROM jsonb_to_recordset($2) AS m (id uuid, position bigint, nonce bigint, notification_id uuid,
         category text, link_resource text, link_id text, link_order_id uuid, message_id text, subject text,
         body text)
       CROSS JOIN mail_addresses a WHERE a.id = $1
       ON CONFLICT (address_id, position, event_nonce) DO NOTHING`,
      [id, JSON.stringify(mails), instantText(clock.now())],
    )
  }

  /** Adds notifications to the next digest of the address, if it has one. */
  async #collect(
    tx: WriteTransaction,
    id: string,
    address: AddressRow,
    mailed: readonly MailedEvent[],
  ): Promise<void> {
    const { digest_time: time, time_zone, content, digest_lines: lines } = address
    if (time === null || mailed.length === 0) return
    const { source, clock } = this.#parts
    const room = digestLinesMax - lines.length
    const added = mailed.slice(0, room).map((one) => digestLine(one, content, source.consoleUrl))
    await tx.query(
      `UPDATE mail_addresses SET digest_lines = $2, digest_left_out = $3, digest_due_at = $4
       WHERE id = $1`,
      [
        id,
        [...lines, ...added],
        address.digest_left_out + mailed.length - added.length,
        address.digest_due_at ?? instantText(nextTimeOfDay(clock.now(), time, time_zone)),
      ],
    )
  }

  async #digest(tx: WriteTransaction, id: string): Promise<boolean> {
    const { source, clock } = this.#parts
    const address = await lockActive(tx, id)
    const now = instantText(clock.now())
    const due = address?.digest_due_at ?? null
    if (address === undefined || due === null || Date.parse(due) > clock.now()) return false
    const deliveryId = randomUUID()
    await queueMail(tx, {
      id: deliveryId,
      addressId: id,
      kind: 'digest',
      messageId: messageIdOf(deliveryId, source.from),
      text: digestMail(address.digest_lines, address.digest_left_out, source.consoleUrl),
      time: now,
    })
    await tx.query(
      `UPDATE mail_addresses SET digest_lines = '{}', digest_left_out = 0, digest_due_at = NULL
       WHERE id = $1`,
      [id],
    )
    return true
  }
}

const lockActive = (tx: WriteTransaction, id: string) =>
  tx.row<AddressRow>(
    `SELECT position, position_nonce AS nonce, address, account_id, content, muted_categories,
       immediate_severity, digest_time, time_zone, digest_lines, digest_left_out, digest_due_at
     FROM mail_addresses WHERE id = $1 AND state = 'ACTIVE' FOR NO KEY UPDATE SKIP LOCKED`,
    [id],
  )

async function hasEnough(tx: WriteTransaction, id: string): Promise<boolean> {
  const row = await tx.row<{ queued: number }>(
    `SELECT count(*)::int AS queued FROM (
       SELECT FROM mail_deliveries WHERE address_id = $1 AND state = 'QUEUED' LIMIT $2) q`,
    [id, queuedMax],
  )
  return row?.queued === queuedMax
}

async function eventsAfter(
  tx: WriteTransaction,
  { position }: LogPlace,
): Promise<readonly FollowedEvent[]> {
  const { rows } = await tx.query<FollowedEvent>(
    `SELECT position, nonce, previous_nonce AS "previousNonce", time,
       CASE WHEN type = 'notification.created' THEN data -> 'notification' END AS notification
     FROM events WHERE organization_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
    [tx.organizationId, position, eventsMax],
  )
  return rows
}

/** Whether the log goes on after a place, or events after it were deleted meanwhile. */
const continues = (oldest: FollowedEvent, place: LogPlace): boolean =>
  oldest.position > place.position + 1 || follows(oldest, place)

/** After the log was restored to an earlier state, follows it from its end on. */
async function goToEnd(tx: WriteTransaction, id: string, place: LogPlace): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE mail_addresses a SET position = h.position, position_nonce = h.nonce,
       filtered_from = h.position
     FROM event_heads h
     WHERE a.id = $1 AND h.organization_id = a.organization_id
       AND (h.position, h.nonce) <> ($2::bigint, $3::bigint)`,
    [id, place.position, place.nonce],
  )
  return rowCount === 1
}

/** Whether a notification is mailed at once: it is severe enough, or cannot be muted. */
function isImmediate(
  { category, severity }: Notification,
  { immediate_severity: least }: AddressRow,
): boolean {
  const rank = (of: Notification['severity']) => notificationSeverities.indexOf(of)
  return unmutableCategories.includes(category) || rank(severity) >= rank(least)
}
