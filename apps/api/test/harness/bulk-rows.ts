import type { TestDatabase } from './database.ts'

interface Definition {
  readonly drop: string
  readonly create: string
}

/**
 * Inserts many rows into a table without its indexes and foreign keys, and then creates these
 * again: PostgreSQL builds an index of all rows several times as fast as it adds the rows one by
 * one.
 */
export async function insertInBulk(
  database: Pick<TestDatabase, 'query'>,
  table: string,
  insert: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const { rows } = await database.query<Definition>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) AS create
     FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'
     UNION ALL
     SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     FROM pg_index i WHERE indrelid = $1::regclass AND NOT EXISTS (
       SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
    [table],
  )
  await database.query(rows.map(({ drop }) => drop).join(';'))
  await database.query(insert, [...values])
  await database.query(rows.map(({ create }) => create).join(';'))
}
