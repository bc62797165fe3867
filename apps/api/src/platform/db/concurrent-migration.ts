import type { Client } from 'pg'

/**
 * A migration that builds indexes, or drops them, while everybody works: in no transaction, so it
 * can end half-way.
 */
export function isConcurrent(file: string): boolean {
  return file.endsWith('.concurrently.sql')
}

const create = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)\s+ON\s/i
const drop = /^DROP INDEX CONCURRENTLY IF EXISTS \w+$/i

/**
 * Carries such a migration out, a statement after the other. What was done before is left as it is,
 * and what an end in the middle left half-built, which PostgreSQL calls invalid, is built again. No
 * lock keeps anybody from reading or writing, so it waits for as long as it takes.
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

/** @throws where one can be carried out half-way, or not again. */
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
    'A migration named ….concurrently.sql holds CREATE INDEX CONCURRENTLY name ON …, and DROP INDEX ' +
      `CONCURRENTLY IF EXISTS name, and nothing else; not: ${other}`,
  )
}

/** Undefined where there is no such index. */
async function validity(client: Client, index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  )
  return rows[0]?.valid
}
