import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { instantText } from '../../platform/instant.ts'
import { afterMail, type MailAnswer } from './after-attempt.ts'
import type { MailAttempt } from './mail-sender.ts'
import { suspendAddress } from './mail-suspension.ts'

/** A mail that a worker has claimed. No other worker sends it until the claim ends. */
export interface ClaimedMail {
  readonly id: string
  readonly addressId: string
  readonly organizationId: string
  readonly kind: string
  /** RFC 3339. */
  readonly createdAt: string
  readonly attempts: number
  readonly claim: string
}

/** How an attempt ended. */
export interface EndedMail {
  /** Undefined: nothing was sent, because the address is not to receive this mail any more. */
  readonly attempt: MailAttempt | undefined
  readonly sha256: Buffer | null
  readonly atMs: number
  /** No attempt starts later than this. */
  readonly endMs: number
}

interface AddressRow extends Record<string, unknown> {
  readonly id: string
  readonly address: string | null
  readonly account_id: string | null
  readonly state: string
  readonly refusals: number
}

/** An address whose mails are refused so often in a row is suspended. */
const refusalsMax = 3

/** Records how an attempt ended, if its claim is still held. */
export async function recordMail(
  writes: Writes,
  mail: ClaimedMail,
  ended: EndedMail,
): Promise<void> {
  const { attempt, atMs, endMs } = ended
  const answer: MailAnswer = attempt?.answer ?? { outcome: 'undeliverable' }
  await writes.byService(mail.organizationId, async (tx) => {
    // An address is always locked before its mails.
    const address = await tx.row<AddressRow>(
      `SELECT id, address, account_id, state, refusals FROM mail_addresses WHERE id = $1
       FOR NO KEY UPDATE`,
      [mail.addressId],
    )
    if (address === undefined) throw new Error(`mail address ${mail.addressId} is missing`)
    const next = afterMail(answer, { atMs, endMs, attemptsBefore: mail.attempts })
    const { rowCount } = await tx.query(
      `UPDATE mail_deliveries SET claim = NULL, claimed_until = NULL, state = $3, due_at = $4,
         attempts = attempts + $5, last_attempt_at = coalesce($6, last_attempt_at),
         sha256 = coalesce($7, sha256), server = coalesce($8, server), certificate_sha256 = $9,
         reply = $10, error = $11
       WHERE id = $1 AND claim = $2`,
      [
        mail.id,
        mail.claim,
        next.state,
        next.dueAtMs === null ? null : instantText(next.dueAtMs),
        attempt === undefined ? 0 : 1,
        attempt === undefined ? null : instantText(atMs),
        ended.sha256,
        attempt?.server ?? null,
        attempt?.certificate ?? null,
        'reply' in answer && answer.reply !== null ? shownReply(answer.reply, address) : null,
        answer.outcome === 'undeliverable'
          ? 'NOT_DELIVERABLE'
          : answer.outcome === 'failed'
            ? answer.error
            : null,
      ],
    )
    if (rowCount === 1 && mail.kind !== 'code') await countRefusals(tx, address, answer)
  })
}

async function countRefusals(
  tx: WriteTransaction,
  address: AddressRow,
  { outcome }: MailAnswer,
): Promise<void> {
  if (outcome !== 'sent' && outcome !== 'refused') return
  if (address.state !== 'ACTIVE') return
  const refusals = outcome === 'sent' ? 0 : address.refusals + 1
  await tx.query('UPDATE mail_addresses SET refusals = $2 WHERE id = $1', [address.id, refusals])
  if (refusals >= refusalsMax) await suspendAddress(tx, address, 'REFUSED')
}

const replyLengthMax = 1000

/**
 * A reply as it is kept: printable, in one line, and without the address, which is erased when it
 * is deleted. What a server sends is data.
 */
export function shownReply(reply: string, { address }: Pick<AddressRow, 'address'>): string {
  const printable = reply.replaceAll(/[^\x20-\x7e]+/g, ' ')
  const parts = address === null ? [printable] : splitAt(printable, address)
  return parts.join('(address)').slice(0, replyLengthMax)
}

/** The parts of a text between each occurrence of a word, in upper or lower case. */
function splitAt(text: string, word: string): string[] {
  const [lower, parts] = [text.toLowerCase(), new Array<string>()]
  let from = 0
  for (;;) {
    const at = lower.indexOf(word.toLowerCase(), from)
    if (at === -1) return [...parts, text.slice(from)]
    parts.push(text.slice(from, at))
    from = at + word.length
  }
}
