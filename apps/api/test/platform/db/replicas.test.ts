import { randomUUID } from 'node:crypto'
import {
  createCredential,
  exportPositions,
  getOrganization,
  listAuditEntries,
  listPrices,
  listTransfers,
  reportPositions,
  revokeCredential,
  search,
} from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseTimes, openServicePool } from '../../../src/platform/db/pool.ts'
import { ConnectionShares } from '../../../src/platform/db/connection-shares.ts'
import { positionNow } from '../../../src/platform/db/log-position.ts'
import { TenantDatabase } from '../../../src/platform/db/tenant.ts'
import { untilWritersEnd } from '../../../src/platform/db/writers-end.ts'
import { Book, type Key } from '../../harness/book.ts'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { createDatabase } from '../../harness/database.ts'
import { waitersForLocks } from '../../harness/lock-waits.ts'
import { type PretendedReplica, pretendReplica } from '../../harness/pretended-replica.ts'
import { createdOrganizations } from '../../harness/created-organizations.ts'
import { replicaOutcomes } from '../../harness/replica-outcomes.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const platform = book.party('platform')
const operator = platform.credential('operator')
const harbor = book.party('harbor')
const admin = harbor.credential('admin')
const viewer = harbor.credential('viewer')
const quay = book.party('quay')
const other = quay.credential('viewer')
const deal = book.deal(harbor, quay)
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')

let pretended: PretendedReplica
let link: BreakableLink
let service: RunningService
beforeAll(async () => {
  pretended = await pretendReplica()
  link = await openBreakableLink(pretended.replicaUrl)
  service = await startService({
    scenario: book.scenario,
    database: pretended.database,
    settings: {
      DATABASE_REPLICA_URL: link.url,
      REPLICA_FALLBACKS_PER_ORGANIZATION_MAX: '1',
      LIST_MS_MAX: '5000',
    },
    figureTimes: { everyMs: 0, waitMsMax: 20_000 },
  })
}, 60_000)
afterAll(async () => {
  await service.close()
  await link.close()
  await pretended.database.drop()
})

const outcomes = (work: () => Promise<unknown>) => replicaOutcomes(service, work)
const isUsed = () => service.services.replicas?.counts.used === 1
const { newOrganization, slugs } = createdOrganizations(() => service, operator)

beforeEach(async () => {
  await pretended.follow()
  await expect.poll(isUsed).toBe(true)
})

describe('a replica that follows', () => {
  it('answers lists, exports, reports and searches, and no other read', async () => {
    const asked = { key: viewer }
    const seen = await outcomes(async () => {
      await succeed(service, listTransfers, asked)
      await succeed(service, listPrices, { ...asked, query: { asset: 'BTC' } })
      await succeed(service, exportPositions, asked)
      await succeed(service, reportPositions, asked)
      await succeed(service, listAuditEntries, { key: admin })
      await succeed(service, search, { ...asked, query: { query: deal.positionId } })
    })
    expect(Object.keys(seen)).toEqual(['replica'])
    const params = { organization_id: harbor.id }
    const others = () => succeed(service, getOrganization, { key: operator, params })
    expect(await outcomes(others)).toEqual({})
  })
})

describe('a replica that is behind', () => {
  it('is left out until it has caught up; the primary answers meanwhile', async () => {
    await pretended.stop()
    const slug = await newOrganization()
    expect(await outcomes(async () => expect(await slugs()).toContain(slug))).toEqual({ behind: 1 })
    expect(await outcomes(async () => expect(await slugs()).toContain(slug))).toEqual({
      left_out: 1,
    })
    await pretended.follow()
    await expect.poll(isUsed).toBe(true)
    expect(await outcomes(async () => expect(await slugs()).toContain(slug))).toEqual({
      replica: 1,
    })
  })

  it('decides nothing about credentials: those made or revoked meanwhile are as the primary has them', async () => {
    await pretended.stop()
    const body = { account_id: harbor.accountId, role: 'viewer' }
    const { credential, private_key: privateKey = '' } = await succeed(service, createCredential, {
      key: admin,
      body,
    })
    const made = { publicKey: credential.public_key, privateKey }
    await succeed(service, listTransfers, { key: made })
    const params = { credential_id: credential.id }
    await succeed(service, revokeCredential, { key: admin, params })
    await refused(service, 401, callOf(listTransfers, { key: made }))
  })

  it('lets as many reads of an organization fall back at once as it may, and refuses others', async () => {
    await pretended.stop()
    await newOrganization()
    const asked = callOf(listTransfers, { key: viewer })
    await call(service, asked)
    const holder = new pg.Client(pretended.database.url)
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE transfers IN ACCESS EXCLUSIVE MODE')
    const first = call(service, asked)
    await waitersForLocks(pretended.database, 1)
    const { reason, headers } = await refused(service, 429, asked)
    expect(reason).toBe('OVERLOADED')
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
    await holder.end()
    expect((await first).status).toBe(200)
  })
})

