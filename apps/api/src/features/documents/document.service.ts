import type { Document, DocumentPreferences, listDocuments, OperationQuery } from '@vadium/schema'
import type { Tenant } from '../../platform/db/tenant.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { JsonText } from '../../platform/json-text.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { periodFault } from '../../platform/lists/period.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { DocumentRepository } from './document.repository.ts'

/** The documents of deals, for the two sides of each, and which of them a side wants. */
export class DocumentService {
  readonly #documents: DocumentRepository

  constructor(documents: DocumentRepository) {
    this.#documents = documents
  }

  page(
    tenant: Tenant,
    query: OperationQuery<typeof listDocuments>,
    bounds: PageBounds,
  ): Promise<ListPage<Document> | Refusal> {
    const fault = periodFault(query)
    if (fault !== undefined) return Promise.resolve(fault)
    return this.#documents.page(tenant, query, bounds)
  }

  /** The content is answered as it is stored: to read and write it again would take its time. */
  async get(tenant: Tenant, id: string): Promise<JsonText | Refusal> {
    const found = await this.#documents.find(tenant, id)
    if (found === undefined) return notFound(id)
    if (found instanceof Refusal) return found
    const { text, ...document } = found
    return new JsonText(`${JSON.stringify(document).slice(0, -1)},"content":${text}}`)
  }

  async pdf(tenant: Tenant, id: string): Promise<FileAnswer | Refusal> {
    const found = await this.#documents.pdf(tenant, id)
    if (found === undefined) return notFound(id)
    if (found instanceof Refusal) return found
    if (found.pdf === null) return new Refusal('DOCUMENT_NOT_READY')
    const name = `${found.kind.replaceAll('_', '-')}-${id.toLowerCase()}.pdf`
    return new FileAnswer('application/pdf', name, found.pdf)
  }

  preferences(tenant: Tenant): Promise<DocumentPreferences | Refusal> {
    return this.#documents.preferences(tenant)
  }

  async setPreferences(
    tx: WriteTransaction,
    wanted: DocumentPreferences['kinds'],
  ): Promise<DocumentPreferences> {
    const kinds = [...wanted].sort()
    await this.#documents.setPreferences(tx, kinds)
    return { kinds, update_time: tx.now }
  }
}

/** The answer is the same whether the document is missing or belongs to other organizations. */
function notFound(id: string): Refusal {
  return new Refusal('DOCUMENT_NOT_FOUND', [
    { field: 'document_id', issue: 'is not a document of this organization', value: id },
  ])
}
