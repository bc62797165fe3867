import { DocumentRenderer } from '../features/documents/document-renderer.ts'
import { DocumentRepository } from '../features/documents/document.repository.ts'
import { DocumentService } from '../features/documents/document.service.ts'
import { RenderingThread } from '../features/documents/rendering-thread.ts'
import { MarginStatements } from '../features/reports/margin-statements.ts'
import type { TenantDatabase } from '../platform/db/tenant.ts'
import type { Writes } from '../platform/writes/writes.ts'
import type { ServiceParts } from './service-parts.ts'

interface Parts extends ServiceParts {
  readonly database: TenantDatabase
  readonly writes: Writes
}

/** What lists documents, what renders them, and what makes those of market cuts. */
export function composeDocuments({ config, bookClock, logger, pool, database, writes }: Parts) {
  const acting = { pool, writes, logger }
  const priceAgeSecondsMax = config.PRICE_MAX_AGE_S
  return {
    documents: new DocumentService(new DocumentRepository(database)),
    documentRenderer: new DocumentRenderer({ ...acting, thread: new RenderingThread() }),
    marginStatements: new MarginStatements({ ...acting, clock: bookClock, priceAgeSecondsMax }),
  }
}
