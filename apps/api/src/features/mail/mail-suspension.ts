import type { MailContent, MailSuspension } from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { noDigest } from './mail-address.repository.ts'
import { notifyOfMailAddress } from './mail-notices.ts'

/** Whether an account has a credential that may see notifications now. */
export async function hasCredential(tx: WriteTransaction, accountId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM credentials
     WHERE account_id = $1 AND role IN ('viewer', 'execution', 'admin')
       AND credential_is_valid(revoked_at, expires_at, now()) LIMIT 1`,
    [accountId],
  )
  return rowCount === 1
}

/** Suspends an active address whose row is locked. */
export async function suspendAddress(
  tx: WriteTransaction,
  address: {
    readonly id: string
    readonly address: string | null
    readonly account_id: string | null
  },
  why: MailSuspension,
): Promise<void> {
  await tx.query(
    `UPDATE mail_addresses SET state = 'SUSPENDED', suspension = $2, ${noDigest} WHERE id = $1`,
    [address.id, why],
  )
  await endQueued(tx, address.id)
  await notifyOfMailAddress(tx, 'suspend', address, why)
}

/**
 * Ends the mails to an address that wait, or only those that say all, so that none is sent once the
 * address may get mails again. Its row is locked. One that is being sent ends with its attempt.
 */
export async function endQueued(
  tx: WriteTransaction,
  addressId: string,
  content?: MailContent,
): Promise<void> {
  await tx.query(
    `UPDATE mail_deliveries SET state = 'NOT_SENT', due_at = NULL, error = 'NOT_DELIVERABLE',
       claim = NULL, claimed_until = NULL
     WHERE address_id = $1 AND state = 'QUEUED' AND kind <> 'farewell'
       AND (claim IS NULL OR claimed_until < clock_timestamp())
       AND ($2::text IS NULL OR content = $2)`,
    [addressId, content ?? null],
  )
}
