import type {
  listWebhookDeliveries,
  OperationQuery,
  WebhookDelivery,
  WebhookFormat,
} from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

const columns = `d.id, d.endpoint_id AS webhook_endpoint_id, d.event_id, d.event_type, d.state, d.attempts,
  d.created_at AS create_time, d.due_at AS next_attempt_time, d.last_attempt_at AS last_attempt_time,
  d.last_status, d.last_error`

/** The deliveries of a deleted endpoint are not visible. */
const own = `d.organization_id = $1
  AND EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND e.deleted_at IS NULL)`

/** A test delivery, which has no event in the log. */
export interface NewTest {
  readonly id: string
  readonly endpointId: string
  readonly type: string
  readonly format: WebhookFormat
  readonly payload: string
  /** RFC 3339, by the clock of the machine. */
  readonly time: string
}

/** The deliveries of an organization, as it reads and changes them. */
export class WebhookDeliveryRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(
    tenant: Tenant,
    { webhook_endpoint_id, state, event_type }: OperationQuery<typeof listWebhookDeliveries>,
    bounds: PageBounds,
  ): Promise<ListPage<WebhookDelivery> | Refusal> {
    const select = `SELECT ${columns} FROM webhook_deliveries d WHERE ${own}
      AND ($2::uuid IS NULL OR d.endpoint_id = $2) AND ($3::text IS NULL OR d.state = $3)
      AND ($4::text IS NULL OR d.event_type = $4)`
    const values = [
      tenant.organizationId,
      webhook_endpoint_id ?? null,
      state ?? null,
      event_type ?? null,
    ]
    return readNewestFirst<WebhookDelivery>(
      this.#database,
      tenant,
      { name: 'webhook deliveries', select, values, time: 'd.created_at', id: 'd.id' },
      bounds,
    )
  }

  find(tenant: Tenant, id: string): Promise<WebhookDelivery | undefined | Refusal> {
    const statement = {
      name: 'webhook delivery',
      text: `SELECT ${columns} FROM webhook_deliveries d WHERE ${own} AND d.id = $2`,
      values: [tenant.organizationId, id],
    }
    return this.#database.readOne<WebhookDelivery>(tenant, statement)
  }

  /** The endpoint of a delivery and the format of its body, which never change. */
  madeFor(
    tx: WriteTransaction,
    id: string,
  ): Promise<{ readonly endpointId: string; readonly format: WebhookFormat } | undefined> {
    return tx.row<{ endpointId: string; format: WebhookFormat }>(
      `SELECT d.endpoint_id AS "endpointId", d.format FROM webhook_deliveries d WHERE ${own} AND d.id = $2`,
      [tx.organizationId, id],
    )
  }

  insertTest(tx: WriteTransaction, test: NewTest): Promise<WebhookDelivery> {
    return one(
      tx,
      `INSERT INTO webhook_deliveries AS d (organization_id, id, endpoint_id, event_type, payload, state,
         created_at, due_at, format)
       VALUES ($1, $2, $3, $4, $5, 'pending', $6, $6, $7) RETURNING ${columns}`,
      [
        tx.organizationId,
        test.id,
        test.endpointId,
        test.type,
        test.payload,
        test.time,
        test.format,
      ],
    )
  }

  /**
   * Makes a delivery due at once, as if it had never been attempted. An attempt in progress counts
   * as the first.
   */
  resend(tx: WriteTransaction, id: string, time: string): Promise<WebhookDelivery> {
    return one(
      tx,
      `UPDATE webhook_deliveries d SET state = 'pending', due_at = $3, attempts = 0, first_attempt_at = NULL
       WHERE d.organization_id = $1 AND d.id = $2 RETURNING ${columns}`,
      [tx.organizationId, id, time],
    )
  }
}

async function one(
  tx: WriteTransaction,
  text: string,
  values: readonly unknown[],
): Promise<WebhookDelivery> {
  const row = await tx.row<WebhookDelivery>(text, values)
  if (row === undefined) throw new Error('the webhook delivery is missing')
  return row
}
