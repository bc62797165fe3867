import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signRequest } from '@vadium/client'
import { signatureWindowMs } from '@vadium/schema'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, refused } from '../../harness/call.ts'
import { startRedis, type TestRedis } from '../../harness/redis.ts'
import { type RunningService, type ServiceOptions, startService } from '../../harness/service.ts'
import { redisProgram } from '../../harness/wanted-programs.ts'

const book = new Book()
const party = book.party('harbor')
const key = party.credential('viewer')
const listing = { target: '/transfers' }

const signedAt = (at: number) =>
  signRequest({ method: 'GET', target: '/transfers' }, key.privateKey, at)

describe.skipIf(redisProgram === undefined)(
  'two processes that share a Redis server (needs one on this machine)',
  () => {
    let folder: string
    let redis: TestRedis
    let first: RunningService
    let second: RunningService
    let options: ServiceOptions
    async function begin(settings: ServiceOptions['settings'] = {}): Promise<void> {
      folder = await mkdtemp(join(tmpdir(), 'vadium-redis-'))
      redis = await startRedis(folder)
      // On a busy machine an answer of the server may take longer than in production.
      options = {
        settings: { REDIS_URL: redis.url, ...settings },
        redisBypassMs: 500,
        redisWaitMs: 10_000,
        redisCommandMs: 20_000,
      }
      first = await startService({ ...options, scenario: book.scenario })
      second = await startService({ ...options, database: first.database })
    }
    async function end(): Promise<void> {
      await second.close()
      await first.close()
      await redis.stop()
      await rm(folder, { recursive: true })
    }

    const move = (to: number) => {
      for (const { clock } of [first, second]) clock.set(new Date(to).toISOString())
    }

    describe('and accept signatures', () => {
      beforeAll(() => begin())
      // No signature of an earlier test is still valid.
      beforeEach(() => move(first.clock.now() + 2 * signatureWindowMs))
      afterAll(end)

      it('accept a signature once between them', async () => {
        const headers = signedAt(first.clock.now())
        expect((await call(first, { ...listing, headers })).status).toBe(200)
        await refused(second, 401, { ...listing, headers })
      })

      it.each([
        ['has lost its data', () => redis.forget()],
        ['was restarted from its stored data', () => redis.restart()],
      ])(
        'refuse no fresh read when the server %s, and no process a replay of its own',
        async (_how, loseMemory) => {
          const headers = signedAt(first.clock.now() + 500)
          expect((await call(first, { ...listing, headers })).status).toBe(200)
          await loseMemory()
          for (const service of [first, second]) {
            const fresh = { ...listing, headers: signedAt(service.clock.now() - unique()) }
            expect((await call(service, fresh)).status).toBe(200)
            expect((await call(service, { target: '/readyz' })).status).toBe(200)
          }
          expect((await refused(first, 401, { ...listing, headers })).reason).toBe(
            'UNAUTHENTICATED',
          )
          // What one accepts from now on is known to the other again.
          const isShared = async () => {
            const signed = { ...listing, headers: signedAt(first.clock.now() + unique()) }
            return [await call(first, signed), await call(second, signed)].map(
              ({ status }) => status,
            )
          }
          await expect.poll(isShared).toEqual([200, 401])
        },
      )

      it('a new one answers every read that is signed after the beginning, though none was read before', async () => {
        const third = await startService({ ...options, database: first.database, isRestart: true })
        third.clock.set(new Date(first.clock.now()).toISOString())
        expect(
          (await call(third, { ...listing, headers: signedAt(first.clock.now()) })).status,
        ).toBe(200)
        await third.close()
      })

      it('answer a read once between them while the server is slow, or neither does', async () => {
        await redis.pause(300)
        const signed = { ...listing, headers: signedAt(first.clock.now()) }
        const replies = await Promise.all([call(first, signed), call(second, signed)])
        expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
        const impatient = await startService({
          ...options,
          redisWaitMs: 1,
          database: first.database,
        })
        impatient.clock.set(new Date(first.clock.now()).toISOString())
        await redis.pause(300)
        const next = { ...listing, headers: signedAt(first.clock.now() + 1) }
        const late = refused(impatient, 429, next)
        expect((await call(second, next)).status).not.toBe(429)
        expect((await late).reason).toBe('OVERLOADED')
        await impatient.close()
      })

      it('accept a signature once, though the clock of one is half an hour ahead of the other', async () => {
        const aheadMs = Date.now() + 1_800_000
        first.clock.set(new Date(aheadMs).toISOString())
        const headers = signedAt(aheadMs)
        expect((await call(first, { ...listing, headers })).status).toBe(200)
        const expiries = await redis.signatureExpiries()
        expect(Math.max(...expiries)).toBeGreaterThan(aheadMs + signatureWindowMs)
        second.clock.set(new Date(aheadMs).toISOString())
        await refused(second, 401, { ...listing, headers })
      })
    })

    describe('and count', () => {
      beforeEach(async () => {
        await begin({ RATE_LIMIT_CREDENTIAL: '6', RATE_LIMIT_ADDRESS: '4' })
        move(first.clock.now() + 60_000)
      })
      afterEach(end)

      it('count a credential and an address together', async () => {
        for (const service of [first, second, first, second, first, second]) {
          expect((await call(service, { ...listing, key })).status).toBe(200)
        }
        await refused(first, 429, { ...listing, key })
        await refused(second, 429, { ...listing, key })
        for (const service of [first, second, first, second]) {
          await refused(service, 404, { target: '/nowhere' })
        }
        await refused(first, 429, { target: '/nowhere' })
      })

      it('continue, each alone, while the server is away', async () => {
        await call(first, { ...listing, key })
        await redis.stop()
        const reply = await call(first, { ...listing, key })
        expect(reply.status).toBe(200)
        await refused(first, 401, listing)
        redis = await startRedis()
      })
    })
  },
)

let uniqueMs = 0
/** A time that no other signature of these tests uses. */
const unique = () => (uniqueMs = (uniqueMs + 1) % 400)

describe('two processes on one database', () => {
  it("accept each other's page tokens", async () => {
    const pages = new Book()
    const [lender, borrower] = [pages.party('harbor'), pages.party('quay')]
    const viewer = lender.credential('viewer')
    // Its opening has two transfers.
    pages.deal(lender, borrower)
    const first = await startService({ scenario: pages.scenario })
    const second = await startService({ database: first.database })
    try {
      const page = await call(first, { target: '/transfers?page_size=1', key: viewer })
      const { next_page_token: token } = page.body as { next_page_token: string }
      const next = await call(second, {
        target: `/transfers?page_size=1&page_token=${token}`,
        key: viewer,
      })
      expect((next.body as { transfers: unknown[] }).transfers).toHaveLength(1)
    } finally {
      await second.close()
      await first.close()
    }
  })
})
