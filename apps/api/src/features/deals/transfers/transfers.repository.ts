import { Refusal } from '../../../platform/refusal.ts'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import { listingStatement } from './listing-statement.ts'
import { stepsOfTransfer, usualSecondsOfTransfer } from './transfer-steps.ts'
import type { TransferSelection } from './transfer-selection.ts'

/** A page of the list: the stored documents, separated by commas. */
export interface DocumentPage {
  readonly documents: string
  /**
   * The last transfer of the page, if another one follows. Or the place down to which the page
   * looked, if it is not the end of the list.
   */
  readonly end: PagePosition | undefined
}

interface PageRow {
  readonly documents: string | null
  readonly count: number
  /** All later transfers have been looked at. Null if there are no earlier ones. */
  readonly since: string | null
}

const nothing: PageRow = { documents: null, count: 0, since: null }
/** Comes before all others of its time. */
const leastId = '00000000-0000-0000-0000-000000000000'

/** A transfer with its way, as JSON texts. */
export interface FoundTransfer {
  readonly document: string
  readonly steps: string
  /** Null if too few transfers are known, or if it has ended. */
  readonly usual: number | null
}

const selectTransfer = `
  SELECT t.document, (${stepsOfTransfer}) AS steps, (${usualSecondsOfTransfer}) AS usual
  FROM transfers t
  WHERE t.id = $1 AND $2 IN (t.sender_organization_id, t.receiver_organization_id)`

export class TransferRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** A transfer with its steps. Undefined if the organization has no such transfer. */
  find(tenant: Tenant, id: string): Promise<FoundTransfer | Refusal | undefined> {
    return this.#database.readOne<FoundTransfer>(tenant, {
      name: 'transfer',
      text: selectTransfer,
      values: [id, tenant.organizationId],
    })
  }

  /** A page, newest first. It looks at so many transfers at most, so it may be short, or empty. */
  async page(
    tenant: Tenant,
    selection: TransferSelection,
    after: PagePosition | undefined,
    pageSize: number,
  ): Promise<DocumentPage | Refusal> {
    const statement = listingStatement(tenant.organizationId, selection, after, pageSize)
    const row = await this.#database.readOne<PageRow>(tenant, statement)
    if (row instanceof Refusal) return row
    const { documents, count, since } = row ?? nothing
    if (documents === null || count <= pageSize) {
      const end = since === null ? undefined : { createTime: since, id: leastId }
      return { documents: documents ?? '', end }
    }
    const page = documents.slice(0, documents.lastIndexOf(separator))
    return { documents: page, end: positionOf(page.slice(page.lastIndexOf('\n') + 1)) }
  }
}

/**
 * Separates two documents. It cannot occur inside one, because JSON escapes line breaks in text.
 */
const separator = ',\n'

function positionOf(document: string): PagePosition {
  const { id, create_time: createTime } = JSON.parse(document) as Record<
    'id' | 'create_time',
    string
  >
  return { id, createTime }
}
