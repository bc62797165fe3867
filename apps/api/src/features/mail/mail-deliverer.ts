import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { instantText } from '../../platform/instant.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { placeOfMailCode } from '../../platform/secrets/stored-secrets.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { type MailAnswer, triedForMs } from './after-attempt.ts'
import { unsealedRecipient } from './farewell.ts'
import { codeIn } from './mail-address.repository.ts'
import { bytesOf, sha256Of } from './mail-message.ts'
import { type ClaimedMail, recordMail } from './mail-record.ts'
import { type MailAttempt, mailLanes, type MailSender } from './mail-sender.ts'
import { codePlace } from './mail-text.ts'
import { RefusalRun } from './refusal-run.ts'
import { SendPause } from './send-pause.ts'
import { shownReply } from './shown-reply.ts'

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
  readonly sealedRecipient: Buffer | null
  readonly messageId: string
  readonly subject: string
  readonly body: string
  readonly code: Buffer | null
  readonly codeUntil: string | null
}

/** What came of a claimed mail. */
interface Outcome {
  readonly answer: MailAnswer
  readonly to: string | null
  readonly attempt: MailAttempt | undefined
  readonly sha256: Buffer | null
}

/** Longer than any attempt takes, by the clock of the database. */
const claimLasts = '15 minutes'

/**
 * Sends due mails. Several processes may run it, and each may die at any point. A mail is claimed
 * before it is sent, and its result is recorded only while the claim is held. An unfinished claim
 * lapses, and the mail is sent again: the same bytes under the same Message-ID.
 */
export class MailDeliverer {
  readonly #parts: Parts
  readonly #pause = new SendPause()
  readonly #refusals = new RefusalRun()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Starts due attempts, at most `countMax`, and none while the mail server is left alone.
   * @returns for each a promise that resolves when it has ended and is recorded, and never rejects.
   */
  async begin(countMax: number): Promise<Promise<void>[]> {
    const { pool, clock } = this.#parts
    if (!this.#pause.isOver(clock.now())) return []
    const claim = randomUUID()
    const { rows } = await pool.query<Omit<ClaimedRow, 'claim'>>({
      name: 'claim mails',
      text: `SELECT delivery AS id, mail_address AS "addressId", organization AS "organizationId", recipient,
               kind, content, message_id AS "messageId", subject, body, created_at AS "createdAt", attempts,
               unanswered, code, code_expires_at AS "codeUntil", sealed_recipient AS "sealedRecipient"
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
      const endMs = mail.kind === 'code' ? codeEndMs(mail) : Date.parse(mail.createdAt) + triedForMs
      // What is old is not sent, however long the queue has stood still.
      const isLate = clock.now() > endMs
      const outcome = isLate ? tooOld : await this.#outcomeOf(mail)
      const { answer } = outcome
      this.#note(mail, outcome)
      await recordMail(writes, mail, {
        ...outcome,
        atMs: clock.now(),
        endMs,
        isOfAddressAlone: this.#isOfAddressAlone(mail, answer),
      })
    } catch (err) {
      // The claim lapses, and the mail is sent again.
      logger.error({ err, mail_delivery: mail.id }, 'recording a mail failed')
    }
  }

  async #outcomeOf(mail: ClaimedRow): Promise<Outcome> {
    const { sender, secretBox, logger } = this.#parts
    try {
      const sealed = mail.sealedRecipient
      const to = sealed === null ? mail.recipient : unsealedRecipient(secretBox, mail.id, sealed)
      if (to === null) return notDeliverable
      const bytes = await this.#bytesOf(mail, to)
      const attempt = await sender.send({ envelopeId: mail.id, to, bytes })
      // A code could be guessed from it.
      const sha256 = mail.kind === 'code' ? null : sha256Of(bytes)
      return { answer: attempt.answer, attempt, to, sha256 }
    } catch (err) {
      // It is put off like a failure, so that it holds up no other mail to the address.
      logger.error({ err, mail_delivery: mail.id }, 'sending a mail failed')
      return { ...notDeliverable, answer: { outcome: 'failed', reply: null, error: null } }
    }
  }

  #note(mail: ClaimedRow, { answer, to }: Outcome): void {
    const { clock, logger } = this.#parts
    this.#pause.note(answer, clock.now())
    if (answer.outcome !== 'failed') return
    const reply = answer.reply === null ? null : shownReply(answer.reply, to)
    logger.warn({ mail_delivery: mail.id, reply, error: answer.error }, 'a mail could not be sent')
  }

  #isOfAddressAlone(mail: ClaimedRow, answer: MailAnswer): boolean {
    const isOfAddressAlone = this.#refusals.isOfAddressAlone(mail.addressId, answer)
    if (answer.outcome === 'refused' && answer.isOfAddress && !isOfAddressAlone) {
      this.#parts.logger.error(
        { mail_delivery: mail.id },
        'the mail server refuses different addresses alike, so none is suspended',
      )
    }
    return isOfAddressAlone
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

const nothingTried = { attempt: undefined, to: null, sha256: null }
const tooOld: Outcome = {
  ...nothingTried,
  answer: { outcome: 'undeliverable', error: 'TOO_OLD' },
}
const notDeliverable: Outcome = {
  ...nothingTried,
  answer: { outcome: 'undeliverable', error: 'NOT_DELIVERABLE' },
}

const codeEndMs = ({ codeUntil }: ClaimedRow) => (codeUntil === null ? 0 : Date.parse(codeUntil))
