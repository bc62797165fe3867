import type { WebhookError } from '@vadium/schema'
import type { Pool } from 'pg'
import type { WriteTransaction } from '../writes/write-transaction.ts'

/** A delivery that a worker has taken: nobody else tries it until the claim ends. */
export interface ClaimedDelivery {
  readonly id: string
  readonly endpointId: string
  readonly organizationId: string
  readonly url: string
  readonly body: string
  /** The newest first. */
  readonly secrets: readonly Buffer[]
  readonly claim: string
}

/** Longer than any attempt lasts. By the clock of the database. */
const claimLasts = '60 seconds'

/** To one endpoint, from all processes together; to one that fails, one. */
const atOnceMax = 4

/** Takes the delivery that has been due longest of those that may be tried now. */
export async function claimDelivery(
  pool: Pool,
  nowMs: number,
  claim: string,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await pool.query<Omit<ClaimedDelivery, 'claim'>>({
    name: 'claim webhook delivery',
    text: `SELECT delivery AS id, endpoint AS "endpointId", organization AS "organizationId",
             address AS url, body, secrets FROM claim_webhook_delivery($1, $2, $3, $4)`,
    values: [new Date(nowMs).toISOString(), claim, atOnceMax, claimLasts],
  })
  const [row] = rows
  return row && { ...row, claim }
}

/** What is known of a delivery whose claim still stands. */
export interface HeldDelivery {
  readonly attempts: number
  readonly isTest: boolean
  /** RFC 3339. */
  readonly firstAttemptAt: string | null
}

/** Whether the claim still stands, and keeps it so until the transaction ends. */
export function holdDelivery(
  tx: WriteTransaction,
  { id, claim }: ClaimedDelivery,
): Promise<HeldDelivery | undefined> {
  return tx.row<HeldDelivery & Record<string, unknown>>(
    `SELECT attempts, position IS NULL AS "isTest", first_attempt_at AS "firstAttemptAt"
     FROM webhook_deliveries WHERE id = $1 AND claim = $2 FOR UPDATE`,
    [id, claim],
  )
}

/** How a delivery stands after an attempt. */
export interface TriedDelivery {
  readonly state: 'pending' | 'delivered' | 'failed'
  /** RFC 3339, as are all. */
  readonly attemptedAt: string
  readonly dueAt: string | null
  readonly status: number | null
  readonly error: WebhookError | null
}

/** Ends a claim that is held. */
export async function endDelivery(
  tx: WriteTransaction,
  { id }: ClaimedDelivery,
  { state, attemptedAt, dueAt, status, error }: TriedDelivery,
): Promise<void> {
  await tx.query(
    `UPDATE webhook_deliveries SET claim = NULL, claimed_until = NULL, state = $2, due_at = $3,
       attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, $4),
       last_attempt_at = $4, last_status = $5, last_error = $6
     WHERE id = $1`,
    [id, state, dueAt, attemptedAt, status, error],
  )
}
