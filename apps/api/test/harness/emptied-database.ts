import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** What a new database has: the rows that the migrations write, and its schema. */
interface Beginning {
  readonly rows: readonly { readonly table: string; readonly json: string }[]
  readonly schema: string
}

/** What was written to its tables is deleted up to this size; a larger table is truncated. */
const bytesDeletedMax = 128 * 1024

/**
 * Empties a database after a test, so that the next one finds it as a copy of the template would
 * be. To delete some rows is a tenth of the work of a copy and keeps what connections know of the
 * catalogs.
 */
export class EmptiedDatabase {
  readonly #superuser: pg.Client
  private readonly beginning: Beginning
  #begunAt: string

  private constructor(superuser: pg.Client, begunAt: string, beginning: Beginning) {
    this.#superuser = superuser
    this.#begunAt = begunAt
    this.beginning = beginning
  }

  /** Remembers how a database is that no test has used. */
  static async new(superuserUrl: string, like?: EmptiedDatabase): Promise<EmptiedDatabase> {
    const superuser = new pg.Client({ connectionString: superuserUrl })
    superuser.on('error', () => undefined)
    await superuser.connect()
    // No trigger fires, so append-only tables can be emptied.
    await superuser.query("SET session_replication_role = replica; SET lock_timeout = '1s'")
    const begunAt = await transactionId(superuser)
    const beginning = like?.beginning ?? {
      rows: await rowsOf(superuser),
      schema: await schemaOf(superuser, begunAt),
    }
    return new EmptiedDatabase(superuser, begunAt, beginning)
  }

  /**
   * Whether the database is as it was at the beginning. It is not if a test has changed its schema,
   * or if others than the known connections are open to it.
   */
  async empty(knownConnections: number): Promise<boolean> {
    try {
      if (!(await this.#isAlone(knownConnections))) return false
      const schema = await schemaOf(this.#superuser, this.#begunAt)
      if (schema !== this.beginning.schema) return false
      await this.#empty()
      return true
    } catch {
      // A test has ended the connections, or still holds a lock.
      return false
    }
  }

  async close(): Promise<void> {
    await this.#superuser.end()
  }

  /** A backend ends a moment after its client. */
  async #isAlone(knownConnections: number, turnsLeft = 20): Promise<boolean> {
    const { rows } = await this.#superuser.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend'
         AND pid <> pg_backend_pid()`,
    )
    if (rows[0]?.count === knownConnections) return true
    if (turnsLeft === 0) return false
    await setTimeout(10)
    return this.#isAlone(knownConnections, turnsLeft - 1)
  }

  async #empty(): Promise<void> {
    const { rows } = await this.#superuser.query<{ name: string; large: boolean }>(
      `SELECT oid::regclass::text AS name, pg_relation_size(oid) > $1 AS large FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0`,
      [bytesDeletedMax],
    )
    const large = rows.filter((table) => table.large).map(({ name }) => name)
    const truncate = large.length === 0 ? [] : [`TRUNCATE ${large.join(', ')} CASCADE`]
    const deletions = rows.filter((table) => !table.large).map(({ name }) => `DELETE FROM ${name}`)
    const restored = this.beginning.rows.map(
      ({ table, json }) =>
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
         SELECT * FROM json_populate_recordset(NULL::${table}, ${pg.escapeLiteral(json)})`,
    )
    const sequences = 'SELECT setval(seqrelid, seqstart, false) FROM pg_sequence'
    const statements = [...truncate, ...deletions, ...restored, sequences]
    await this.#superuser.query(`BEGIN; ${statements.join('; ')}; COMMIT`)
    // A truncated table has a new file, which the catalogs name.
    if (large.length > 0) this.#begunAt = await transactionId(this.#superuser)
  }
}

async function transactionId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::xid AS id')
  return rows[0]?.id ?? ''
}

async function rowsOf(client: pg.Client): Promise<Beginning['rows']> {
  const tables = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
     ORDER BY 1`,
  )
  const rows: { table: string; json: string }[] = []
  for (const { name } of tables.rows) {
    const found = await client.query<{ json: string | null }>(
      `SELECT json_agg(row_of_table)::text AS json FROM ${name} row_of_table`,
    )
    const json = found.rows[0]?.json
    if (typeof json === 'string') rows.push({ table: name, json })
  }
  return rows
}

const catalogs = [
  ...['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_index', 'pg_constraint', 'pg_proc'],
  ...['pg_trigger', 'pg_policy', 'pg_namespace', 'pg_default_acl', 'pg_extension'],
]

/**
 * What can be said of a schema in two milliseconds: how many rows each catalog has, and how many
 * were written since a transaction. Statistics count as well, because they change plans.
 */
async function schemaOf(client: pg.Client, sinceTransaction: string): Promise<string> {
  const counts = catalogs.map(
    (catalog) =>
      `(SELECT concat(count(*), '/', count(*) FILTER (WHERE age(xmin) < age($1::xid)))
        FROM ${catalog})`,
  )
  const { rows } = await client.query<{ schema: string }>(
    `SELECT concat_ws(' ', ${counts.join(', ')},
       (SELECT count(*) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples >= 0),
       (SELECT count(*) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
        WHERE d.datname = current_database())) AS schema`,
    [sinceTransaction],
  )
  return rows[0]?.schema ?? ''
}
