import type { MailContent, WebhookEndpoint, WebhookFormat } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { placeOfWebhookSecret, placeOfWebhookUrl } from '../../platform/secrets/stored-secrets.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { shownUrl } from './webhook-url.ts'

const columns = `id, url AS target_url, format,
  CASE WHEN format = 'text' THEN content END AS content, description, event_types,
  CASE WHEN disabled_at IS NULL THEN 'enabled' ELSE 'disabled' END AS status, disabled_reason,
  disabled_at AS disabled_time, created_at AS create_time, last_success_at AS last_success_time,
  last_failure_at AS last_failure_time, old_secret_until AS old_secret_expire_time`

const own = 'organization_id = $1 AND deleted_at IS NULL'

/** Changes of an endpoint. Undefined members stay, and null ones are cleared. */
export interface EndpointChanges {
  readonly format: WebhookFormat
  readonly content: MailContent
  readonly target_url?: string | undefined
  readonly description?: string | null | undefined
  readonly event_types?: readonly string[] | undefined
}

/** The endpoints of an organization, without their secrets. */
export class WebhookEndpointRepository {
  readonly #database: TenantDatabase
  readonly #secretBox: SecretBox

  constructor(database: TenantDatabase, secretBox: SecretBox) {
    this.#database = database
    this.#secretBox = secretBox
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<WebhookEndpoint> | Refusal> {
    const select = `SELECT ${columns} FROM webhook_endpoints WHERE ${own}`
    const values = [tenant.organizationId]
    return readNewestFirst<WebhookEndpoint>(
      this.#database,
      tenant,
      { name: 'webhook endpoints', select, values, time: 'created_at', id: 'id' },
      bounds,
    )
  }

  find(tenant: Tenant, id: string): Promise<WebhookEndpoint | undefined | Refusal> {
    const statement = {
      name: 'webhook endpoint',
      text: `SELECT ${columns} FROM webhook_endpoints WHERE ${own} AND id = $2`,
      values: [tenant.organizationId, id],
    }
    return this.#database.readOne<WebhookEndpoint>(tenant, statement)
  }

  /** Locks the endpoint until the end of the transaction. */
  lock(tx: WriteTransaction, id: string): Promise<WebhookEndpoint | undefined> {
    return tx.row<WebhookEndpoint>(
      `SELECT ${columns} FROM webhook_endpoints WHERE ${own} AND id = $2 FOR NO KEY UPDATE`,
      [tx.organizationId, id],
    )
  }

  /** The number of endpoints. No other transaction can add one until this one ends. */
  async countToAdd(tx: WriteTransaction): Promise<number> {
    await tx.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('webhook endpoints ' || $1, 0))`,
      [tx.organizationId],
    )
    const row = await tx.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_endpoints WHERE ${own}`,
      [tx.organizationId],
    )
    return row?.count ?? 0
  }

  /** Adds an endpoint that receives events from now on. */
  insert(
    tx: WriteTransaction,
    { format, content, target_url = '', description, event_types }: EndpointChanges,
    secret: Buffer,
    time: string,
  ): Promise<WebhookEndpoint> {
    const id = tx.ids.next()
    return one(
      tx,
      `INSERT INTO webhook_endpoints (organization_id, id, url, description, event_types, secret, position,
         position_nonce, filtered_from, created_at, enabled_at, format, content, sealed_url)
       SELECT $1, $2, $3, $4, $5, $6, coalesce(h.position, 0), coalesce(h.nonce, 0),
         coalesce(h.position, 0), $7, $7, $8, $9, $10
       FROM (VALUES ($1::uuid)) AS o (id) LEFT JOIN event_heads h ON h.organization_id = o.id
       RETURNING ${columns}`,
      [
        tx.organizationId,
        id,
        shownUrl(target_url, format),
        description ?? null,
        event_types ?? [],
        this.#sealed(id, secret),
        time,
        format,
        content,
        this.#sealedUrl(id, target_url, format),
      ],
    )
  }

  change(
    tx: WriteTransaction,
    id: string,
    { format, content, target_url, description, event_types }: EndpointChanges,
  ): Promise<WebhookEndpoint> {
    return this.#set(
      tx,
      id,
      `url = coalesce($3, url), event_types = coalesce($4::text[], event_types),
       filtered_from = CASE WHEN $4 IS NULL THEN filtered_from ELSE position END,
       description = CASE WHEN $5 THEN description ELSE $6 END, format = $7, content = $8,
       sealed_url = CASE WHEN $3 IS NULL THEN sealed_url ELSE $9 END`,
      [
        target_url === undefined ? null : shownUrl(target_url, format),
        event_types ?? null,
        description === undefined,
        description ?? null,
        format,
        content,
        target_url === undefined ? null : this.#sealedUrl(id, target_url, format),
      ],
    )
  }

  /**
   * Ends what waits to be sent to an endpoint, because its bodies are of another format. An attempt
   * under way is recorded no more.
   */
  async endPending(tx: WriteTransaction, id: string): Promise<void> {
    await tx.query(
      `UPDATE webhook_deliveries SET state = 'failed', due_at = NULL, claim = NULL, claimed_until = NULL,
         last_status = NULL, last_error = 'FORMAT_CHANGED'
       WHERE organization_id = $1 AND endpoint_id = $2 AND state = 'pending'`,
      [tx.organizationId, id],
    )
  }

  enable(tx: WriteTransaction, id: string, time: string): Promise<WebhookEndpoint> {
    return this.#set(tx, id, 'disabled_at = NULL, disabled_reason = NULL, enabled_at = $3', [time])
  }

  disable(tx: WriteTransaction, id: string, time: string): Promise<WebhookEndpoint> {
    return this.#set(tx, id, `disabled_at = $3, disabled_reason = 'REQUESTED'`, [time])
  }

  /**
   * Replaces the secret. The old one stays valid for a while; one older than that is deleted,
   * however recent it is.
   */
  rotate(
    tx: WriteTransaction,
    id: string,
    secret: Buffer,
    oldUntil: string,
  ): Promise<WebhookEndpoint> {
    return this.#set(tx, id, 'old_secret = secret, old_secret_until = $4, secret = $3', [
      this.#sealed(id, secret),
      oldUntil,
    ])
  }

  /** The row stays until its deliveries are swept, but its secrets are deleted. */
  async remove(tx: WriteTransaction, id: string, noSecret: Buffer, time: string): Promise<void> {
    await this.#set(
      tx,
      id,
      'deleted_at = $3, secret = $4, old_secret = NULL, old_secret_until = NULL, sealed_url = NULL',
      [time, this.#sealed(id, noSecret)],
    )
  }

  #sealed(endpointId: string, secret: Buffer): Buffer {
    return this.#secretBox.seal(placeOfWebhookSecret(endpointId), secret)
  }

  #sealedUrl(endpointId: string, url: string, format: WebhookFormat): Buffer | null {
    return format === 'text'
      ? this.#secretBox.seal(placeOfWebhookUrl(endpointId), Buffer.from(url, 'utf8'))
      : null
  }

  #set(
    tx: WriteTransaction,
    id: string,
    what: string,
    values: readonly unknown[],
  ): Promise<WebhookEndpoint> {
    const text = `UPDATE webhook_endpoints SET ${what} WHERE ${own} AND id = $2 RETURNING ${columns}`
    return one(tx, text, [tx.organizationId, id, ...values])
  }
}

async function one(
  tx: WriteTransaction,
  text: string,
  values: readonly unknown[],
): Promise<WebhookEndpoint> {
  const row = await tx.row<WebhookEndpoint>(text, values)
  if (row === undefined) throw new Error('the locked webhook endpoint is missing')
  return row
}
