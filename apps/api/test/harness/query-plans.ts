import pg from 'pg'
import type { PlanMode, Statement } from '../../src/platform/db/tenant-query.ts'
import type { Book } from './book.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { loadBook } from './load-book.ts'

/** A node of a plan as PostgreSQL explains it, with the figures of its run. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/**
 * The plans of statements as they run when they are prepared, for one organization, as the service
 * runs them.
 */
export class QueryPlans {
  readonly #client: pg.Client
  /** Only if the plans have it to themselves. */
  readonly #ownDatabase: TestDatabase | undefined

  private constructor(client: pg.Client, ownDatabase: TestDatabase | undefined) {
    this.#client = client
    this.#ownDatabase = ownDatabase
  }

  static async of(database: TestDatabase, organizationId: string): Promise<QueryPlans> {
    return new QueryPlans(await connected(database, organizationId), undefined)
  }

  /** On a database with a book, which `fill` makes large. It is dropped at the end. */
  static async ofBook(
    book: Book,
    organizationId: string,
    fill: (database: TestDatabase) => Promise<void>,
  ): Promise<QueryPlans> {
    const database = await createDatabase()
    await loadBook(database, book)
    await fill(database)
    return new QueryPlans(await connected(database, organizationId), database)
  }

  /** The nodes of the plan of a statement, which is executed, the topmost first. */
  async nodes({ text, values }: Statement, mode: PlanMode): Promise<PlanNode[]> {
    await this.#client.query(`SET plan_cache_mode = force_${mode}_plan`)
    await this.#client.query('DEALLOCATE ALL')
    const types = values.map(() => 'unknown').join(', ')
    await this.#client.query(`PREPARE listing (${types}) AS ${text}`)
    const given = values.map((value) => {
      if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join()}}`)
      if (typeof value !== 'string' && typeof value !== 'number') return 'NULL'
      return pg.escapeLiteral(String(value))
    })
    const { rows } = await this.#client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE listing (${given.join(', ')})`,
    )
    return rows.flatMap((row) => flatten(row['QUERY PLAN'][0].Plan))
  }

  async end(): Promise<void> {
    await this.#client.end()
    await this.#ownDatabase?.drop()
  }
}

async function connected(database: TestDatabase, organizationId: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // A test that has timed out does not cancel its statements, which would slow down all others.
  await client.query("SET ROLE vadium_service; SET timezone = 'UTC'; SET statement_timeout = '30s'")
  await client.query("SELECT set_config('vadium.organization_id', $1, false)", [organizationId])
  return client
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

/** How many pages of the buffer cache a statement read. */
export function buffersRead([top]: readonly PlanNode[]): number {
  return (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0)
}

/** How many rows a scan read, including those that its filter discarded. */
export function rowsRead(node: PlanNode): number {
  if (node['Relation Name'] === undefined) return 0
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
}

/** How many rows were read of each table. */
export function rowsReadOfEach(nodes: readonly PlanNode[]): Record<string, number> {
  const read: Record<string, number> = {}
  for (const node of nodes) {
    const table = node['Relation Name']
    if (table !== undefined) read[table] = (read[table] ?? 0) + rowsRead(node)
  }
  return read
}

/** The tables that were read completely. An empty one may be planned so, and costs nothing. */
export function readFromEndToEnd(nodes: readonly PlanNode[]): (string | undefined)[] {
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && rowsRead(node) > 0)
    .map((node) => node['Relation Name'])
}

/**
 * The beginning of a later page, in the middle of the times with which tests of plans fill a book.
 */
export const middle = {
  createTime: '2026-01-03T00:00:00.000Z',
  id: '80000000-0000-4000-8000-000000000000',
}
