import type { WebhookDisabledReason } from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/** What a worker knows of an endpoint whose row it has locked. */
export interface ServedEndpoint {
  readonly id: string
  readonly organizationId: string
  readonly url: string
  /** RFC 3339, like all times here. */
  readonly enabledAt: string
  readonly disabledAt: string | null
  readonly deletedAt: string | null
  readonly lastSuccessAt: string | null
}

/** An endpoint that the service disables. */
export interface DisabledEndpoint {
  readonly id: string
  readonly organizationId: string
  readonly url: string
  readonly reason: Exclude<WebhookDisabledReason, 'REQUESTED'>
  /** RFC 3339. */
  readonly disabledAt: string
}

/**
 * Locks an endpoint until the end of the transaction. An endpoint is always locked before its
 * deliveries.
 */
export async function lockServedEndpoint(
  tx: WriteTransaction,
  id: string,
): Promise<ServedEndpoint> {
  const row = await tx.row<ServedEndpoint>(
    `SELECT id, organization_id AS "organizationId", url, enabled_at AS "enabledAt",
       disabled_at AS "disabledAt", deleted_at AS "deletedAt", last_success_at AS "lastSuccessAt"
     FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  )
  if (row === undefined) throw new Error(`webhook endpoint ${id} is missing`)
  return row
}

/** Records when attempts last succeeded and failed. Null: there was none. */
export async function recordAttemptsAt(
  tx: WriteTransaction,
  id: string,
  {
    succeededAt,
    failedAt,
  }: { readonly succeededAt: string | null; readonly failedAt: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE webhook_endpoints SET last_success_at = greatest(last_success_at, $2),
       last_failure_at = greatest(last_failure_at, $3) WHERE id = $1`,
    [id, succeededAt, failedAt],
  )
}

export async function disableEndpoint(
  tx: WriteTransaction,
  { id, reason, disabledAt }: DisabledEndpoint,
): Promise<void> {
  await tx.query(
    `UPDATE webhook_endpoints SET disabled_at = $2, disabled_reason = $3
     WHERE id = $1 AND disabled_at IS NULL`,
    [id, disabledAt, reason],
  )
}
