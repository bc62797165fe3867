import type { DocumentKind } from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { type DocumentContent, type DocumentParty, storedContent } from './document-content.ts'

interface Sides {
  readonly lenderId: string
  readonly borrowerId: string
}

/** What a document of a deal is about. */
export interface DocumentSubject extends Sides {
  readonly kind: Exclude<DocumentKind, 'margin_statement'>
  readonly orderId: string
  /** The order, the mark-to-market request or the close-out. */
  readonly subjectId: string
}

/** What a margin statement is about. */
export interface StatementSubject extends Sides {
  readonly kind: 'margin_statement'
  /** The market cut, RFC 3339. */
  readonly cutTime: string
}

/** Whether one of the two sides wants documents of a kind. The transaction is of one of them. */
export async function isDocumentWanted(
  tx: WriteTransaction,
  kind: DocumentKind,
  { lenderId, borrowerId }: Sides,
): Promise<boolean> {
  const row = await tx.row<{ wanted: boolean }>('SELECT wants_document($1, $2, $3) AS wanted', [
    kind,
    lenderId,
    borrowerId,
  ])
  return row?.wanted === true
}

/**
 * Makes a document of a change, in its transaction. The PDF is rendered later. The deal must be
 * locked, so that the revisions of its documents count up.
 *
 * @param members What the document says, beside its head.
 */
export async function recordDocument(
  tx: WriteTransaction,
  subject: DocumentSubject | StatementSubject,
  members: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { kind, lenderId, borrowerId } = subject
  const ofDeal = subject.kind === 'margin_statement' ? undefined : subject
  const [parties, revision] = await Promise.all([
    partiesOf(tx, subject),
    ofDeal === undefined ? 1 : nextRevision(tx, ofDeal),
  ])
  const id = tx.ids.next()
  const content: DocumentContent = {
    ...members,
    content_version: '1',
    kind,
    document_id: id,
    revision,
    create_time: tx.now,
    ...parties,
  }
  const { text, sha256 } = storedContent(content)
  await tx.write(
    `INSERT INTO documents (id, kind, lender_id, borrower_id, order_id, subject_id, cut_at, revision,
       content, content_sha256, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      kind,
      lenderId,
      borrowerId,
      ofDeal?.orderId ?? null,
      ofDeal?.subjectId ?? null,
      subject.kind === 'margin_statement' ? subject.cutTime : null,
      revision,
      text,
      sha256,
      tx.now,
    ],
  )
}

async function partiesOf(
  tx: WriteTransaction,
  { lenderId, borrowerId }: Sides,
): Promise<{ readonly lender: DocumentParty; readonly borrower: DocumentParty }> {
  const { rows } = await tx.query<DocumentParty>(
    `SELECT id AS organization_id, name, slug FROM organizations WHERE id IN ($1, $2)`,
    [lenderId, borrowerId],
  )
  const party = (id: string) => {
    const found = rows.find(({ organization_id }) => organization_id === id)
    if (found === undefined) throw new Error(`a document names the unknown organization ${id}`)
    return found
  }
  return { lender: party(lenderId), borrower: party(borrowerId) }
}

async function nextRevision(
  tx: WriteTransaction,
  { kind, subjectId }: DocumentSubject,
): Promise<number> {
  const row = await tx.row<{ revision: number }>(
    `SELECT coalesce(max(revision), 0) + 1 AS revision FROM documents
     WHERE kind = $1 AND subject_id = $2`,
    [kind, subjectId],
  )
  return row?.revision ?? 1
}
