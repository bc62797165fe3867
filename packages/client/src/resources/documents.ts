// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  Document,
  DocumentList,
  DocumentWithContent,
  ListDocumentsQuery,
} from '../types/documents.ts'

/**
 * Confirmations, notices and statements of deals: a content whose figures can be recomputed, and a
 * PDF of it.
 */
export class Documents {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * List documents. Lists the documents of the deals of the caller's organization, newest first.
   * Both sides of a deal have the same ones.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param filter
   *   - `kind` (optional): confirmation: an order, as both sides accepted it, and again after a
   *     rerate, amend, extend or substitution. margin_call_notice: a mark-to-market request, as it
   *     was created. margin_statement: the open deals of a lender and a borrower, at a market cut.
   *     close_out_statement: a close-out, as it was booked.
   *   - `order_id` (optional): Only those of this order. A UUID.
   *   - `subject_id` (optional): Only those about this order, mark-to-market request or close-out
   *     itself. A UUID.
   *   - `counterparty_id` (optional): Only those of deals with this counterparty. A UUID.
   *   - `from` (optional): Only those made at this time or later. RFC 3339 in UTC, with
   *     milliseconds.
   *   - `to` (optional): Only those made before this time. RFC 3339 in UTC, with milliseconds.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const document of client.documents.list()) console.log(document.id)
   * ```
   */
  list(
    filter: ListDocumentsQuery = {},
    options: RequestOptions = {},
  ): PageList<DocumentList, Document> {
    return this.#requests.list(listDocuments, { query: filter }, options)
  }

  /**
   * Get a document. Returns a document with its content.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param documentId The id of the document. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `DOCUMENT_NOT_FOUND`: The document was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const documentWithContent = await client.documents.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(documentId: string, options: RequestOptions = {}): Call<DocumentWithContent> {
    return this.#requests.request(getDocument, { params: { document_id: documentId } }, options)
  }

  /**
   * Get the PDF of a document. Returns the PDF, a PDF/A-3b with the content attached as
   * `content.json`, to be saved under a name. The SHA-256 of its bytes is `pdf_sha256`.
   *
   * The answer has the bytes of the file.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param documentId The id of the document. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `DOCUMENT_NOT_FOUND`: The document was not found.
   *   - `DOCUMENT_NOT_READY`: The PDF of the document is not rendered yet.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const bytes = await client.documents.pdf('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  pdf(documentId: string, options: RequestOptions = {}): Call<Uint8Array> {
    return this.#requests.file(getDocumentPdf, { params: { document_id: documentId } }, options)
  }
}

export const listDocuments: OperationOf<{ query: ListDocumentsQuery; answer: DocumentList }> =
  new Read('listDocuments', '/documents', 'documents[]')

export const getDocument: OperationOf<{
  params: { document_id: string }
  answer: DocumentWithContent
}> = new Read(
  'getDocument',
  '/documents/{document_id}',
  'id kind revision lender_id lender_name borrower_id borrower_name order_id' +
    ' order_id_pretty subject_id cut_time content_sha256 pdf_sha256 template_version' +
    ' create_time content{}',
)

export const getDocumentPdf: OperationOf<{ params: { document_id: string }; answer: Uint8Array }> =
  new Read('getDocumentPdf', '/documents/{document_id}/pdf', '')
