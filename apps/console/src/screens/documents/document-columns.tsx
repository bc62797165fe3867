import type { Document } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import type { Reader } from '../../service/reader.ts'
import type { Column } from '../../table/column.ts'
import { About, aboutText, documentWords, kindWords } from './document-words.tsx'
import { SavePdf } from './save-pdf.tsx'

const kind: Column<Document> = {
  id: 'document',
  name: 'Document',
  isPinned: true,
  value: documentWords,
  cell: (document) => (
    <Link to="/documents/$documentId" params={{ documentId: document.id }}>
      {documentWords(document)}
    </Link>
  ),
}

const made: Column<Document> = {
  id: 'created',
  name: 'Made, UTC',
  kind: 'time',
  value: ({ create_time: time }) => time,
}

const file: Column<Document> = {
  id: 'file',
  name: 'File',
  isOnScreenOnly: true,
  cell: (document) => <SavePdf document={document} />,
}

const digests: readonly Column<Document>[] = [
  {
    id: 'pdf',
    name: 'SHA-256 of the PDF',
    isHidden: true,
    value: ({ pdf_sha256: digest }) => digest,
  },
  {
    id: 'content',
    name: 'SHA-256 of the content',
    isHidden: true,
    value: ({ content_sha256: digest }) => digest,
  },
]

/** The columns of documents, for a reader. */
export const documentColumns = (reader: Reader): readonly Column<Document>[] => [
  kind,
  { id: 'kind', name: 'Kind', groups: true, isHidden: true, value: (one) => kindWords(one.kind) },
  {
    id: 'about',
    name: 'About',
    groups: true,
    value: aboutText,
    cell: (document) => <About document={document} />,
  },
  {
    id: 'counterparty',
    name: 'Counterparty',
    groups: true,
    value: (one) => (reader.isOwn(one.lender_id) ? one.borrower_name : one.lender_name),
  },
  made,
  file,
  ...digests,
]

/** The same on the screen of what the documents are about. */
export const columnsOfSubject: readonly Column<Document>[] = [kind, made, file, ...digests]
