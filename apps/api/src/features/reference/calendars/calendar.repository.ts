import { type Calendar, calendarNoticeDays } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** A calendar that is locked until the end of the transaction. */
export interface LockedCalendar {
  readonly id: string
  /** The id of its deadline. */
  readonly key: string
  /** The newest version. */
  readonly version: number
}

/** The newest version of a calendar. */
interface NamedCalendar extends LockedCalendar, Pick<Calendar, 'name' | 'last_day'> {}

/** What a version says, besides its number. */
export type CalendarContent = Pick<Calendar, 'name' | 'weekend' | 'holidays' | 'last_day'>

const rows = `
  SELECT v.calendar_id AS id, v.name, v.weekend, v.holidays::json, v.last_day::text, v.version,
    v.version = c.version AS newest, v.created_at AS create_time,
    v.created_at + interval '${calendarNoticeDays} days' AS apply_time,
    v.calendar_id || ' ' || lpad(v.version::text, 10, '0') AS place
  FROM calendars c JOIN calendar_versions v ON v.calendar_id = c.id`

export class CalendarRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** The newest version of each calendar, or all versions of one. */
  async page(
    tenant: Tenant,
    id: string | undefined,
    bounds: PageBounds,
  ): Promise<ListPage<Calendar> | Refusal> {
    const page = await readByKey<Calendar & { readonly place: string }>(
      this.#database,
      tenant,
      {
        name: 'calendars',
        select: `SELECT * FROM (${rows}
          WHERE CASE WHEN $1::text IS NULL THEN v.version = c.version ELSE c.id = $1 END) v WHERE true`,
        values: [id ?? null],
        column: 'place',
        type: 'text',
        key: ({ place }) => place,
      },
      bounds,
    )
    if (page instanceof Refusal) return page
    return { ...page, items: page.items.map(({ place: _, ...calendar }) => calendar) }
  }

  /**
   * Locks a calendar for its next version, and creates it if there is none. Undefined if there are
   * as many calendars as there may be.
   */
  async lockForNext(
    tx: WriteTransaction,
    id: string,
    calendarsMax: number,
  ): Promise<LockedCalendar | undefined> {
    const existing = await tx.row<LockedCalendar>(
      'SELECT id, key, version FROM calendars WHERE id = $1 FOR UPDATE',
      [id],
    )
    if (existing !== undefined) return { ...existing, version: existing.version + 1 }
    // One new calendar at a time, so that their number is bounded.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('calendars', 0))`)
    const created = await tx.row<LockedCalendar>(
      `INSERT INTO calendars AS c (id, version)
       SELECT $1, 1 WHERE (SELECT count(*) FROM calendars) < $2
         OR EXISTS (SELECT FROM calendars WHERE id = $1)
       ON CONFLICT (id) DO UPDATE SET version = c.version RETURNING id, key, version`,
      [id, calendarsMax],
    )
    if (created === undefined) return undefined
    const versions = await tx.row<{ newest: number | null }>(
      'SELECT max(version) AS newest FROM calendar_versions WHERE calendar_id = $1',
      [id],
    )
    return { ...created, version: (versions?.newest ?? 0) + 1 }
  }

  /**
   * Returns when it was created: not before the version that it replaces, if the clock was set
   * back.
   */
  async insertVersion(
    tx: WriteTransaction,
    { id, version }: LockedCalendar,
    { name, weekend, holidays, last_day }: CalendarContent,
    notified: readonly string[],
  ): Promise<string> {
    await tx.write('UPDATE calendars SET version = $2 WHERE id = $1', [id, version])
    const row = await tx.row<{ createdAt: string }>(
      `INSERT INTO calendar_versions (calendar_id, version, name, weekend, holidays, last_day,
         notified, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, greatest($8::timestamptz,
         (SELECT max(created_at) FROM calendar_versions WHERE calendar_id = $1)))
       RETURNING created_at AS "createdAt"`,
      [id, version, name, weekend, JSON.stringify(holidays), last_day, notified, tx.now],
    )
    if (row === undefined) throw new Error(`version ${version} of calendar ${id} was not inserted`)
    return row.createdAt
  }

  /** The organizations with terms, accepted or proposed, that name a calendar. */
  async organizationsOf(tx: WriteTransaction, id: string): Promise<string[]> {
    const { rows: organizations } = await tx.query<{ id: string }>(
      `SELECT DISTINCT side.id FROM margin_terms m
       CROSS JOIN LATERAL (VALUES (m.lender_id), (m.borrower_id)) AS side (id)
       WHERE m.calendars @> ARRAY[$1] AND m.calendars <> '{}' ORDER BY side.id`,
      [id],
    )
    return organizations.map((organization) => organization.id)
  }

  /** The newest version of a calendar, by the id of its deadline. */
  byKey(tx: WriteTransaction, key: string): Promise<NamedCalendar | undefined> {
    return tx.row<NamedCalendar>(
      `SELECT c.id, c.key, c.version, v.name, v.last_day::text
       FROM calendars c JOIN calendar_versions v ON v.calendar_id = c.id AND v.version = c.version
       WHERE c.key = $1`,
      [key],
    )
  }

  /**
   * The newest versions of calendars, which stay so until the transaction ends. Calendars that do
   * not exist are left out.
   */
  async pinned(tx: WriteTransaction, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map()
    const { rows: calendars } = await tx.query<{ id: string; version: number }>(
      'SELECT id, version FROM calendars WHERE id = ANY($1) ORDER BY id FOR SHARE',
      [ids],
    )
    return new Map(calendars.map(({ id, version }) => [id, version]))
  }

  /** Those of some locked calendars that have a version from a time on, RFC 3339. */
  async changedSince(
    tx: WriteTransaction,
    ids: readonly string[],
    time: string,
  ): Promise<string[]> {
    if (ids.length === 0) return []
    const { rows: changed } = await tx.query<{ id: string }>(
      `SELECT DISTINCT calendar_id AS id FROM calendar_versions
       WHERE calendar_id = ANY($1) AND created_at >= $2 ORDER BY calendar_id`,
      [ids, time],
    )
    return changed.map(({ id }) => id)
  }
}
