import { randomUUID } from 'node:crypto'
import { request } from 'undici'
import {
  createOrganization,
  listOrganizations,
  listTransfers,
  type Operation,
  operations,
  reportTransfers,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { call, callOf, succeed } from '../../harness/call.ts'
import type { Key } from '../../harness/book.ts'
import { exampleOf } from '../../harness/example-requests.ts'
import { LivingBook } from '../../harness/living-book.ts'
import { livingBooks, livingSettings, usualDeals } from '../../harness/living-books.ts'
import { copyTransfer } from '../../harness/many-transfers.ts'
import {
  type PrimaryAndStandby,
  startPrimaryAndStandby,
} from '../../harness/primary-and-standby.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { signedHeaders } from '../../harness/signed-headers.ts'

/** More than fit into the buffers of a connection. */
const transferCount = 40_000

let servers: PrimaryAndStandby
let link: BreakableLink
let service: RunningService
/** On the same database, without a replica. */
let plain: RunningService
let book: LivingBook
beforeAll(async () => {
  const living = await livingBooks(usualDeals)
  servers = await startPrimaryAndStandby()
  link = await openBreakableLink(servers.standby.url)
  const parts = { scenario: living.scenario, database: servers.primary }
  const DATABASE_REPLICA_URL = link.url
  service = await startService({ ...parts, settings: { ...livingSettings, DATABASE_REPLICA_URL } })
  plain = await startService({ ...parts, settings: livingSettings })
  book = new LivingBook(service, living.plans[0], living.platform)
}, 300_000)
afterAll(async () => {
  await plain.close()
  await service.close()
  await link.close()
  await servers.stop()
})

/** The operations that a replica may answer, as the pipeline decides it. */
const onReplica = ({ safe, csv, bulk, query }: Operation) =>
  safe &&
  (csv === true || bulk === true || (query !== undefined && 'page_size' in query.properties))

/** Tokens differ each time. */
const withoutToken = (text: string) => text.replace(/,"next_page_token":"[^"]*"/, '')

describe('every operation that a replica may answer', () => {
  it.each(operations.filter(onReplica).map((operation) => [operation.id, operation] as const))(
    '%s answers there what it answers on the primary',
    async (_id, operation) => {
      const { member, ...parts } = await exampleOf(operation, book)
      const [role = 'viewer'] = operation.roles
      const asked = { key: member.keys[role], ...parts }
      await service.services.audit.flush()
      const one = await call(service, callOf(operation, asked))
      const other = await call(plain, callOf(operation, asked))
      expect(one.status, one.text).toBe(200)
      expect(withoutToken(one.text)).toBe(withoutToken(other.text))
      const reads = await service.services.metrics.of('vadium_replica_reads_total').get()
      expect(reads.values.map(({ labels }) => labels.outcome)).toEqual(['replica'])
    },
  )
})

describe('a report that a replica breaks off after its first byte', () => {
  let key: Key
  beforeAll(async () => {
    key = book.lender.keys.reporting
    await copyTransfer(servers.primary, book.firstTransferId, transferCount)
    await servers.standby.query('ALTER SYSTEM SET max_standby_streaming_delay = 0')
    await servers.standby.query('SELECT pg_reload_conf()')
  })

  it.each([
    ['it is away', away, 0],
    ['a vacuum of the primary removes what it reads', vacuumAway, 1],
  ])(
    'is cut, and neither completed nor begun again, because %s',
    async (_why, breakOff, conflictCount) => {
      const before = await conflicts()
      const { target } = callOf(reportTransfers, { key })
      // Two requests that are signed at the same time would be one.
      service.clock.set(new Date(service.clock.now() + 1).toISOString())
      const headers = signedHeaders({ method: 'GET', target }, key, service.clock.now())
      const reply = await request(`${service.url}${target}`, { headers })
      expect(reply.statusCode).toBe(200)
      const texts: string[] = []
      const reading = (async () => {
        for await (const chunk of reply.body) {
          // The first bytes have come. Others wait in buffers, and most are not read yet.
          if (texts.length === 0) await breakOff()
          texts.push(String(chunk))
        }
      })()
      await expect(reading).rejects.toThrow(/terminated|aborted|closed/)
      const text = texts.join('')
      expect(text.startsWith('{"transfers":[{"')).toBe(true)
      expect(text.split('{"transfers":[')).toHaveLength(2)
      expect(text.match(/"id":/g)?.length ?? 0).toBeLessThan(transferCount)
      await expect.poll(() => service.services.replicas?.counts).toEqual({ used: 1, leftOut: 0 })
      await expect.poll(conflicts).toBe(before + conflictCount)
    },
  )

  it('takes no list with it: the primary answers one whose rows were vacuumed away', async () => {
    const before = await conflicts()
    let isOver = false
    const list = callOf(listTransfers, { key })
    const lists = async () => {
      const statuses = []
      while (!isOver) statuses.push((await call(service, list)).status)
      return statuses
    }
    const vacuums = async () => {
      while ((await conflicts()) === before) await vacuumAway()
      isOver = true
    }
    const [, ...statuses] = await Promise.all([vacuums(), lists(), lists(), lists(), lists()])
    expect(new Set(statuses.flat())).toEqual(new Set([200]))
  })
})

function away(): Promise<void> {
  link.breakAt('FETCH', 'before')
  return Promise.resolve()
}

/**
 * Has the primary remove rows that a standby may be reading, and waits until it has replayed that.
 */
async function vacuumAway(): Promise<void> {
  await servers.primary.query('CREATE TABLE IF NOT EXISTS removed (n int)')
  await servers.primary.query('INSERT INTO removed VALUES (1)')
  await servers.primary.query('DELETE FROM removed')
  await servers.primary.query('VACUUM removed')
  await expect.poll(lacksNothing).toBe(true)
}

/** How often the standby has ended a read for the sake of the replay. */
async function conflicts(): Promise<number> {
  const { rows } = await servers.standby.query(
    "SELECT confl_snapshot::int AS count FROM pg_stat_database_conflicts WHERE datname = 'vadium'",
  )
  return Number(rows[0]?.['count'])
}

/** Whether the standby has replayed all that the primary has written. */
async function lacksNothing(): Promise<boolean> {
  const { rows } = await servers.primary.query('SELECT pg_current_wal_lsn()::text AS lsn')
  const replayed = await servers.standby.query(
    'SELECT FROM pg_last_wal_replay_lsn() AS replayed WHERE replayed >= $1::pg_lsn',
    [rows[0]?.['lsn']],
  )
  return replayed.rowCount === 1
}

describe('a replica that was promoted', () => {
  const key = () => book.platform.keys.operator
  const newOrganization = async () => {
    const slug = `org-${randomUUID()}`
    await succeed(service, createOrganization, { key: key(), body: { slug, name: slug } })
    return slug
  }
  const slugs = async () => {
    const query = { page_size: 200 }
    const { organizations } = await succeed(service, listOrganizations, { key: key(), query })
    return organizations.map(({ slug }) => slug)
  }
  const isStandby = async () => {
    const { rows } = await servers.standby.query('SELECT pg_is_in_recovery() AS standby')
    return rows[0]?.['standby']
  }

  it('is not read, although it once replayed all that a read needs', async () => {
    await expect.poll(() => service.services.replicas?.counts.used).toBe(1)
    await slugs()
    const { audit, credentialUses } = service.services
    await Promise.all([audit.flush(), credentialUses.flush()])
    await expect.poll(lacksNothing).toBe(true)
    await servers.promote()
    await expect.poll(isStandby).toBe(false)
    await slugs()
    expect(service.services.replicas?.counts).toEqual({ used: 0, leftOut: 1 })
    const slug = await newOrganization()
    expect(await slugs()).toContain(slug)
  })
})
