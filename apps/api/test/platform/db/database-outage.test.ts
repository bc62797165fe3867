import { randomUUID } from 'node:crypto'
import { createOrganization, headerNames } from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { call, callOf, type CallOptions, refused } from '../../harness/call.ts'
import { copyDatabase, type TestDatabase } from '../../harness/database.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const operator = book.party('platform').credential('operator')
const harbor = book.party('harbor')
const key = harbor.credential('viewer')
const deal = book.deal(harbor, book.party('quay'))
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')

const reads: CallOptions[] = [
  { target: '/transfers', key },
  {
    method: 'POST',
    target: '/mark-to-market-requests:preview',
    body: JSON.stringify({ position_id: deal.positionId }),
    key,
  },
  { target: '/events', key },
  { target: '/events:stream', key },
  { target: '/positions:export', key },
  { target: '/reports/positions', key },
  // The key is new to the service, so it is looked up in the database.
  { target: '/transfers', key: harbor.credential('viewer') },
]

/** A write, then the same write under its key. */
function creation(slug = `org-${randomUUID()}`) {
  return {
    slug,
    call: callOf(createOrganization, {
      key: operator,
      body: { slug, name: slug },
      headers: { [headerNames.idempotencyKey]: slug },
    }),
  }
}

let database: TestDatabase
let link: BreakableLink
let service: RunningService
beforeAll(async () => {
  database = await copyDatabase()
  link = await openBreakableLink(database.url)
  service = await startService({
    scenario: book.scenario,
    database: { ...database, url: link.url },
    // In the order of production: the wait for a server that does not answer ends after a
    // statement.
    databaseTimes: { connectMs: 2000, statementMs: 2000, answerMs: 3000 },
  })
})
afterAll(async () => {
  await service.close()
  await link.close()
  await database.drop()
})

/** Readiness is checked once a second. */
const expectReadiness = (status: number) =>
  expect.poll(async () => (await call(service, { target: '/readyz' })).status).toBe(status)

const expectGood = async () => {
  for (const read of reads) expect((await call(service, read)).status, read.target).toBe(200)
  expect((await call(service, creation().call)).status).toBe(200)
  await expectReadiness(200)
}

const expectOverloaded = async (request: CallOptions) => {
  const reply = await refused(service, 429, request)
  expect(reply.body.error).toEqual({
    code: 'RESOURCE_EXHAUSTED',
    reason: 'OVERLOADED',
    message: expect.any(String) as string,
    request_id: expect.any(String) as string,
  })
  expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(reply.headers['retry-after']).toBe(reply.headers['x-ratelimit-reset'])
  expect(reply.text).not.toMatch(/ECONN|postgres|timeout|SELECT|at /)
}

const expectUnknown = async (request: CallOptions) => {
  const { reason } = await refused(service, 500, request)
  expect(reason).toBe('INTERNAL')
}

const expectAway = async () => {
  await Promise.all([...[...reads, creation().call].map(expectOverloaded), expectReadiness(503)])
  expect((await call(service, { target: '/healthz' })).status).toBe(200)
}

const count = async (slug: string) => {
  const { rows } = await database.query('SELECT FROM organizations WHERE slug = $1', [slug])
  return rows.length
}

/**
 * Sent again under its key, a write takes effect once, and the answer says whether it is a replay.
 */
const expectOnce = async ({ slug, call: request }: ReturnType<typeof creation>, had: boolean) => {
  expect(await count(slug)).toBe(had ? 1 : 0)
  const reply = await call(service, request)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.headers[headerNames.idempotencyReplayed.toLowerCase()]).toBe(
    had ? 'true' : undefined,
  )
  expect(await count(slug)).toBe(1)
}

