import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

interface Answered<Row> {
  readonly rows: Row[]
  readonly rowCount: number | null
}

export interface TestDatabase {
  readonly url: string
  /** As the owner of the tables, past row-level security. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<Answered<Row>>
  drop(): Promise<void>
}

/** A database of this test's own, with all migrations; or with none, as a copy of `template0`. */
export async function createDatabase(from?: 'template0'): Promise<TestDatabase> {
  const name = `vadium_test_${randomUUID().replaceAll('-', '')}`
  const server = new pg.Client({ connectionString: inject('databaseUrl') })
  await server.connect()
  await server.query(`CREATE DATABASE ${name} TEMPLATE ${from ?? inject('templateDatabase')}`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  const owner = new pg.Pool({ connectionString: url.toString(), max: 2 })
  owner.on('error', () => undefined)
  return {
    url: url.toString(),
    query: (text, values) => owner.query(text, values),
    drop: async () => {
      await owner.end()
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await server.end()
    },
  }
}
