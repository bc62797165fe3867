import type { QueryResultRow } from 'pg'
import type { Tenant, TenantDatabase } from '../db/tenant.ts'
import { Refusal } from '../refusal.ts'
import { cutPage, type ListPage } from './list.ts'
import { positionText, readPosition } from './page-token.ts'

/** The rows from which a page is read. */
interface Selection {
  /** Equal names require equal texts. */
  readonly name: string
  /** The statement up to its ORDER BY. It must end in a condition. */
  readonly select: string
  readonly values: readonly unknown[]
}

/** Where the page starts, and its size. */
export interface PageBounds {
  readonly after: string | undefined
  readonly pageSize: number
}

/**
 * Reads a page of rows that have a time, newest first. `time` and `id` are the columns of the
 * order.
 */
export async function readNewestFirst<
  Row extends QueryResultRow & { readonly id: string; readonly create_time: string },
>(
  database: TenantDatabase,
  tenant: Tenant,
  selection: Selection & { readonly time: string; readonly id: string },
  { after, pageSize }: PageBounds,
): Promise<ListPage<Row> | Refusal> {
  const { name, select, values, time, id } = selection
  const begin = after === undefined ? undefined : readPosition(after)
  const next = values.length + 1
  const text = `${select}
    AND ($${next}::timestamptz IS NULL OR (${time}, ${id}) < ($${next}, $${next + 1}::uuid))
    ORDER BY ${time} DESC, ${id} DESC LIMIT $${next + 2}`
  const bound = [...values, begin?.createTime ?? null, begin?.id ?? null, pageSize + 1]
  const rows = await database.read<Row>(tenant, { name, text, values: bound }, 'custom')
  if (rows instanceof Refusal) return rows
  return cutPage(
    rows,
    pageSize,
    (row) => positionText({ createTime: row.create_time, id: row.id }),
    (row) => row,
  )
}

/**
 * Reads a page of rows in the order of a key: a column of UUIDs, or of text, which is compared by
 * its bytes so that the order is the same in every database.
 */
export async function readByKey<Row extends QueryResultRow>(
  database: TenantDatabase,
  tenant: Tenant,
  selection: Selection & {
    readonly column: string
    readonly type: 'uuid' | 'text' | 'integer'
    readonly key: (row: Row) => string
  },
  { after, pageSize }: PageBounds,
): Promise<ListPage<Row> | Refusal> {
  const { name, select, values, column, type, key } = selection
  const order = type === 'text' ? `${column} COLLATE "C"` : column
  const next = values.length + 1
  const text = `${select} AND ($${next}::${type} IS NULL OR ${order} > $${next})
    ORDER BY ${order} LIMIT $${next + 1}`
  const bound = [...values, after ?? null, pageSize + 1]
  const rows = await database.read<Row>(tenant, { name, text, values: bound }, 'custom')
  return rows instanceof Refusal ? rows : cutPage(rows, pageSize, key, (row) => row)
}
