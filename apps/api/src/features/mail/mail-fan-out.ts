import {
  type MailContent,
  type MailError,
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
import { namedUuid } from '../../platform/named-uuid.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { withOrderNumbers } from '../notifications/index.ts'
import { triedForMs } from './after-attempt.ts'
import { nextTimeOfDay } from './digest-time.ts'
import { noDigest } from './mail-address.repository.ts'
import { queueMail } from './mail-delivery.repository.ts'
import { messageIdOf } from './mail-message.ts'
import { countQueued, type MailedEvent, queueNotifications, withRoom } from './mail-queue.ts'
import type { MailSource } from './mail-source.ts'
import { hasCredential, suspendAddress } from './mail-suspension.ts'
import { digestLine, digestMail } from './mail-text.ts'

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
    readonly id: string
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

const addressesMax = 100
const eventsMax = 200
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
    if (address === undefined) return false
    if (await suspendedWithoutCredential(tx, address)) return true
    const events = await eventsAfter(tx, address)
    const [oldest, newest] = [events[0], events.at(-1)]
    if (oldest === undefined || newest === undefined) return goToEnd(tx, address)
    const isContinued = continues(oldest, address)
    const mailed = await this.#mailed(tx, events, isContinued ? null : 'LOG_RESTORED')
    const wanted = mailed.filter(({ notification: { category } }) => {
      return unmutableCategories.includes(category) || !address.muted_categories.includes(category)
    })
    const atOnce = wanted.filter(({ notification }) => isImmediate(notification, address))
    const { source, clock } = this.#parts
    const queued = withRoom(atOnce, await countQueued(tx, id))
    await queueNotifications(tx, address, queued, { source, time: instantText(clock.now()) })
    // Of a log that was restored, only the first page is recorded.
    if (!isContinued) return goToEnd(tx, address)
    const later = wanted.filter((one) => !atOnce.includes(one))
    await this.#collect(tx, address, later)
    // The position moves to the last event that was read, not to the head, which may have moved on.
    await tx.query('UPDATE mail_addresses SET position = $2, position_nonce = $3 WHERE id = $1', [
      id,
      newest.position,
      newest.nonce,
    ])
    return true
  }

  /**
   * The notifications with the numbers of their orders, and why those are not sent that are not.
   */
  async #mailed(
    tx: WriteTransaction,
    events: readonly FollowedEvent[],
    error: MailError | null,
  ): Promise<readonly MailedEvent[]> {
    const oldestMs = this.#parts.clock.now() - triedForMs
    const found = events.flatMap(({ position, nonce, time, notification }) => {
      const tooOld = Date.parse(time) < oldestMs ? 'TOO_OLD' : null
      return notification === null
        ? []
        : [{ place: { position, nonce }, notification, error: error ?? tooOld }]
    })
    return withOrderNumbers(tx, found)
  }

  /** Adds notifications to the next digest of the address, if it has one. */
  async #collect(
    tx: WriteTransaction,
    address: AddressRow,
    mailed: readonly MailedEvent[],
  ): Promise<void> {
    const { id, digest_time: time, time_zone, content, digest_lines: lines } = address
    if (time === null || mailed.length === 0) return
    const { source, clock } = this.#parts
    const room = digestLinesMax - lines.length
    const added = mailed
      .filter(({ error }) => error === null)
      .slice(0, room)
      .map((one) => digestLine(one, content, source.consoleUrl))
    await tx.query(
      `UPDATE mail_addresses SET digest_lines = $2, digest_left_out = $3, digest_due_at = $4,
         digest_positions = digest_positions || $5::bigint[],
         digest_nonces = digest_nonces || $6::bigint[]
       WHERE id = $1`,
      [
        id,
        [...lines, ...added],
        address.digest_left_out + mailed.length - added.length,
        address.digest_due_at ?? instantText(nextTimeOfDay(clock.now(), time, time_zone)),
        mailed.map(({ place }) => place.position),
        mailed.map(({ place }) => place.nonce),
      ],
    )
  }

  async #digest(tx: WriteTransaction, id: string): Promise<boolean> {
    const { source, clock } = this.#parts
    const address = await lockActive(tx, id)
    const now = clock.now()
    const due = address?.digest_due_at ?? null
    if (address === undefined || due === null || Date.parse(due) > now) return false
    if (await suspendedWithoutCredential(tx, address)) return true
    const deliveryId = await digestIdOf(tx, id, due)
    await queueMail(
      tx,
      {
        id: deliveryId,
        addressId: id,
        kind: 'digest',
        messageId: messageIdOf(deliveryId, source.from),
        text: digestMail(address.digest_lines, address.digest_left_out, source.consoleUrl),
        content: address.content,
        time: instantText(now),
      },
      Date.parse(due) < now - triedForMs ? 'TOO_OLD' : null,
    )
    await tx.query(`UPDATE mail_addresses SET ${noDigest} WHERE id = $1`, [id])
    return true
  }
}

/**
 * The id of a digest follows from the address and its time, so a restored database sends it under
 * the same id. Another one after the clock of the machine was set back has another id.
 */
async function digestIdOf(tx: WriteTransaction, addressId: string, due: string): Promise<string> {
  const id = namedUuid(addressId, `digest ${new Date(due).toISOString()}`)
  const { rowCount } = await tx.query('SELECT FROM mail_deliveries WHERE id = $1', [id])
  return rowCount === 0 ? id : tx.ids.next()
}

/** Suspends an address whose account has no valid credential. Who has left a firm gets no mail. */
async function suspendedWithoutCredential(
  tx: WriteTransaction,
  address: AddressRow,
): Promise<boolean> {
  if (address.account_id === null || (await hasCredential(tx, address.account_id))) return false
  await suspendAddress(tx, address, 'NO_CREDENTIAL')
  return true
}

const lockActive = (tx: WriteTransaction, id: string) =>
  tx.row<AddressRow>(
    `SELECT id, position, position_nonce AS nonce, address, account_id, content, muted_categories,
       immediate_severity, digest_time, time_zone, digest_lines, digest_left_out, digest_due_at
     FROM mail_addresses WHERE id = $1 AND state = 'ACTIVE' FOR NO KEY UPDATE SKIP LOCKED`,
    [id],
  )

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
async function goToEnd(tx: WriteTransaction, place: AddressRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE mail_addresses a SET position = h.position, position_nonce = h.nonce,
       filtered_from = h.position
     FROM event_heads h
     WHERE a.id = $1 AND h.organization_id = a.organization_id
       AND (h.position, h.nonce) <> ($2::bigint, $3::bigint)`,
    [place.id, place.position, place.nonce],
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
