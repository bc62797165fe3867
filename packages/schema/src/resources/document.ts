import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'

/** The kinds of documents, in the order in which a deal meets them. */
export const documentKinds = [
  'confirmation',
  'margin_call_notice',
  'margin_statement',
  'close_out_statement',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** What each kind is called in a title. */
export const documentTitles: Readonly<Record<DocumentKind, string>> = {
  confirmation: 'Confirmation',
  margin_call_notice: 'Notice of a margin call',
  margin_statement: 'Margin statement',
  close_out_statement: 'Close-out statement',
}

export const DocumentKind = enumeration(documentKinds, {
  title: 'DocumentKind',
  description:
    'confirmation: an order, as both sides accepted it, and again after a rerate, amend, extend or substitution. margin_call_notice: a mark-to-market request, as it was created. margin_statement: the open deals of a lender and a borrower, at a market cut. close_out_statement: a close-out, as it was booked.',
})

/** The SHA-256 of bytes, in hexadecimal. */
const Digest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'A SHA-256, in hexadecimal.',
  examples: ['47dc2e3a48dbe1d188598eac3401eb2c456c1097968e09beaf18d2dace2d5a73'],
  'x-expected': '64 of 0-9 and a-f',
})

export const DocumentPreferences = Type.Object(
  {
    kinds: Type.Array(DocumentKind, {
      maxItems: documentKinds.length,
      uniqueItems: true,
      description:
        'The kinds of documents that are made of the deals of the organization. Empty: none, unless the counterparty wants them.',
      examples: [['confirmation', 'close_out_statement']],
    }),
    update_time: nullable(Timestamp, 'When they were last set. Null: never.'),
  },
  {
    title: 'DocumentPreferences',
    additionalProperties: false,
    description: 'Which documents an organization wants. At first it wants none.',
  },
)
export type DocumentPreferences = Static<typeof DocumentPreferences>

const summary = {
  id: described(Uuid, 'The id of the document.'),
  kind: DocumentKind,
  revision: Type.Integer({
    minimum: 1,
    description: 'Counts the documents of one subject: 1, 2, 3.',
    examples: [1],
  }),
  lender_id: described(Uuid, 'The organization that lends.'),
  lender_name: text('The name of the lender.', 'Harbor Bank Treasury'),
  borrower_id: described(Uuid, 'The organization that borrows.'),
  borrower_name: text('The name of the borrower.', 'Kestrel Market Making'),
  order_id: nullable(Uuid, 'The order. Null for a margin statement, which is of several.'),
  order_id_pretty: nullable(
    Type.Integer(),
    'The number of the order, for people. Null for a margin statement.',
    1042,
  ),
  subject_id: nullable(
    Uuid,
    'The order, the mark-to-market request or the close-out that it is about. Null for a margin statement.',
  ),
  cut_time: nullable(Timestamp, 'The market cut of a margin statement. Null for other kinds.'),
  content_sha256: described(Digest, 'The SHA-256 of the canonical bytes of the content.'),
  pdf_sha256: nullable(Digest, 'The SHA-256 of the PDF. Null until it is rendered.'),
  template_version: nullable(
    Type.String(),
    'The version of the template that the PDF was rendered with. Null until it is rendered.',
    '1',
  ),
  create_time: described(Timestamp, 'When it was made.'),
}

export const Document = Type.Object(summary, {
  title: 'Document',
  additionalProperties: false,
  description: 'A document of a deal, or of the deals between two organizations.',
})
export type Document = Static<typeof Document>

export const DocumentWithContent = Type.Object(
  {
    ...summary,
    content: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description:
        'What the document says. `kind` and `content_version` decide its members, which have the names and values of the resources. Sorted by name and without spaces, these are the bytes of `content_sha256`.',
    }),
  },
  {
    title: 'DocumentWithContent',
    additionalProperties: false,
    description: 'A document with its content.',
  },
)
export type DocumentWithContent = Static<typeof DocumentWithContent>

/** A document whose PDF was stored, in the event log of both sides. */
export const CreatedDocument = Type.Object(
  {
    id: summary.id,
    kind: DocumentKind,
    revision: summary.revision,
    order_id: summary.order_id,
    subject_id: summary.subject_id,
    cut_time: summary.cut_time,
    content_sha256: summary.content_sha256,
    pdf_sha256: described(Digest, 'The SHA-256 of the PDF.'),
  },
  {
    title: 'CreatedDocument',
    additionalProperties: false,
    description: 'A document, with the digests of its content and its PDF.',
  },
)
export type CreatedDocument = Static<typeof CreatedDocument>
