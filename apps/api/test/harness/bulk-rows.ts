import type { TestDatabase } from './database.ts'

interface Definition {
  readonly kind: 'foreign key' | 'index'
  readonly drop: string
  readonly create: string
}

/**
 * Inserts many rows into a table without its indexes and foreign keys, and then creates these
 * again: PostgreSQL builds an index of all rows several times as fast as it adds the rows one by
 * one. `rows alone` are rows that no trigger sees, and that may refer to rows that are missing: the
 * foreign keys stay away.
 */
export async function insertInBulk(
  database: Pick<TestDatabase, 'query'>,
  table: string,
  insert: string,
  values: readonly unknown[] = [],
  inserted: 'rows of a book' | 'rows alone' = 'rows of a book',
): Promise<void> {
  const isAlone = inserted === 'rows alone'
  const { rows } = await database.query<Definition>(
    `SELECT 'foreign key' AS kind, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) AS create
     FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'
     UNION ALL
     SELECT 'index', format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     FROM pg_index i WHERE indrelid = $1::regclass AND NOT EXISTS (
       SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
    [table],
  )
  await database.query(rows.map(({ drop }) => drop).join(';'))
  if (isAlone) await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await database.query(insert, [...values])
  if (isAlone) await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  // Without it the checks of foreign keys may be planned for a table of a few rows, and never end.
  await database.query(`ANALYZE ${table}`)
  const again = rows.filter(({ kind }) => kind === 'index' || !isAlone)
  await database.query(again.map(({ create }) => create).join(';'))
}
