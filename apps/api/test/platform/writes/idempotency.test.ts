import { signRequest } from '@vadium/client'
import {
  createAsset,
  createCustodian,
  createOrganization,
  headerNames,
  listOrganizations,
  setNotificationPreferences,
  suspendOrganization,
} from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { Sweeper } from '../../../src/platform/writes/sweeper.ts'
import { Book, type Key } from '../../harness/book.ts'
import { call, type CallOptions, callOf, refused, type Reply, succeed } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const platform = book.party('platform')
const operator = platform.credential('operator')
const colleague = platform.credential('operator')
const viewer = platform.credential('viewer')
const elsewhere = book.party('elsewhere').credential('viewer')

// Two services on one database: what one has done, the other knows.
let database: TestDatabase
let service: RunningService
let other: RunningService
beforeAll(async () => {
  database = await createDatabase()
  service = await startService({ scenario: book.scenario, database })
  other = await startService({ database })
})
afterAll(async () => {
  await service.close()
  await other.close()
  await database.drop()
})

const create = (slug: string, idempotencyKey: string, key: Key = operator): CallOptions =>
  callOf(createOrganization, {
    key,
    headers: { [headerNames.idempotencyKey]: idempotencyKey },
    body: { slug, name: slug },
  })
/** A write of another organization. */
const createElsewhere = (idempotencyKey: string): CallOptions =>
  callOf(setNotificationPreferences, {
    key: elsewhere,
    headers: { [headerNames.idempotencyKey]: idempotencyKey },
    body: { muted_categories: [], minimum_severity: 'info' },
  })
const isReplay = ({ headers }: Reply) =>
  headers[headerNames.idempotencyReplayed.toLowerCase()] === 'true'
const withSlug = async (slug: string) => {
  const list = { key: operator, query: { page_size: 1000 } }
  const { organizations } = await succeed(service, listOrganizations, list)
  return organizations.filter((organization) => organization.slug === slug)
}
const keptKeys = async (key: string) => {
  const { rows } = await database.query('SELECT * FROM idempotency_keys WHERE key = $1', [key])
  return rows
}

describe('a repeated write', () => {
  it('has one effect and one answer, in any process', async () => {
    const first = await call(service, create('again', 'again-1'))
    const second = await call(other, create('again', 'again-1'))
    expect([first.status, second.status]).toEqual([200, 200])
    expect([isReplay(first), isReplay(second)]).toEqual([false, true])
    expect(second.text).toBe(first.text)
    expect(await withSlug('again')).toEqual([first.body])
  })

  it('has the same answer for a colleague, because a key belongs to the organization', async () => {
    const first = await call(service, create('shared', 'shared-1'))
    const second = await call(service, create('shared', 'shared-1', colleague))
    expect(isReplay(second)).toBe(true)
    expect(second.text).toBe(first.text)
  })

  it('has one effect when 50 identical requests arrive at once at two processes', async () => {
    const twins = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        call(i % 2 === 0 ? service : other, create('twin', 'twin-1')),
      ),
    )
    const answered = twins.filter(({ status }) => status === 200)
    expect(answered.filter((reply) => !isReplay(reply))).toHaveLength(1)
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1)
    for (const twin of twins.filter(({ status }) => status !== 200)) {
      expect(twin.status).toBe(409)
      expect(twin.text).toContain('IDEMPOTENCY_KEY_IN_USE')
    }
    expect(await withSlug('twin')).toHaveLength(1)
    // A caller that was refused for the moment gets the answer then.
    expect((await call(service, create('twin', 'twin-1'))).text).toBe(answered[0]?.text)
  })

  it('is refused while the first is being worked on, and gets its answer afterwards', async () => {
    const blocker = new pg.Client({ connectionString: database.url })
    await blocker.connect()
    try {
      await blocker.query('BEGIN')
      await blocker.query(
        "INSERT INTO organizations VALUES (gen_random_uuid(), 'slow', 'x', 'active', now())",
      )
      const slow = call(service, create('slow', 'slow-1'))
      await expect
        .poll(async () => {
          const { rows } = await database.query(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          )
          return rows.length
        })
        .toBe(1)
      const meanwhile = await refused(other, 409, create('slow', 'slow-1'))
      expect(meanwhile.reason).toBe('IDEMPOTENCY_KEY_IN_USE')
      // Other requests do not wait: neither another key, nor another organization's of that name.
      const others = [create('beside', 'beside-1'), createElsewhere('slow-1')]
      for (const one of others) expect((await call(other, one)).status).toBe(200)
      await blocker.query('ROLLBACK')
      const first = await slow
      expect(first.status).toBe(200)
      expect((await call(other, create('slow', 'slow-1'))).text).toBe(first.text)
    } finally {
      await blocker.end()
    }
  })
})

