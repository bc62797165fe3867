import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import {
  Document,
  DocumentKind,
  DocumentPreferences,
  DocumentWithContent,
} from '../resources/document.ts'
import { Timestamp, Uuid } from '../scalars.ts'

const params = Type.Object(
  { document_id: described(Uuid, 'The id of the document.') },
  { additionalProperties: false },
)
const readers = ['viewer', 'execution', 'reporting', 'admin'] as const

export const listDocuments = operation({
  id: 'listDocuments',
  method: 'GET',
  path: '/documents',
  summary: 'List documents',
  description:
    "Lists the documents of the deals of the caller's organization, newest first. Both sides of a deal have the same ones.",
  command: ['documents', 'list'],
  group: 'documents',
  roles: readers,
  safe: true,
  query: Type.Object(
    {
      kind: Type.Optional(DocumentKind),
      order_id: Type.Optional(described(Uuid, 'Only those of this order.')),
      subject_id: Type.Optional(
        described(Uuid, 'Only those about this order, mark-to-market request or close-out itself.'),
      ),
      counterparty_id: Type.Optional(
        described(Uuid, 'Only those of deals with this counterparty.'),
      ),
      from: Type.Optional(described(Timestamp, 'Only those made at this time or later.')),
      to: Type.Optional(described(Timestamp, 'Only those made before this time.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('DocumentList', 'documents', Document),
  reasons: ['PAGE_TOKEN_INVALID', 'VALUE_INVALID'],
})

export const getDocument = operation({
  id: 'getDocument',
  method: 'GET',
  path: '/documents/{document_id}',
  summary: 'Get a document',
  description: 'Returns a document with its content.',
  command: ['documents', 'get'],
  group: 'documents',
  roles: readers,
  safe: true,
  params,
  response: DocumentWithContent,
  reasons: ['DOCUMENT_NOT_FOUND'],
})

export const getDocumentPdf = operation({
  id: 'getDocumentPdf',
  method: 'GET',
  path: '/documents/{document_id}/pdf',
  summary: 'Get the PDF of a document',
  description:
    'Returns the PDF, a PDF/A-3b with the content attached as `content.json`, to be saved under a name. The SHA-256 of its bytes is `pdf_sha256`.',
  command: ['documents', 'pdf'],
  group: 'documents',
  roles: readers,
  safe: true,
  params,
  file: 'application/pdf',
  response: Type.Unsafe<Uint8Array>(
    Type.String({ contentMediaType: 'application/pdf', description: 'The bytes of the PDF.' }),
  ),
  reasons: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_READY'],
})

export const getDocumentPreferences = operation({
  id: 'getDocumentPreferences',
  method: 'GET',
  path: '/document-preferences',
  summary: 'Get the document preferences',
  description: "Returns which documents the caller's organization wants.",
  command: ['document-preferences', 'get'],
  group: 'documentPreferences',
  roles: readers,
  safe: true,
  response: DocumentPreferences,
  reasons: [],
})

export const setDocumentPreferences = operation({
  id: 'setDocumentPreferences',
  method: 'POST',
  path: '/document-preferences',
  summary: 'Set the document preferences',
  description:
    "Replaces the kinds of documents that the caller's organization wants. A document is made if one side of the deal wants its kind at that moment, and both sides can read it. Nothing is made of the past.",
  command: ['document-preferences', 'set'],
  group: 'documentPreferences',
  roles: ['admin'],
  safe: false,
  body: Type.Object(
    { kinds: DocumentPreferences.properties.kinds },
    { title: 'SetDocumentPreferences', additionalProperties: false },
  ),
  response: DocumentPreferences,
  reasons: [],
})
