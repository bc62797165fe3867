import {
  getDocument,
  getDocumentPdf,
  getDocumentPreferences,
  listDocuments,
  setDocumentPreferences,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { DocumentService } from './document.service.ts'

interface Options {
  readonly documents: DocumentService
  readonly lists: Lists
}

export const documentRoutes: FastifyPluginCallback<Options> = (app, { documents, lists }, done) => {
  app.operation(listDocuments, ({ caller, query }) =>
    lists.answer(listDocuments, caller, query, 'documents', (after, pageSize) =>
      documents.page(caller, query, { after, pageSize }),
    ),
  )
  app.operation(getDocument, ({ caller, params }) => documents.get(caller, params.document_id))
  app.operation(getDocumentPdf, ({ caller, params }) => documents.pdf(caller, params.document_id))
  app.operation(getDocumentPreferences, ({ caller }) => documents.preferences(caller))
  app.operation(setDocumentPreferences, ({ tx, body }) => documents.setPreferences(tx, body.kinds))
  done()
}
