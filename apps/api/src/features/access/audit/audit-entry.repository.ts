import type { AuditEntry } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { readPosition } from '../../../platform/lists/page-token.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** An entry whose time has the name that lists are ordered by. */
type AuditRow = Omit<AuditEntry, 'time'> & { readonly create_time: string }

/**
 * The trail is partitioned by month, and a page is usually full of lines of the last two. So these
 * are read first: a page of a long history touches as many partitions as one of a short.
 */
const recentDays = 62
const dayMs = 86_400_000

const select = `
  SELECT id, time AS create_time, kind, organization_id, credential_id, event, outcome, request_id, subject_id
  FROM audit_entries WHERE organization_id = $1`

const recentSelect = `${select} AND time >= $2 AND ($3::timestamptz IS NULL OR time <= $3)`

export class AuditEntryRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** The audit trail of the caller's organization. */
  async page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<AuditEntry> | Refusal> {
    const order = { time: 'time', id: 'id' } as const
    const { organizationId } = tenant
    const { after } = bounds
    const until = after === undefined ? null : readPosition(after).createTime
    const newestMs = until === null ? Date.now() : Date.parse(until)
    const since = new Date(newestMs - recentDays * dayMs).toISOString()
    const recent = await readNewestFirst<AuditRow>(
      this.#database,
      tenant,
      {
        ...{ name: 'recent audit trail', select: recentSelect },
        ...{ values: [organizationId, since, until], ...order },
      },
      bounds,
    )
    const isFull = recent instanceof Refusal || recent.end !== undefined
    const page = isFull
      ? recent
      : await readNewestFirst<AuditRow>(
          this.#database,
          tenant,
          { name: 'audit trail', select, values: [organizationId], ...order },
          bounds,
        )
    if (page instanceof Refusal) return page
    const items = page.items.map(({ create_time: time, ...entry }) => ({ ...entry, time }))
    return { items, end: page.end }
  }
}