describe('a replica that breaks', () => {
  it('leaves lists, and reports that have not begun, to the primary', async () => {
    link.breakAt('FETCH', 'before')
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const ended = await outcomes(async () => {
      const report = await succeed(service, reportPositions, { key: viewer })
      expect(report.positions).toHaveLength(1)
    })
    const texts = asked.mock.calls.map(([text]) => text)
    asked.mockRestore()
    expect(ended).toEqual({ replica: 1, failed: 1 })
    // That of the primary: nothing is sent to a server that may never answer.
    expect(texts.filter((text) => text === 'ROLLBACK')).toHaveLength(1)
    await expect.poll(isUsed).toBe(true)
    await link.cut()
    const list = () => succeed(service, listTransfers, { key: viewer })
    const seen = await outcomes(list)
    await link.mend()
    expect(Object.keys(seen)).toEqual(['away'])
    await expect.poll(isUsed).toBe(true)
    expect(await outcomes(list)).toEqual({ replica: 1 })
  })

  it('is waited for no longer than one that is behind when it does not answer', async () => {
    const list = () => succeed(service, listTransfers, { key: viewer })
    await list()
    link.stall()
    const seen = await outcomes(list)
    await link.mend()
    expect(seen).toEqual({ behind: 1 })
  })
})

describe('a replica whose connections are all in use', () => {
  let own: RunningService
  beforeAll(async () => {
    own = await startService({
      database: pretended.database,
      settings: {
        DATABASE_REPLICA_URL: link.url,
        DATABASE_POOL_SIZE: '2',
        DATABASE_SHARE_PERCENT: '100',
      },
      databaseTimes: { ...databaseTimes, connectMs: 300 },
    })
  })
  afterAll(() => own.close())
  const statuses = (keys: readonly Key[]) =>
    Promise.all(keys.map(async (key) => (await call(own, callOf(listTransfers, { key }))).status))
  const keys = [viewer, viewer, other, other]
  const isOwnUsed = () => own.services.replicas?.counts.used === 1

  it('leaves those who wait for one to the primary if it does not answer', async () => {
    link.stall()
    const first = await statuses(keys)
    await link.mend()
    await expect.poll(isOwnUsed).toBe(true)
    expect(await statuses(keys)).toEqual([200, 200, 200, 200])
    link.stall()
    const later = await statuses(keys)
    await link.mend()
    await expect.poll(isOwnUsed).toBe(true)
    expect([...first, ...later]).toEqual(Array.from({ length: 8 }, () => 200))
  })

  it('refuses lists that wait for long, and leaves the figures of the book to the primary', async () => {
    const holder = new pg.Client(pretended.database.url)
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE transfers IN ACCESS EXCLUSIVE MODE')
    const running = statuses([viewer, other])
    await waitersForLocks(pretended.database, 2)
    const pool = openServicePool({ url: pretended.database.url, poolSize: 1 })
    const statement = { name: 'one', text: 'SELECT 1 AS one', values: [] }
    const [rows, status] = await Promise.all([
      own.services.replicas?.rows(statement, pool),
      statuses([other]),
    ])
    await holder.end()
    await pool.end()
    expect(await running).toEqual([200, 200])
    expect({ rows, status }).toEqual({ rows: [{ one: 1 }], status: [429] })
  })
})

