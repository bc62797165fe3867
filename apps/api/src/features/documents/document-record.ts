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

/** What a document says, beside its head. */
type DocumentMembers = Readonly<Record<string, unknown>>

/**
 * Makes a document of a change, in its transaction. The PDF is rendered later. The deal must be
 * locked, so that the revisions of its documents count up.
 */
export async function recordDocument(
  tx: WriteTransaction,
  subject: DocumentSubject | StatementSubject,
  members: DocumentMembers,
): Promise<void> {
  const [parties, revision] = await Promise.all([
    partiesOf(tx, subject),
    subject.kind === 'margin_statement' ? 1 : nextRevision(tx, subject),
  ])
  await insert(tx, [newDocument(tx, subject, { members, parties, revision })])
}

/**
 * Makes the documents of one change about several resources of two sides that were just created.
 */
export async function recordFirstDocuments(
  tx: WriteTransaction,
  sides: Sides,
  documents: readonly {
    readonly subject: Omit<DocumentSubject, keyof Sides>
    readonly members: DocumentMembers
  }[],
): Promise<void> {
  const parties = await partiesOf(tx, sides)
  await insert(
    tx,
    documents.map(({ subject, members }) =>
      newDocument(tx, { ...subject, ...sides }, { members, parties, revision: 1 }),
    ),
  )
}

interface Parties {
  readonly lender: DocumentParty
  readonly borrower: DocumentParty
}

/** The row of a document, as the table has it. */
function newDocument(
  tx: WriteTransaction,
  subject: DocumentSubject | StatementSubject,
  {
    members,
    parties,
    revision,
  }: {
    readonly members: DocumentMembers
    readonly parties: Parties
    readonly revision: number
  },
) {
  const { kind, lenderId, borrowerId } = subject
  const ofDeal = subject.kind === 'margin_statement' ? undefined : subject
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
  return {
    id,
    kind,
    lender_id: lenderId,
    borrower_id: borrowerId,
    order_id: ofDeal?.orderId ?? null,
    subject_id: ofDeal?.subjectId ?? null,
    cut_at: subject.kind === 'margin_statement' ? subject.cutTime : null,
    revision,
    content: text,
    content_sha256: sha256,
  }
}

async function insert(
  tx: WriteTransaction,
  documents: readonly ReturnType<typeof newDocument>[],
): Promise<void> {
  const columns = `id, kind, lender_id, borrower_id, order_id, subject_id, cut_at, revision, content,
    content_sha256`
  await tx.write(
    `INSERT INTO documents (created_at, ${columns})
     SELECT $2, ${columns} FROM json_populate_recordset(null::documents, $1)`,
    [JSON.stringify(documents), tx.now],
  )
}

async function partiesOf(tx: WriteTransaction, { lenderId, borrowerId }: Sides): Promise<Parties> {
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
