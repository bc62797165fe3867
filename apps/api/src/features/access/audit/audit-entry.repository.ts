import type { AuditEntry } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { dayMs, firstInstantMs, instantText } from '../../../platform/instant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import { cutPage, type ListPage } from '../../../platform/lists/list.ts'
import { positionText, readPosition } from '../../../platform/lists/page-token.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { entriesLookedAtMax } from '../../../platform/writes/audit-trail.ts'
import { type AuditPeriod, auditPeriods, type AuditSelection } from './audit-selection.ts'

/** An entry that matches the filters, or the last that the page may look at. */
type AuditRow = AuditEntry & { readonly is_match: boolean; readonly place: number }

/**
 * The trail is partitioned by month, and a page is usually full of lines of the last two. So these
 * are read first: a page of a long history touches as many partitions as one of a short.
 */
const recentMs = 62 * dayMs

const newestFirst = 'time DESC, id DESC'

/**
 * The trail has one index, of its order, because every request writes to it. The filters are
 * compared in the rows.
 */
const select = `
  SELECT id, time, kind, organization_id, credential_id, event, outcome, request_id, subject_id,
    is_match, place
  FROM (
    SELECT *, row_number() OVER (ORDER BY ${newestFirst})::int AS place,
      ($6::uuid IS NULL OR credential_id = $6) AND ($7::text IS NULL OR event = $7)
      AND ($8::text IS NULL OR CASE $8 WHEN 'refused' THEN outcome <> 'ok' ELSE outcome = $8 END)
      AND ($9::uuid IS NULL OR subject_id = $9)
      AND ($10::text IS NULL OR request_id = $10) AS is_match
    FROM audit_entries
    WHERE organization_id = $1 AND ($2::timestamptz IS NULL OR time >= $2)
      AND ($3::timestamptz IS NULL OR time < $3)
      AND ($4::timestamptz IS NULL OR (time <= $4 AND (time, id) < ($4, $5::uuid)))
      AND ($11::boolean IS NULL OR is_read = $11)
    ORDER BY ${newestFirst} LIMIT ${entriesLookedAtMax}) AS looked_at
  WHERE is_match OR place = ${entriesLookedAtMax} ORDER BY ${newestFirst} LIMIT $12`

export class AuditEntryRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** A page of the audit trail of the caller's organization. */
  async page(
    tenant: Tenant,
    selection: AuditSelection,
    bounds: PageBounds,
  ): Promise<ListPage<AuditEntry> | Refusal> {
    const periods = auditPeriods(selection)
    if (periods instanceof Refusal) return periods
    const [first, second] = periods
    const begin = bounds.after && readPosition(bounds.after).createTime
    const isInSecond = begin !== undefined && second?.from !== undefined && begin >= second.from
    if (!isInSecond) {
      const page = await this.#recentFirst(tenant, selection, first, bounds)
      if (second === undefined || page instanceof Refusal) return page
      if (page.items.length > 0 || page.end !== undefined) return page
    }
    const begun = isInSecond ? bounds : { ...bounds, after: undefined }
    return this.#recentFirst(tenant, selection, second, begun)
  }

  async #recentFirst(
    tenant: Tenant,
    selection: AuditSelection,
    period: AuditPeriod,
    bounds: PageBounds,
  ): Promise<ListPage<AuditEntry> | Refusal> {
    const newest = [bounds.after && readPosition(bounds.after).createTime, period.to]
    const newestMs = Math.min(
      Date.now(),
      ...newest.flatMap((time) => (time ? Date.parse(time) : [])),
    )
    const since = instantText(Math.max(firstInstantMs, newestMs - recentMs))
    if (period.from !== undefined && period.from >= since) {
      return this.#read(tenant, selection, period, bounds)
    }
    const recent = await this.#read(tenant, selection, { ...period, from: since }, bounds)
    const isFull = recent instanceof Refusal || recent.end !== undefined
    return isFull ? recent : this.#read(tenant, selection, period, bounds)
  }

  async #read(
    tenant: Tenant,
    selection: AuditSelection,
    { from, to }: AuditPeriod,
    { after, pageSize }: PageBounds,
  ): Promise<ListPage<AuditEntry> | Refusal> {
    const begin = after === undefined ? undefined : readPosition(after)
    const { credential_id, event, outcome, subject_id, request_id, reads } = selection
    const values = [
      ...[tenant.organizationId, from, to, begin?.createTime, begin?.id],
      ...[credential_id, event, outcome, subject_id, request_id?.toLowerCase(), reads],
      pageSize + 1,
    ]
    const rows = await this.#database.read<AuditRow>(
      tenant,
      { name: 'audit trail', text: select, values },
      'custom',
    )
    if (rows instanceof Refusal) return rows
    const page = cutPage(rows, pageSize, placeOf, (row) => row)
    const last = rows.at(-1)
    const isEnd = page.end === undefined && last?.place === entriesLookedAtMax
    return {
      items: page.items.filter(({ is_match }) => is_match).map(entryOf),
      end: isEnd ? placeOf(last) : page.end,
    }
  }
}

const placeOf = ({ time, id }: AuditRow) => positionText({ createTime: time, id })

const entryOf = ({ is_match: _, place: __, ...entry }: AuditRow): AuditEntry => entry