describe('a server that replays another history', () => {
  const startBeside = (url: string) =>
    startService({ database: pretended.database, settings: { DATABASE_REPLICA_URL: url } })

  it('is not read: it lacks the mark of the primary', async () => {
    const own = await startBeside(pretended.replicaUrl)
    const list = () => succeed(own, listTransfers, { key: viewer })
    await list()
    expect(own.services.replicas?.counts).toEqual({ used: 1, leftOut: 0 })
    await pretended.database.query(
      `DELETE FROM replica_marks
       WHERE written_at = (SELECT max(written_at) FROM replica_marks)`,
    )
    await list()
    expect(own.services.replicas?.counts).toEqual({ used: 0, leftOut: 1 })
    // Somebody has deleted it, so another one is written after a minute.
    const laterMs = performance.now() + 61_000
    vi.useFakeTimers({ toFake: ['performance'] }).advanceTimersByTime(laterMs)
    const isBack = expect.poll(() => own.services.replicas?.counts.used).toBe(1)
    await isBack.finally(() => vi.useRealTimers())
    await own.close()
  })

  it('is not read while no mark can be written, and the primary answers', async () => {
    const own = await startBeside(pretended.replicaUrl)
    await pretended.database.query('REVOKE INSERT ON replica_marks FROM vadium_service')
    const list = () => succeed(own, listTransfers, { key: viewer })
    const seen = await replicaOutcomes(own, list)
    await pretended.database.query('GRANT INSERT ON replica_marks TO vadium_service')
    expect(seen).toEqual({ unsure: 1 })
    await own.close()
  })

  it('keeps a service from starting if it belongs to another server', async () => {
    const other = await createDatabase()
    await expect(startBeside(other.url)).rejects.toThrow(
      /^DATABASE_REPLICA_URL leads to another database than DATABASE_URL/,
    )
    await other.drop()
  })

  it('keeps no service from starting if it takes no login', async () => {
    const url = new URL(pretended.replicaUrl)
    url.pathname = '/missing'
    const own = await startBeside(url.toString())
    const list = () => succeed(own, listTransfers, { key: viewer })
    expect(await replicaOutcomes(own, list)).toEqual({ away: 1 })
    await own.close()
  })

  it('keeps a service from starting where commits are visible before they are in the log', async () => {
    const name = new URL(pretended.database.url).pathname.slice(1)
    await pretended.database.query(`ALTER DATABASE ${name} SET synchronous_commit = 'off'`)
    await expect(startBeside(link.url)).rejects.toThrow(
      /^DATABASE_REPLICA_URL needs synchronous_commit/,
    )
    await pretended.database.query(`ALTER DATABASE ${name} RESET synchronous_commit`)
  })

  it('is not compared with a position of a session whose commits are visible before that', async () => {
    const pool = openServicePool({ url: pretended.database.url, poolSize: 1 })
    await pool.query("SET synchronous_commit = 'local'")
    expect(await positionNow(pool)).toBeDefined()
    await pool.query("SET synchronous_commit = 'off'")
    expect(await positionNow(pool)).toBeUndefined()
    await pool.end()
  })
})

describe('several reads of one request at once', () => {
  it('see nothing by the credential that only another of them has confirmed', async () => {
    const pool = openServicePool({ url: pretended.database.url, poolSize: 1 })
    const confirmed: boolean[] = []
    const unknown = { credentialId: randomUUID(), organizationId: harbor.id, role: 'viewer' }
    const tenant = {
      ...unknown,
      get verified() {
        return true
      },
      set verified(isGood: boolean) {
        confirmed.push(isGood)
      },
    }
    const seen = await new TenantDatabase(new ConnectionShares(pool)).within(tenant, () =>
      Promise.resolve('seen'),
    )
    await pool.end()
    expect(seen).toMatchObject({ reason: 'UNAUTHENTICATED' })
    expect(confirmed).toEqual([])
  })
})

describe('a read that falls back', () => {
  it('waits for transactions that were writing when it came, and for no later ones', async () => {
    const [first, later] = [
      new pg.Client(pretended.database.url),
      new pg.Client(pretended.database.url),
    ]
    await Promise.all([first.connect(), later.connect()])
    const pool = openServicePool({ url: pretended.database.url, poolSize: 1 })
    const write = 'BEGIN; SELECT pg_current_xact_id()'
    await first.query(write)
    let asked = 0
    const connect = async () => {
      asked += 1
      if (asked === 2) await later.query(write)
      if (asked === 3) await first.query('COMMIT')
      return pool.connect()
    }
    // The longest wait never ends.
    vi.useFakeTimers({ toFake: ['performance'] })
    await untilWritersEnd({ connect }).finally(() => vi.useRealTimers())
    expect(asked).toBe(3)
    await Promise.all([first.end(), later.end(), pool.end()])
  })
})
