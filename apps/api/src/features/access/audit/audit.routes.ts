import { listAuditEntries } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { AuditEntryRepository } from './audit-entry.repository.ts'

interface Options {
  readonly auditEntries: AuditEntryRepository
  readonly lists: Lists
}

/** Lines of reads are written after the answer, so they appear a moment later. */
export const auditRoutes: FastifyPluginCallback<Options> = (app, { auditEntries, lists }, done) => {
  app.operation(listAuditEntries, ({ caller, query }) =>
    lists.answer(listAuditEntries, caller, query, 'audit_entries', (after, pageSize) =>
      auditEntries.page(caller, query, { after, pageSize }),
    ),
  )
  done()
}
