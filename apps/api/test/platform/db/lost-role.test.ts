import type { Pool } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConnectionShares } from '../../../src/platform/db/connection-shares.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { Snapshots } from '../../../src/platform/db/snapshots.ts'
import { type Tenant, TenantDatabase } from '../../../src/platform/db/tenant.ts'
import { EventLog } from '../../../src/platform/events/event-log.ts'
import { randomIds } from '../../../src/platform/ids.ts'
import { lendersToRevalue } from '../../../src/features/deals/positions/level.repository.ts'
import { Writes } from '../../../src/platform/writes/writes.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
let tenant: Tenant
let pool: Pool
beforeAll(async () => {
  await world.start()
  await world.orders.create()
  const { rows } = await world.service.database.query<{ id: string }>(
    'SELECT id FROM credentials WHERE organization_id = $1',
    [world.stranger.id],
  )
  const credentialId = rows[0]?.id ?? ''
  tenant = { credentialId, organizationId: world.stranger.id, role: 'execution', verified: false }
  return () => world.close()
})
beforeEach(() => {
  pool = openServicePool({ url: world.service.database.url, poolSize: 1 })
})
afterEach(() => pool.end())

const counting = { name: 'count', text: 'SELECT count(*)::int AS count FROM orders', values: [] }
const limits = {
  process: 1,
  organization: 1,
  idleMs: 1000,
  totalMs: 1000,
  lookMs: 1000,
  bytesPerSecondMin: 1,
}

/** All work that is done for an organization. Each returns the number of orders it sees. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'a read': async () => {
    const database = new TenantDatabase(new ConnectionShares(pool))
    const rows = await database.read<{ count: number }>(tenant, counting, 'generic')
    return Array.isArray(rows) ? rows[0]?.count : rows
  },
  'a change by a caller': () =>
    new Writes(pool, world.service.clock, randomIds).byTenant(tenant, async (tx) => {
      const { rows } = await tx.query<{ count: number }>(counting.text)
      return rows[0]?.count
    }),
  'a change by the service': () =>
    new Writes(pool, world.service.clock, randomIds).byService(world.stranger.id, async (tx) => {
      const { rows } = await tx.query<{ count: number }>(counting.text)
      return rows[0]?.count
    }),
  'a report': async () => {
    const snapshot = await new Snapshots(pool, limits).begin(tenant)
    if (!('query' in snapshot)) return snapshot
    const { rows } = await snapshot.query<{ count: number }>(counting.text)
    await snapshot.end()
    return rows[0]?.count
  },
  'a look at the log of events': async () => {
    const log = new EventLog(new ConnectionShares(pool))
    const { position } = await log.head(world.stranger.id)
    return position
  },
  'a look for what to value': async () => (await lendersToRevalue(pool, [])).length,
}

describe.each(Object.keys(ways))('%s', (name) => {
  it('fails on a connection that has lost the role, and works on the next one', async () => {
    const way = ways[name] ?? (() => Promise.resolve())
    await pool.query('RESET ROLE')
    await expect(way()).rejects.toThrow(
      /what is done for an organization must run as vadium_service, not as /,
    )
    expect(await way()).toBe(0)
  })
})
