// What other features may use.
export { isDocumentWanted, recordDocument, recordFirstDocuments } from './document-record.ts'
