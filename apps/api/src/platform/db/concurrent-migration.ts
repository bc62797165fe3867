import type { Client } from 'pg'

const create = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)\s+ON\s/i
const drop = /^DROP INDEX CONCURRENTLY IF EXISTS \w+$/i

/**
 * Runs a migration that builds or drops indexes without blocking reads and writes. It runs outside
 * a transaction, statement by statement, so it can stop half-way. Statements that were completed in
 * an earlier attempt are skipped. An index that an interrupted attempt left unfinished (PostgreSQL
 * marks it invalid) is built again. The migration blocks nobody, so it waits for locks without a
 * limit.
 */
export async function buildConcurrently(client: Client, sql: string): Promise<void> {
  await client.query('SET lock_timeout = 0')
  for (const statement of statementsOf(sql)) {
    const [, index] = create.exec(statement) ?? []
    if (index === undefined) {
      await client.query(statement)
      continue
    }
    const isValid = await validity(client, index)
    if (isValid === false) await client.query(`DROP INDEX CONCURRENTLY ${index}`)
    if (isValid !== true) await client.query(statement)
  }
}

/** @throws Error if a statement is not safe to interrupt and run again. */
function statementsOf(sql: string): string[] {
  const statements = sql
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  const other = statements.find((statement) => !create.test(statement) && !drop.test(statement))
  if (other === undefined) return statements
  throw new Error(
    'A migration named ….concurrently.sql may contain CREATE INDEX CONCURRENTLY name ON … and DROP INDEX ' +
      `CONCURRENTLY IF EXISTS name, but not: ${other}`,
  )
}

/** Undefined if there is no such index. */
async function validity(client: Client, index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  )
  return rows[0]?.valid
}
