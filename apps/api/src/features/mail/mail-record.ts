import type { MailContent } from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { instantText } from '../../platform/instant.ts'
import { afterMail, isUnanswered, type MailAnswer } from './after-attempt.ts'
import type { MailAttempt } from './mail-sender.ts'
import { suspendAddress } from './mail-suspension.ts'
import { shownReply } from './shown-reply.ts'

/** A mail that a worker has claimed. No other worker sends it until the claim ends. */
export interface ClaimedMail {
  readonly id: string
  readonly addressId: string
  readonly organizationId: string
  readonly kind: string
  readonly content: MailContent
  /** RFC 3339. */
  readonly createdAt: string
  readonly attempts: number
  readonly unanswered: number
  readonly claim: string
}

/** How a claimed mail ended. */
export interface EndedMail {
  readonly answer: MailAnswer
  /** The address that it was to be sent to. It may have been erased since. */
  readonly to: string | null
  /** Undefined: no server was asked. */
  readonly attempt: Pick<MailAttempt, 'server' | 'certificate'> | undefined
  readonly sha256: Buffer | null
  readonly atMs: number
  /** No attempt starts later than this. */
  readonly endMs: number
  /** Whether a refusal says something of this address alone. */
  readonly isOfAddressAlone: boolean
}

interface AddressRow extends Record<string, unknown> {
  readonly id: string
  readonly address: string | null
  readonly account_id: string | null
  readonly state: string
  readonly content: MailContent
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
  const { answer, attempt, atMs } = ended
  const isTried = answer.outcome !== 'undeliverable'
  await writes.byService(mail.organizationId, async (tx) => {
    // An address is always locked before its mails.
    const address = await tx.row<AddressRow>(
      `SELECT id, address, account_id, state, content, refusals FROM mail_addresses WHERE id = $1
       FOR NO KEY UPDATE`,
      [mail.addressId],
    )
    if (address === undefined) throw new Error(`mail address ${mail.addressId} is missing`)
    const next = nextOf(mail, address, ended)
    const { rowCount } = await tx.query(
      `UPDATE mail_deliveries SET claim = NULL, claimed_until = NULL, state = $3, due_at = $4,
         attempts = attempts + $5, last_attempt_at = coalesce($6, last_attempt_at),
         sha256 = coalesce($7, sha256), server = coalesce($8, server),
         certificate_sha256 = CASE WHEN $5 = 1 THEN $9 ELSE certificate_sha256 END,
         reply = CASE WHEN $5 = 1 THEN $10 ELSE reply END, error = $11,
         unanswered = unanswered + $12,
         sealed_recipient = CASE WHEN $3 = 'QUEUED' THEN sealed_recipient END
       WHERE id = $1 AND claim = $2`,
      [
        mail.id,
        mail.claim,
        next.state,
        next.dueAtMs === null ? null : instantText(next.dueAtMs),
        isTried ? 1 : 0,
        isTried ? instantText(atMs) : null,
        ended.sha256,
        attempt?.server ?? null,
        attempt?.certificate ?? null,
        'reply' in answer && answer.reply !== null ? shownReply(answer.reply, ended.to) : null,
        'error' in answer ? answer.error : null,
        isUnanswered(answer) ? 1 : 0,
      ],
    )
    if (rowCount === 1 && mail.kind !== 'code') await countRefusals(tx, address, ended)
  })
}

function nextOf(mail: ClaimedMail, address: AddressRow, { answer, atMs, endMs }: EndedMail) {
  const { attempts: attemptsBefore, unanswered: unansweredBefore } = mail
  const next = afterMail(answer, { atMs, endMs, attemptsBefore, unansweredBefore })
  // What an address may not get now it does not get later either, whatever is done to it until
  // then.
  const isOfAddress = mail.kind !== 'code' && mail.kind !== 'farewell'
  const mayGetIt =
    address.state === 'ACTIVE' && (mail.content === 'title' || address.content === 'full')
  return next.state === 'QUEUED' && isOfAddress && !mayGetIt
    ? ({ state: 'NOT_SENT', dueAtMs: null } as const)
    : next
}

async function countRefusals(
  tx: WriteTransaction,
  address: AddressRow,
  { answer: { outcome }, isOfAddressAlone }: EndedMail,
): Promise<void> {
  if (outcome !== 'sent' && !(outcome === 'refused' && isOfAddressAlone)) return
  if (address.state !== 'ACTIVE') return
  const refusals = outcome === 'sent' ? 0 : address.refusals + 1
  await tx.query('UPDATE mail_addresses SET refusals = $2 WHERE id = $1', [address.id, refusals])
  if (refusals >= refusalsMax) await suspendAddress(tx, address, 'REFUSED')
}
