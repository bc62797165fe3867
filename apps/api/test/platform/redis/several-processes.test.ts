import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signRequest } from '@vadium/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, refused } from '../../harness/call.ts'
import { redisProgram, startRedis, type TestRedis } from '../../harness/redis.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const party = book.party('harbor')
const key = party.credential('viewer')
const otherKey = party.credential('viewer')
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
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'vadium-redis-'))
      redis = await startRedis(folder)
      const settings = { REDIS_URL: redis.url, RATE_LIMIT_CREDENTIAL: '6', RATE_LIMIT_ADDRESS: '4' }
      // On a busy machine an answer of the server may take longer than in production.
      const options = { settings, redisBypassMs: 500, redisCommandMs: 10_000 }
      first = await startService({ ...options, scenario: book.scenario })
      second = await startService({ ...options, database: first.database })
      // No signature from before the server's memory began is accepted.
      await call(first, { ...listing, key: otherKey })
      move(first.clock.now() + 60_000)
    })
    afterEach(async () => {
      await second.close()
      await first.close()
      await redis.stop()
      await rm(folder, { recursive: true })
    })

    const move = (to: number) => {
      for (const { clock } of [first, second]) clock.set(new Date(to).toISOString())
    }

    it('accept a signature once between them', async () => {
      const headers = signedAt(first.clock.now())
      expect((await call(first, { ...listing, headers })).status).toBe(200)
      await refused(second, 401, { ...listing, headers })
    })

    it.each([
      ['has lost its data', () => redis.forget()],
      ['was restarted from its stored data', () => redis.restart()],
    ])('refuse what was signed before the server %s', async (_how, loseMemory) => {
      const headers = signedAt(first.clock.now() + 500)
      expect((await call(first, { ...listing, headers })).status).toBe(200)
      await loseMemory()
      for (const service of [second, first]) {
        // While the server is away, a process works alone, and the first read after that is
        // answered.
        const reasonOf = async () => {
          const fresh = { ...listing, key: otherKey, signedAt: service.clock.now() + unique() }
          return /"reason":"(\w+)"/.exec((await call(service, fresh)).text)?.[1]
        }
        await expect.poll(reasonOf).toBe('TIMESTAMP_OUT_OF_WINDOW')
        const again = await refused(service, 401, { ...listing, headers })
        expect(['TIMESTAMP_OUT_OF_WINDOW', 'UNAUTHENTICATED']).toContain(again.reason)
      }
      move(first.clock.now() + 1250)
      const later = { ...listing, headers: signedAt(first.clock.now()) }
      expect((await call(second, later)).status).toBe(200)
    })

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
