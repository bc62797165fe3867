import type { Pool, PoolClient } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { ConnectionShares, type ShareOwner } from '../../../src/platform/db/connection-shares.ts'
import { PoolOverloadedError } from '../../../src/platform/db/database-failure.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createDatabase()
  pool = openServicePool({ url: database.url, poolSize: 2 })
  return async () => {
    await pool.end()
    await database.drop()
  }
})

describe('the oldest of what waits', () => {
  it('is refused first, whichever organization waits, and never what must not be', async () => {
    const shares = new ConnectionShares(pool, { percent: 50, lists: 1 })
    const held = await Promise.all(
      ['one', 'two'].map((organizationId) => shares.connect({ organizationId })),
    )
    const outcomes: string[] = []
    const wait = (name: string, owner: ShareOwner) =>
      shares.connect(owner).then(
        (client: PoolClient) => {
          outcomes.push(`${name} begins`)
          client.release()
        },
        (error: unknown) => {
          outcomes.push(error instanceof PoolOverloadedError ? `${name} is refused` : String(error))
        },
      )
    const waiting = [
      wait('a stream', { organizationId: 'one' }),
      wait('the first', { organizationId: 'one', mayBeRefused: true }),
      wait('the second', { organizationId: 'two', mayBeRefused: true }),
      wait('the third', { organizationId: 'one', mayBeRefused: true }),
    ]
    shares.refuseOldest(4, 60_000)
    expect(shares.waiting).toBe(4)
    shares.refuseOldest(2, 0)
    await Promise.all([waiting[1], waiting[2]])
    expect(outcomes).toEqual(['the first is refused', 'the second is refused'])
    for (const client of held) client.release()
    await Promise.all(waiting)
    expect(outcomes.slice(2)).toEqual(['a stream begins', 'the third begins'])
    expect(shares.waiting).toBe(0)
  })
})
