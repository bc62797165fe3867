import type {
  listMailDeliveries,
  MailContent,
  MailDelivery,
  MailError,
  MailKind,
  OperationQuery,
} from '@vadium/schema'
import type { TenantDatabase } from '../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { seesAll } from './mail-address.repository.ts'
import type { MailText } from './mail-text.ts'

type DeliveryRow = Omit<MailDelivery, 'link'> & {
  readonly link_resource: NonNullable<MailDelivery['link']>['resource'] | null
  readonly link_id: string | null
  readonly link_order_id: string | null
}

const columns = `d.id, d.address_id AS mail_address_id, encode(d.address_hash, 'hex') AS address_sha256,
  d.kind, d.notification_id, d.category, d.link_resource, d.link_id, d.link_order_id, d.state, d.attempts,
  d.created_at AS create_time, d.due_at AS next_attempt_time, d.last_attempt_at AS last_attempt_time,
  d.message_id, encode(d.sha256, 'hex') AS sha256, d.server,
  encode(d.certificate_sha256, 'hex') AS certificate_sha256, d.reply, d.error`

/**
 * Deliveries to addresses of the account `$2` and to shared ones, for an admin (`$3`) all. Codes
 * are not among them: whether one is sent depends on what other organizations have asked for.
 */
const visible = `d.organization_id = $1 AND d.kind <> 'code' AND ($3::boolean OR EXISTS (
  SELECT FROM mail_addresses a WHERE a.id = d.address_id
    AND (a.account_id IS NULL OR a.account_id = $2)))`

/** A mail of the service itself, about no notification. */
export interface NewMail {
  readonly id: string
  readonly addressId: string
  readonly kind: Exclude<MailKind, 'notification'> | 'code'
  readonly messageId: string
  readonly text: MailText
  /** How much it says. Default: `title`. */
  readonly content?: MailContent
  /** Of a farewell: the address, sealed. */
  readonly sealedRecipient?: Buffer
  /** RFC 3339, by the clock of the machine. */
  readonly time: string
}

/** The mails of organizations. */
export class MailDeliveryRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  async page(
    caller: Caller,
    { mail_address_id, state, resource_id }: OperationQuery<typeof listMailDeliveries>,
    bounds: PageBounds,
  ): Promise<ListPage<MailDelivery> | Refusal> {
    const page = await readNewestFirst<DeliveryRow>(
      this.#database,
      caller,
      {
        name: 'mail deliveries',
        select: `SELECT ${columns} FROM mail_deliveries d WHERE ${visible}
          AND ($4::uuid IS NULL OR d.address_id = $4) AND ($5::text IS NULL OR d.state = $5)
          AND ($6::text IS NULL OR d.link_id = $6)`,
        values: [
          caller.organizationId,
          caller.accountId,
          seesAll(caller),
          mail_address_id ?? null,
          state ?? null,
          resource_id?.toLowerCase() ?? null,
        ],
        time: 'd.created_at',
        id: 'd.id',
      },
      bounds,
    )
    return page instanceof Refusal ? page : { items: page.items.map(resource), end: page.end }
  }
}

/** Queues a mail that is due at once, or records why it is not sent. */
export async function queueMail(
  tx: WriteTransaction,
  mail: NewMail,
  error: MailError | null = null,
): Promise<MailDelivery> {
  // The row has the hash of its address, and a digest the places of its notifications.
  const row = await tx.row<DeliveryRow>(
    `INSERT INTO mail_deliveries AS d (id, address_id, organization_id, address_hash, kind, message_id,
       subject, body, content, sealed_recipient, created_at, error, state, due_at, digest_positions, digest_nonces)
     SELECT $2, a.id, $1, a.address_hash, $4, $5, $6, $7, $8, $9, $10, $11,
       CASE WHEN $11::text IS NULL THEN 'QUEUED' ELSE 'NOT_SENT' END,
       CASE WHEN $11::text IS NULL THEN $10::timestamptz END,
       CASE WHEN $4 = 'digest' THEN a.digest_positions END,
       CASE WHEN $4 = 'digest' THEN a.digest_nonces END
     FROM mail_addresses a WHERE a.organization_id = $1 AND a.id = $3
     RETURNING ${columns}`,
    [
      tx.organizationId,
      mail.id,
      mail.addressId,
      mail.kind,
      mail.messageId,
      mail.text.subject,
      mail.text.body,
      mail.content ?? 'title',
      mail.sealedRecipient ?? null,
      mail.time,
      error,
    ],
  )
  if (row === undefined) throw new Error('the mail address is missing')
  return resource(row)
}

function resource({ link_resource, link_id, link_order_id, ...row }: DeliveryRow): MailDelivery {
  const isLinked = link_resource !== null && link_id !== null
  return {
    ...row,
    link: isLinked ? { resource: link_resource, id: link_id, order_id: link_order_id } : null,
  }
}
