import { EventEmitter, once } from 'node:events'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionShares } from '../../../src/platform/db/connection-shares.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { type Tenant, TenantDatabase } from '../../../src/platform/db/tenant.ts'
import { randomIds } from '../../../src/platform/ids.ts'
import { Refusal } from '../../../src/platform/refusal.ts'
import type { WriteTransaction } from '../../../src/platform/writes/write-transaction.ts'
import { Writes } from '../../../src/platform/writes/writes.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
let tenant: Tenant
let pool: Pool
beforeAll(async () => {
  await world.start()
  const { database } = world.service
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM credentials WHERE organization_id = $1',
    [world.stranger.id],
  )
  const credentialId = rows[0]?.id ?? ''
  tenant = { credentialId, organizationId: world.stranger.id, role: 'execution', verified: false }
  await database.query('CREATE TABLE known (number int, word text, words text[])')
  await database.query('GRANT SELECT ON known TO vadium_service')
  // Every read is on the same connection.
  pool = openServicePool({ url: database.url, poolSize: 1 })
})
afterAll(async () => {
  await pool.end()
  await world.close()
})

const read = (text: string) =>
  new TenantDatabase(new ConnectionShares(pool)).read(
    tenant,
    { name: text, text, values: [] },
    'generic',
  )

it('reads the same row each time a connection runs a statement', async () => {
  await world.service.database.query("TRUNCATE known; INSERT INTO known VALUES (7, NULL, '{a,b}')")
  const row = { number: 7, word: null, words: ['a', 'b'] }
  const text = 'SELECT number, word, words FROM known'
  const other = 'SELECT word FROM known'
  for (let time = 0; time < 3; time += 1) {
    expect(await read(text)).toEqual([row])
    expect(await read(other)).toEqual([{ word: null }])
  }
  await world.service.database.query('TRUNCATE known')
  expect(await read(text)).toEqual([])
})

it('reads no row by the columns of an older schema', async () => {
  const text = 'SELECT number FROM known WHERE true'
  await world.service.database.query("TRUNCATE known; INSERT INTO known VALUES (7, NULL, '{}')")
  expect(await read(text)).toEqual([{ number: 7 }])
  await world.service.database.query('ALTER TABLE known ALTER number TYPE text')
  await expect(read(text)).rejects.toThrow('cached plan must not change result type')
  expect(await read(text)).toEqual([{ number: '7' }])
})

describe('a change whose connections have all prepared a statement', () => {
  const connections = 7
  const statement = { text: 'SELECT number FROM known WHERE $1', values: [true] }

  /** Writes on each connection of a pool, and again after something has happened to them. */
  async function writeBefore(happens: (wide: Pool) => Promise<unknown>): Promise<unknown[]> {
    const { database, clock } = world.service
    const wide = openServicePool({ url: database.url, poolSize: connections })
    const writes = new Writes(wide, clock, randomIds)
    await database.query('ALTER TABLE known ALTER number TYPE int USING 7')
    await database.query("TRUNCATE known; INSERT INTO known VALUES (7, NULL, '{}')")
    const all = new EventEmitter()
    let primed = 0
    const prime = async (tx: WriteTransaction) => {
      await tx.rowsOf(statement)
      primed += 1
      if (primed === connections) all.emit('primed')
      else await once(all, 'primed')
    }
    await Promise.all(Array.from({ length: connections }, () => writes.byTenant(tenant, prime)))
    await happens(wide)
    const rows = await writes.byTenant(tenant, (tx) => tx.rowsOf(statement))
    await wide.end()
    return rows instanceof Refusal ? [] : rows
  }

  it('is repeated until a new one knows the columns of the schema', async () => {
    const alter = () => world.service.database.query('ALTER TABLE known ALTER number TYPE text')
    expect(await writeBefore(alter)).toEqual([{ number: '7' }])
  })

  it('is repeated until a new one has its statements', async () => {
    const lose = (wide: Pool) =>
      Promise.all(Array.from({ length: connections }, () => wide.query('DEALLOCATE ALL')))
    expect(await writeBefore(lose)).toEqual([{ number: 7 }])
  })
})
