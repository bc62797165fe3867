import pg from 'pg'
import { inject } from 'vitest'

/**
 * Works while no other worker of the run works under the same name. PostgreSQL ends the lock with
 * the worker that holds it.
 */
export async function oneAtATime(name: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name])
    await work()
  } finally {
    await client.end()
  }
}