describe('a used key', () => {
  it('is refused with another body, which has no effect', async () => {
    await call(service, create('used', 'used-1'))
    const reply = await refused(service, 422, create('used-otherwise', 'used-1'))
    expect(reply.reason).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await withSlug('used-otherwise')).toEqual([])
    // Every byte counts: the signed bytes are compared.
    const spaced = { ...create('used', 'used-1'), body: '{ "slug": "used", "name": "used" }' }
    expect((await refused(service, 422, spaced)).reason).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('is refused on another operation, and on another resource', async () => {
    const { id } = (await call(service, create('resource', 'resource-1'))).body as { id: string }
    const headers = { [headerNames.idempotencyKey]: 'resource-1' }
    const body = { symbol: 'RES', name: 'x', normalized_symbol: 'RES', decimals: 2 }
    const asset = callOf(createAsset, { key: operator, headers, body })
    expect((await refused(service, 422, asset)).reason).toBe('IDEMPOTENCY_KEY_REUSED')

    const suspend = (organization_id: string) =>
      callOf(suspendOrganization, {
        key: operator,
        headers: { [headerNames.idempotencyKey]: 'suspend-1' },
        params: { organization_id },
      })
    expect((await call(service, suspend(id))).status).toBe(200)
    const another = (await call(service, create('resource-2', 'resource-2'))).body as { id: string }
    const reply = await refused(service, 422, suspend(another.id))
    expect(reply.reason).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await withSlug('resource-2')).toMatchObject([{ status: 'active' }])
  })

  it('is free for another organization, which learns nothing of it', async () => {
    const key = 'common-key'
    const first = await call(service, create('common', key))
    const theirs = await call(service, createElsewhere(key))
    expect([first.status, theirs.status]).toEqual([200, 200])
    expect(isReplay(theirs)).toBe(false)
    expect(await keptKeys(key)).toHaveLength(2)
  })
})

describe('a refused write', () => {
  it('is refused again in the same way, even when it would succeed by now', async () => {
    await call(service, create('taken', 'taken-1'))
    const first = await refused(service, 409, create('taken', 'taken-2'))
    expect(first.reason).toBe('ALREADY_EXISTS')
    await database.query("UPDATE organizations SET slug = 'not-taken' WHERE slug = 'taken'")
    const second = await refused(other, 409, create('taken', 'taken-2'))
    expect(isReplay(second)).toBe(true)
    const { request_id: _first, ...error } = first.body.error
    const { request_id: _second, ...again } = second.body.error
    expect(again).toEqual(error)
    expect((await call(service, create('taken', 'taken-3'))).status).toBe(200)
  })

  it('leaves only the refusal', async () => {
    const headers = { [headerNames.idempotencyKey]: 'nothing-1' }
    const body = { id: 'nothing', name: 'x', adapter: 'fireblocks' }
    const options = callOf(createCustodian, { key: operator, headers, body })
    expect((await refused(service, 422, options)).reason).toBe('VALUE_INVALID')
    const { rows } = await database.query("SELECT 1 FROM custodians WHERE id = 'nothing'")
    expect(rows).toEqual([])
    expect(await keptKeys('nothing-1')).toMatchObject([{ refused: true }])
  })

  it('is not kept when it was refused before its operation was known', async () => {
    const malformed = { ...create('malformed', 'malformed-1'), body: '{"slug":"malformed"}' }
    expect((await refused(service, 400, malformed)).reason).toBe('BODY_INVALID')
    const reply = await call(service, create('malformed', 'malformed-1'))
    expect(reply.status).toBe(200)
    expect(isReplay(reply)).toBe(false)
  })

  it('needs one key, of visible characters', async () => {
    for (const key of ['', 'with space', 'x'.repeat(256), 'ü']) {
      const reply = await refused(service, 400, create('keyless', encodeHeader(key)))
      expect(reply.reason).toBe('IDEMPOTENCY_KEY_INVALID')
    }
    expect(await withSlug('keyless')).toEqual([])
    expect((await call(service, create('longest', 'x'.repeat(255)))).status).toBe(200)
  })
})

/** Header bytes of a text that is not ASCII. */
const encodeHeader = (text: string) => Buffer.from(text).toString('latin1')

