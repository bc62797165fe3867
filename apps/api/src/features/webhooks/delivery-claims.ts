import type { WebhookError } from '@vadium/schema'
import type { Pool } from 'pg'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/** A delivery that a worker has claimed. No other worker attempts it until the claim ends. */
export interface ClaimedDelivery {
  readonly id: string
  readonly endpointId: string
  readonly organizationId: string
  /** Of a chat room, what is shown of it. */
  readonly url: string
  /** The address of a chat room, sealed. Null: it is `url`. */
  readonly sealedUrl: Buffer | null
  readonly body: string
  /** The newest first. */
  readonly sealedSecrets: readonly Buffer[]
  readonly claim: string
}

/** Longer than any attempt takes, by the clock of the database. */
const claimLasts = '60 seconds'

/** How many deliveries may be attempted at once. */
export interface ClaimBounds {
  /** At one endpoint, by all processes together. It is one while the endpoint fails. */
  readonly perEndpointMax: number
  /** How many are claimed now at most. */
  readonly countMax: number
}

/** Claims due deliveries: first one of every endpoint that may have one, then further ones. */
export async function claimDeliveries(
  pool: Pool,
  nowMs: number,
  claim: string,
  { perEndpointMax, countMax }: ClaimBounds,
): Promise<ClaimedDelivery[]> {
  const { rows } = await pool.query<Omit<ClaimedDelivery, 'claim'>>({
    name: 'claim webhook deliveries',
    text: `SELECT delivery AS id, endpoint AS "endpointId", organization AS "organizationId",
             address AS url, sealed_address AS "sealedUrl",
             body, secrets AS "sealedSecrets" FROM claim_webhook_deliveries($1, $2, $3, $4, $5)`,
    values: [new Date(nowMs).toISOString(), claim, perEndpointMax, countMax, claimLasts],
  })
  return rows.map((row) => ({ ...row, claim }))
}

/** A delivery whose claim is still held. */
export interface HeldDelivery {
  readonly id: string
  readonly attempts: number
  readonly isTest: boolean
  /** RFC 3339. */
  readonly firstAttemptAt: string | null
}

/**
 * The deliveries of one endpoint whose claims are still held, by id. The claims hold until the
 * transaction ends.
 */
export async function holdDeliveries(
  tx: WriteTransaction,
  claimed: readonly Pick<ClaimedDelivery, 'id' | 'claim'>[],
): Promise<ReadonlyMap<string, HeldDelivery>> {
  const { rows } = await tx.query<HeldDelivery>(
    `SELECT d.id, d.attempts, d.position IS NULL AS "isTest", d.first_attempt_at AS "firstAttemptAt"
     FROM webhook_deliveries d
     JOIN unnest($1::uuid[], $2::uuid[]) AS c (id, claim) ON c.id = d.id AND c.claim = d.claim
     FOR UPDATE OF d`,
    [claimed.map(({ id }) => id), claimed.map(({ claim }) => claim)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The state of a delivery after an attempt. */
export interface TriedDelivery {
  readonly id: string
  readonly state: 'pending' | 'delivered' | 'failed'
  /** RFC 3339, like all times here. */
  readonly attemptedAt: string
  readonly dueAt: string | null
  readonly status: number | null
  readonly error: WebhookError | null
}

/** Ends claims that are still held. */
export async function endDeliveries(
  tx: WriteTransaction,
  tried: readonly TriedDelivery[],
): Promise<void> {
  await tx.query(
    `UPDATE webhook_deliveries d SET claim = NULL, claimed_until = NULL, state = t.state, due_at = t.due_at,
       attempts = d.attempts + 1, first_attempt_at = coalesce(d.first_attempt_at, t.attempted_at),
       last_attempt_at = t.attempted_at, last_status = t.status, last_error = t.error
     FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::integer[], $6::text[])
       AS t (id, state, due_at, attempted_at, status, error)
     WHERE d.id = t.id`,
    [
      tried.map(({ id }) => id),
      tried.map(({ state }) => state),
      tried.map(({ dueAt }) => dueAt),
      tried.map(({ attemptedAt }) => attemptedAt),
      tried.map(({ status }) => status),
      tried.map(({ error }) => error),
    ],
  )
}
