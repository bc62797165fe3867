// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A page of documents. */
export interface DocumentList {
  /** The items of this page. */
  documents: Document[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** A document of a deal, or of the deals between two organizations. */
export interface Document {
  /** The id of the document. A UUID. */
  id: string
  /**
   * confirmation: an order, as both sides accepted it, and again after a rerate, amend, extend or
   * substitution. margin_call_notice: a mark-to-market request, as it was created.
   * margin_statement: the open deals of a lender and a borrower, at a market cut.
   * close_out_statement: a close-out, as it was booked.
   */
  kind:
    | 'confirmation'
    | 'margin_call_notice'
    | 'margin_statement'
    | 'close_out_statement'
    | (string & {})
  /** Counts the documents of one subject: 1, 2, 3. */
  revision: number
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The name of the lender. */
  lender_name: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The name of the borrower. */
  borrower_name: string
  /** The order. Null for a margin statement, which is of several. A UUID. */
  order_id: string | null
  /** The number of the order, for people. Null for a margin statement. */
  order_id_pretty: number | null
  /**
   * The order, the mark-to-market request or the close-out that it is about. Null for a margin
   * statement. A UUID.
   */
  subject_id: string | null
  /**
   * The market cut of a margin statement. Null for other kinds. RFC 3339 in UTC, with milliseconds.
   */
  cut_time: string | null
  /** The SHA-256 of the canonical bytes of the content. */
  content_sha256: string
  /** The SHA-256 of the PDF. Null until it is rendered. */
  pdf_sha256: string | null
  /** The version of the template that the PDF was rendered with. Null until it is rendered. */
  template_version: string | null
  /** When it was made. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** What `client.documents.list` can be asked for. */
export interface ListDocumentsQuery {
  /**
   * confirmation: an order, as both sides accepted it, and again after a rerate, amend, extend or
   * substitution. margin_call_notice: a mark-to-market request, as it was created.
   * margin_statement: the open deals of a lender and a borrower, at a market cut.
   * close_out_statement: a close-out, as it was booked.
   */
  kind?:
    | 'confirmation'
    | 'margin_call_notice'
    | 'margin_statement'
    | 'close_out_statement'
    | undefined
  /** Only those of this order. A UUID. */
  order_id?: string | undefined
  /** Only those about this order, mark-to-market request or close-out itself. A UUID. */
  subject_id?: string | undefined
  /** Only those of deals with this counterparty. A UUID. */
  counterparty_id?: string | undefined
  /** Only those made at this time or later. RFC 3339 in UTC, with milliseconds. */
  from?: string | undefined
  /** Only those made before this time. RFC 3339 in UTC, with milliseconds. */
  to?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** A document with its content. */
export interface DocumentWithContent {
  /** The id of the document. A UUID. */
  id: string
  /**
   * confirmation: an order, as both sides accepted it, and again after a rerate, amend, extend or
   * substitution. margin_call_notice: a mark-to-market request, as it was created.
   * margin_statement: the open deals of a lender and a borrower, at a market cut.
   * close_out_statement: a close-out, as it was booked.
   */
  kind:
    | 'confirmation'
    | 'margin_call_notice'
    | 'margin_statement'
    | 'close_out_statement'
    | (string & {})
  /** Counts the documents of one subject: 1, 2, 3. */
  revision: number
  /** The organization that lends. A UUID. */
  lender_id: string
  /** The name of the lender. */
  lender_name: string
  /** The organization that borrows. A UUID. */
  borrower_id: string
  /** The name of the borrower. */
  borrower_name: string
  /** The order. Null for a margin statement, which is of several. A UUID. */
  order_id: string | null
  /** The number of the order, for people. Null for a margin statement. */
  order_id_pretty: number | null
  /**
   * The order, the mark-to-market request or the close-out that it is about. Null for a margin
   * statement. A UUID.
   */
  subject_id: string | null
  /**
   * The market cut of a margin statement. Null for other kinds. RFC 3339 in UTC, with milliseconds.
   */
  cut_time: string | null
  /** The SHA-256 of the canonical bytes of the content. */
  content_sha256: string
  /** The SHA-256 of the PDF. Null until it is rendered. */
  pdf_sha256: string | null
  /** The version of the template that the PDF was rendered with. Null until it is rendered. */
  template_version: string | null
  /** When it was made. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /**
   * What the document says. `kind` and `content_version` decide its members, which have the names
   * and values of the resources. Sorted by name and without spaces, these are the bytes of
   * `content_sha256`.
   */
  content: Record<string, unknown>
}
