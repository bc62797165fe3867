import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { instantText } from '../../platform/instant.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { placeOfMailCode } from '../../platform/secrets/stored-secrets.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { triedForMs } from './after-attempt.ts'
import { codeIn } from './mail-address.repository.ts'
import { bytesOf, sha256Of } from './mail-message.ts'
import { type ClaimedMail, recordMail } from './mail-record.ts'
import { type MailAttempt, mailLanes, type MailSender } from './mail-sender.ts'
import { codePlace } from './mail-text.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly sender: Pick<MailSender, 'send'>
  /** The address that mails come from. */
  readonly from: string
  /** The clock of the machine. */
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
  readonly secretBox: SecretBox
}

interface ClaimedRow extends ClaimedMail {
  readonly recipient: string | null
  readonly messageId: string
  readonly subject: string
  readonly body: string
  readonly code: Buffer | null
  readonly codeUntil: string | null
}

/** Longer than any attempt takes, by the clock of the database. */
const claimLasts = '5 minutes'

/**
 * Sends due mails. Several processes may run it, and each may die at any point. A mail is claimed
 * before it is sent, and its result is recorded only while the claim is held. An unfinished claim
 * lapses, and the mail is sent again: the same bytes under the same Message-ID.
 */
export class MailDeliverer {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Starts due attempts, at most `countMax`.
   * @returns for each a promise that resolves when it has ended and is recorded, and never rejects.
   */
  async begin(countMax: number): Promise<Promise<void>[]> {
    const { pool, clock } = this.#parts
    const claim = randomUUID()
    const { rows } = await pool.query<Omit<ClaimedRow, 'claim'>>({
      name: 'claim mails',
      text: `SELECT delivery AS id, mail_address AS "addressId", organization AS "organizationId", recipient,
               kind, message_id AS "messageId", subject, body, created_at AS "createdAt", attempts,
               code, code_expires_at AS "codeUntil"
             FROM claim_mail_deliveries($1, $2, $3, $4)`,
      values: [instantText(clock.now()), claim, countMax, claimLasts],
    })
    return rows.map((row) => this.#carryOut({ ...row, claim }))
  }

  /**
   * Sends everything that is due now.
   * @returns the number of attempts.
   */
  async runDue(): Promise<number> {
    for (let count = 0; ;) {
      const underWay = await this.begin(mailLanes)
      if (underWay.length === 0) return count
      count += underWay.length
      await Promise.all(underWay)
    }
  }

  async #carryOut(mail: ClaimedRow): Promise<void> {
    const { clock, logger, writes } = this.#parts
    try {
      const bytes = mail.recipient === null ? undefined : await this.#bytesOf(mail, mail.recipient)
      const attempt = await this.#attempt(mail, bytes)
      const endMs = mail.kind === 'code' ? codeEndMs(mail) : Date.parse(mail.createdAt) + triedForMs
      if (attempt?.answer.outcome === 'failed') {
        const { reply, error } = attempt.answer
        logger.warn({ mail_delivery: mail.id, reply, error }, 'a mail could not be sent')
      }
      await recordMail(writes, mail, {
        attempt,
        // A code could be guessed from it.
        sha256: bytes === undefined || mail.kind === 'code' ? null : sha256Of(bytes),
        atMs: clock.now(),
        endMs,
      })
    } catch (err) {
      // The claim lapses, and the mail is sent again.
      logger.error({ err, mail_delivery: mail.id }, 'sending or recording a mail failed')
    }
  }

  async #attempt(mail: ClaimedRow, bytes: Buffer | undefined): Promise<MailAttempt | undefined> {
    if (bytes === undefined || mail.recipient === null) return undefined
    return this.#parts.sender.send({ envelopeId: mail.id, to: mail.recipient, bytes })
  }

  #bytesOf(mail: ClaimedRow, to: string): Promise<Buffer> {
    const { from, secretBox } = this.#parts
    const place = placeOfMailCode(mail.addressId)
    const code = mail.code === null ? '' : codeIn(secretBox.unseal(place, mail.code))
    return bytesOf({
      messageId: mail.messageId,
      from,
      to,
      subject: mail.subject,
      text: mail.kind === 'code' ? mail.body.replace(codePlace, code) : mail.body,
      createdAtMs: Date.parse(mail.createdAt),
    })
  }
}

const codeEndMs = ({ codeUntil }: ClaimedRow) => (codeUntil === null ? 0 : Date.parse(codeUntil))
