import type { AuditEntry } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** An entry whose time has the name that lists are ordered by. */
type AuditRow = Omit<AuditEntry, 'time'> & { readonly create_time: string }

const select = `
  SELECT id, time AS create_time, kind, organization_id, credential_id, event, outcome, request_id, subject_id
  FROM audit_entries WHERE organization_id = $1`

export class AuditEntryRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** The audit trail of the caller's organization. */
  async page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<AuditEntry> | Refusal> {
    const values = [tenant.organizationId]
    const page = await readNewestFirst<AuditRow>(
      this.#database,
      tenant,
      { name: 'audit trail', select, values, time: 'time', id: 'id' },
      bounds,
    )
    if (page instanceof Refusal) return page
    const items = page.items.map(({ create_time: time, ...entry }) => ({ ...entry, time }))
    return { items, end: page.end }
  }
}
