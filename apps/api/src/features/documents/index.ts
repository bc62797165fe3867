// What other features may use.
export { isDocumentWanted, recordDocument } from './document-record.ts'