describe('a failed write', () => {
  it('is not kept when it returns 500, and has no effect', async () => {
    await database.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE TRIGGER fail AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION fail()`)
    const failed = await refused(service, 500, create('broken', 'broken-1'))
    expect(failed.reason).toBe('INTERNAL')
    expect(failed.text).not.toContain('broken')
    expect(await keptKeys('broken-1')).toEqual([])
    await database.query('DROP TRIGGER fail ON organizations; DROP FUNCTION fail')
    const reply = await call(service, create('broken', 'broken-1'))
    expect([reply.status, isReplay(reply)]).toEqual([200, false])
  })

  it('is not kept when it returns 429', async () => {
    const limited = await startService({ database, settings: { RATE_LIMIT_CREDENTIAL: '1' } })
    try {
      expect((await call(limited, create('limited', 'limited-1'))).status).toBe(200)
      const reply = await refused(limited, 429, create('limited-2', 'limited-2'))
      expect(reply.reason).toBe('RATE_LIMITED')
      expect(await keptKeys('limited-2')).toEqual([])
      expect((await call(service, create('limited-2', 'limited-2'))).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  it('is not kept when it returns 401 or 403', async () => {
    const { key: _key, ...unsigned } = create('foreign', 'foreign-1')
    expect((await refused(service, 401, unsigned)).reason).toBe('UNAUTHENTICATED')
    const forbidden = await refused(service, 403, create('foreign', 'foreign-1', viewer))
    expect(forbidden.reason).toBe('ROLE_NOT_PERMITTED')
    expect(await keptKeys('foreign-1')).toEqual([])
    expect((await call(service, create('foreign', 'foreign-1'))).status).toBe(200)
  })
})

describe('a signature', () => {
  const signed = (slug: string, idempotencyKey: string): CallOptions => {
    const { key: _key, ...options } = create(slug, idempotencyKey)
    const { method = 'POST', target, body } = options
    const signature = signRequest(
      { method, target, body },
      operator.privateKey,
      service.clock.now(),
    )
    return { ...options, headers: { ...options.headers, ...signature } }
  }

  it('is accepted once, even by another process and after a restart', async () => {
    service.clock.set('2026-03-02T12:10:00.000Z')
    other.clock.set('2026-03-02T12:10:00.000Z')
    const first = signed('signed', 'signed-1')
    expect((await call(service, first)).status).toBe(200)
    // The key is not signed: a caller who repeats the bytes may name another.
    const renamed = {
      ...first,
      headers: { ...first.headers, [headerNames.idempotencyKey]: 'signed-2' },
    }
    const restarted = await startService({ database })
    restarted.clock.set('2026-03-02T12:10:00.000Z')
    try {
      for (const process of [service, other, restarted]) {
        for (const options of [first, renamed]) {
          expect((await refused(process, 401, options)).reason).toBe('UNAUTHENTICATED')
        }
      }
    } finally {
      await restarted.close()
    }
    expect(await keptKeys('signed-2')).toEqual([])
  })

  it('has one effect when it arrives 20 times at once at two processes', async () => {
    const options = signed('at-once', 'at-once-1')
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call(i % 2 === 0 ? service : other, {
          ...options,
          headers: { ...options.headers, [headerNames.idempotencyKey]: `at-once-${i}` },
        }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(19).fill(401),
    ])
  })

  it('is spent when its request was refused', async () => {
    const options = signed('again', 'spent-1')
    expect((await refused(service, 409, options)).reason).toBe('ALREADY_EXISTS')
    expect((await refused(other, 401, options)).reason).toBe('UNAUTHENTICATED')
  })
})

describe('after a day', () => {
  const age = async (key: string, interval: string) => {
    await database.query(
      `UPDATE idempotency_keys SET created_at = created_at - $2::interval WHERE key = $1`,
      [key, interval],
    )
  }

  it('a key can be used again', async () => {
    await call(service, create('day', 'day-1'))
    await age('day-1', '23 hours 59 minutes')
    expect(isReplay(await call(service, create('day', 'day-1')))).toBe(true)
    await age('day-1', '2 minutes')
    const reply = await call(service, create('next-day', 'day-1'))
    expect([reply.status, isReplay(reply)]).toEqual([200, false])
    const again = await call(service, create('next-day', 'day-1'))
    expect([again.text, isReplay(again)]).toEqual([reply.text, true])
  })

  it('keys and signatures of all organizations are deleted, and no younger ones', async () => {
    for (const key of ['old', 'new']) {
      await call(service, create(`swept-${key}`, key))
      await call(service, createElsewhere(key))
    }
    await age('old', '25 hours')
    await database.query(
      'UPDATE used_signatures SET recorded_at = recorded_at - interval $$64 min$$',
    )
    const { rows } = await database.query('SELECT count(*)::int AS count FROM used_signatures')
    await database.query(
      `INSERT INTO used_signatures SELECT decode(lpad(to_hex(n), 128, '0'), 'hex'), now() - interval '66 min'
       FROM generate_series(1, 2500) n`,
    )
    const pool = servicePool()
    try {
      const sweep = await new Sweeper(pool, { eventsKeptDays: 30, auditReadsKeptDays: 30 }).run()
      expect(sweep).toMatchObject({ idempotencyKeys: 2, signatures: 2500, isUnfinished: false })
      expect(
        await new Sweeper(pool, { eventsKeptDays: 30, auditReadsKeptDays: 30 }).run(),
      ).toMatchObject({
        idempotencyKeys: 0,
        signatures: 0,
      })
    } finally {
      await pool.end()
    }
    expect(await keptKeys('old')).toEqual([])
    expect(await keptKeys('new')).toHaveLength(2)
    const left = await database.query('SELECT count(*)::int AS count FROM used_signatures')
    expect(left.rows).toEqual(rows)
  })

  it('the role of the service can delete only what has expired', async () => {
    const pool = servicePool()
    try {
      for (const table of ['idempotency_keys', 'used_signatures']) {
        await expect(pool.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied')
      }
      expect((await pool.query('SELECT 1 FROM idempotency_keys')).rows).toEqual([])
    } finally {
      await pool.end()
    }
  })
})

/** As the service connects: as the role that owns nothing. */
const servicePool = () => openServicePool({ url: database.url, poolSize: 1 })
