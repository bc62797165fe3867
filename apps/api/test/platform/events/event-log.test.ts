import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RelayLocks } from '../../../src/features/relay/relay-locks.ts'
import {
  isActive,
  relayedOrganizations,
} from '../../../src/features/relay/relayed-organizations.ts'
import { ConnectionShares } from '../../../src/platform/db/connection-shares.ts'
import { openServicePool, withLogin } from '../../../src/platform/db/pool.ts'
import { appendEvents } from '../../harness/appended-events.ts'
import { Book } from '../../harness/book.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const [quay, stone] = [book.party('quay'), book.party('stone')]

let service: RunningService
let pool: pg.Pool
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 1 })
  const logs = [quay.id, stone.id]
  await appendEvents(
    service.database,
    logs.map((organizationId) => ({ organizationId, type: 'order.updated' })),
  )
})
afterAll(async () => {
  await pool.end()
  await service.close()
})

describe('the log', () => {
  it('shows only the events of one organization, by row-level security alone', async () => {
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(`SELECT set_config('vadium.organization_id', $1, true)`, [stone.id])
    const { rows } = await client.query<{ organization_id: string }>(
      'SELECT DISTINCT organization_id FROM events',
    )
    await client.query('COMMIT')
    client.release()
    expect(rows).toEqual([{ organization_id: stone.id }])
  })

  it.each([
    ['UPDATE events SET type = type', 'permission denied'],
    ['DELETE FROM events', 'permission denied'],
    ['INSERT INTO events SELECT * FROM events', 'permission denied'],
    ['UPDATE event_heads SET position = 0', 'permission denied'],
  ])('cannot be rewritten by the service: %s', async (statement, message) => {
    await expect(pool.query(statement)).rejects.toThrow(message)
  })
})

describe('what a relay reads', () => {
  it('finds the organizations of its setting, and refuses what is none', async () => {
    const find = (setting: string) =>
      withLogin(service.database.url, (client) =>
        relayedOrganizations(client, { RELAY_ORGANIZATIONS: setting }),
      )
    expect(await find(`stone,${quay.id},${stone.id}`)).toEqual([
      { id: quay.id, slug: 'quay' },
      { id: stone.id, slug: 'stone' },
    ])
    await expect(find('quay,nobody')).rejects.toThrow('no organization by nobody')
  })

  it('knows whether an organization is suspended', async () => {
    const active = () => isActive(new ConnectionShares(pool), stone.id)
    expect(await active()).toBe(true)
    const suspend = 'UPDATE organizations SET status = $2 WHERE id = $1'
    await service.database.query(suspend, [stone.id, 'suspended'])
    expect(await active()).toBe(false)
    await service.database.query(suspend, [stone.id, 'active'])
  })

  it('is held by one process at a time, and by the other once that one ends', async () => {
    const login = { url: service.database.url, role: 'vadium_service' }
    const locks = () =>
      new RelayLocks({
        login,
        organizations: [{ id: stone.id, slug: 'stone' }],
        logger: { info: () => undefined, warn: () => undefined },
        taken: () => undefined,
      })
    const [first, second] = [locks(), locks()]
    const [one, other] = [first.start(), second.start()]
    const holders = () => [first, second].filter((each) => each.holds(stone.id))
    await expect.poll(holders).toHaveLength(1)
    const [holder] = holders()
    await (holder === first ? one : other).stop()
    await expect.poll(holders).toEqual([holder === first ? second : first])
    await Promise.all([one.stop(), other.stop()])
    expect(holders()).toEqual([])
  })
})
