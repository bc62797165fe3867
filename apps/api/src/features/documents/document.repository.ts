import type { Document, DocumentPreferences, listDocuments, OperationQuery } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import { bothSides, dealColumns } from '../../platform/lists/both-sides.ts'
import { type PageBounds, readNewestFirst } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

type Filters = OperationQuery<typeof listDocuments>

const columns = `d.id, d.kind, d.revision, d.lender_id, lender.name AS lender_name, d.borrower_id,
  borrower.name AS borrower_name, d.order_id, o.number AS order_id_pretty, d.subject_id,
  d.cut_at AS cut_time, d.content_sha256, d.pdf_sha256, d.template_version,
  d.created_at AS create_time`

const joins = `JOIN organizations lender ON lender.id = d.lender_id
  JOIN organizations borrower ON borrower.id = d.borrower_id
  LEFT JOIN orders o ON o.id = d.order_id`

const ofEitherSide = bothSides(
  dealColumns,
  (own) => `SELECT d.* FROM documents d WHERE d.${own} = $1`,
)

/** The documents of an organization, and which it wants. */
export class DocumentRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(
    tenant: Tenant,
    filters: Filters,
    bounds: PageBounds,
  ): Promise<ListPage<Document> | Refusal> {
    const { kind, order_id, subject_id, counterparty_id, from, to } = filters
    return readNewestFirst<Document>(
      this.#database,
      tenant,
      {
        name: 'documents',
        select: `SELECT ${columns} FROM ${ofEitherSide} d ${joins}
          WHERE ($2::text IS NULL OR d.kind = $2)
            AND ($3::uuid IS NULL OR d.order_id = $3) AND ($4::uuid IS NULL OR d.subject_id = $4)
            AND ($5::uuid IS NULL OR $5 IN (d.lender_id, d.borrower_id))
            AND ($6::timestamptz IS NULL OR d.created_at >= $6)
            AND ($7::timestamptz IS NULL OR d.created_at < $7)`,
        values: [
          tenant.organizationId,
          kind ?? null,
          order_id ?? null,
          subject_id ?? null,
          counterparty_id ?? null,
          from ?? null,
          to ?? null,
        ],
        time: 'd.created_at',
        id: 'd.id',
      },
      bounds,
    )
  }

  /** With the text of its content, of some megabytes. */
  find(
    tenant: Tenant,
    id: string,
  ): Promise<(Document & { readonly text: string }) | Refusal | undefined> {
    return this.#database.readOne<Document & { readonly text: string }>(tenant, {
      name: 'document',
      text: `SELECT ${columns}, d.content AS text FROM documents d ${joins} WHERE d.id = $1`,
      values: [id],
    })
  }

  /** Null while it is not rendered. */
  pdf(
    tenant: Tenant,
    id: string,
  ): Promise<{ readonly kind: string; readonly pdf: Buffer | null } | Refusal | undefined> {
    return this.#database.readOne<{ kind: string; pdf: Buffer | null }>(tenant, {
      name: 'pdf of document',
      text: 'SELECT d.kind, d.pdf FROM documents d WHERE d.id = $1',
      values: [id],
    })
  }

  async preferences(tenant: Tenant): Promise<DocumentPreferences | Refusal> {
    const found = await this.#database.readOne<DocumentPreferences>(tenant, {
      name: 'document preferences',
      text: `SELECT w.kinds, w.updated_at AS update_time FROM document_preferences w
        WHERE w.organization_id = $1`,
      values: [tenant.organizationId],
    })
    return found ?? { kinds: [], update_time: null }
  }

  async setPreferences(tx: WriteTransaction, kinds: DocumentPreferences['kinds']): Promise<void> {
    await tx.write(
      `INSERT INTO document_preferences (organization_id, kinds, updated_at) VALUES ($1, $2, $3)
       ON CONFLICT (organization_id) DO UPDATE SET kinds = $2, updated_at = $3`,
      [tx.organizationId, kinds, tx.now],
    )
  }
}
