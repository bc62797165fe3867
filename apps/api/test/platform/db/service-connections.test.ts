import { expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { createDatabase } from '../../harness/database.ts'

it('has PostgreSQL compile no statement of the service, however expensive its plan looks', async () => {
  const database = await createDatabase()
  const pool = openServicePool({ url: database.url, poolSize: 1 })
  expect((await pool.query<{ jit: string }>('SHOW jit')).rows).toEqual([{ jit: 'off' }])
  await pool.end()
  await database.drop()
})