describe('a database that fails', () => {
  it('causes 429 on each operation, and recovers without a restart', async () => {
    await expectGood()
    await link.cut()
    await expectAway()
    await link.mend()
    await expectGood()
  })

  it.runIf(isLongRun)(
    'causes the same when it stops answering',
    async () => {
      await expectGood()
      link.stall()
      await expectAway()
      await link.mend()
      await expectGood()
    },
    60_000,
  )

  it('is not visible to a caller without a signature', async () => {
    await link.cut()
    await refused(service, 401, { target: '/transfers' })
    await link.mend()
  })
})

const statements = ['BEGIN', 'INSERT used_signatures', 'INSERT organizations']

describe('a write whose connection breaks', () => {
  it.each(isLongRun ? statements : statements.slice(-1))(
    'has no effect at %s: it answers 429 and keeps nothing under its key',
    async (statement) => {
      for (const side of ['before', 'after'] as const) {
        const write = creation()
        link.breakAt(statement, side)
        await expectOverloaded(write.call)
        await expectOnce(write, false)
      }
    },
  )

  it('has an unknown outcome at COMMIT: it answers 500, whether or not it was committed', async () => {
    const lost = creation()
    link.breakAt('COMMIT', 'before')
    await expectUnknown(lost.call)
    await expectOnce(lost, false)
    const done = creation()
    link.breakAt('COMMIT', 'after', 'COMMIT')
    await expectUnknown(done.call)
    await expectOnce(done, true)
  })

  it('has an unknown outcome at the writes that COMMIT follows at once', async () => {
    for (const side of ['before', 'after'] as const) {
      const write = creation()
      link.breakAt('INSERT idempotency_keys', side, 'COMMIT')
      await expectUnknown(write.call)
      await expectOnce(write, (await count(write.slug)) === 1)
    }
  })
})

describe('a statement that the server cancels', () => {
  /** While the organizations cannot be read. */
  const withLock = async (work: () => Promise<void>) => {
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    try {
      await owner.query('BEGIN; LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE')
      await work()
    } finally {
      await owner.end()
    }
  }
  const [read] = reads
  if (read === undefined) throw new Error('there are reads')

  it.runIf(isLongRun)(
    'answers 429 at its time-out, for a read and for a write',
    async () => {
      const write = creation()
      await withLock(async () => {
        await Promise.all([expectOverloaded(read), expectOverloaded(write.call)])
      })
      await expectOnce(write, false)
    },
    30_000,
  )

  it('answers 429 at a shutdown, for a read and for a write', async () => {
    const write = creation()
    await withLock(async () => {
      let isAnswered = false
      const answers = Promise.all([expectOverloaded(read), expectOverloaded(write.call)]).finally(
        () => (isAnswered = true),
      )
      let ended = 0
      const endWaiting = async () => {
        // Not in the transaction with the lock, which would see the same processes each time.
        const { rows } = await database.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        ended += rows.length
        return isAnswered
      }
      await expect.poll(endWaiting, { interval: 20 }).toBe(true)
      expect(ended).toBeGreaterThan(0)
      await answers
    })
    await expectOnce(write, false)
  }, 30_000)
})

describe('a server that refuses', () => {
  let server: pg.Client
  beforeAll(async () => {
    server = new pg.Client({ connectionString: inject('databaseUrl') })
    await server.connect()
  })
  afterAll(() => server.end())

  const alter = (change: string) =>
    server.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} ${change}`)
  const endConnections = () =>
    server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      new URL(database.url).pathname.slice(1),
    ])

  it('writes causes 429 for a write', async () => {
    const write = creation()
    await alter('SET default_transaction_read_only = on')
    await endConnections()
    await expectOverloaded(write.call)
    await expectOverloaded(write.call)
    await alter('RESET default_transaction_read_only')
    await endConnections()
    await expectOnce(write, false)
  })

  it('connections causes 429', async () => {
    await alter('ALLOW_CONNECTIONS false')
    try {
      await endConnections()
      await Promise.all([...reads, creation().call].map(expectOverloaded))
    } finally {
      await alter('ALLOW_CONNECTIONS true')
    }
    await expectGood()
  })
})
