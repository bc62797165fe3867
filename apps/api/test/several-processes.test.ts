import { signRequest } from '@vadium/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Book } from './harness/book.ts'
import { call, refused } from './harness/call.ts'
import { redisProgram, startRedis, type TestRedis } from './harness/redis.ts'
import { type RunningService, startService } from './harness/service.ts'

const book = new Book()
const key = book.party('harbor').credential('viewer')
const listing = { target: '/transfers' }

describe.skipIf(redisProgram === undefined)(
  'two processes that share a Redis server (needs one on this machine)',
  () => {
    let redis: TestRedis
    let first: RunningService
    let second: RunningService
    beforeEach(async () => {
      redis = await startRedis()
      const settings = { REDIS_URL: redis.url, RATE_LIMIT_CREDENTIAL: '6', RATE_LIMIT_ADDRESS: '4' }
      first = await startService({ scenario: book.scenario, settings })
      second = await startService({ settings, database: first.database })
    })
    afterEach(async () => {
      await second.close()
      await first.close()
      await redis.stop()
    })

    it('accept a signature once between them', async () => {
      const headers = signRequest(
        { method: 'GET', target: '/transfers' },
        key.privateKey,
        first.clock.now() + 1,
      )
      expect((await call(first, { ...listing, headers })).status).toBe(200)
      await refused(second, 401, { ...listing, headers })
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

    it('go on, each by itself, while the server is away', async () => {
      await call(first, { ...listing, key })
      await redis.stop()
      const reply = await call(first, { ...listing, key })
      expect(reply.status).toBe(200)
      await refused(first, 401, listing)
      redis = await startRedis()
    })
  },
)

describe('two processes on one database', () => {
  it('read one another’s page tokens', async () => {
    const pages = new Book()
    const [lender, borrower] = [pages.party('harbor'), pages.party('quay')]
    const viewer = lender.credential('viewer')
    const deal = pages.deal(lender, borrower)
    for (let i = 0; i < 3; i += 1) pages.transfer(deal, borrower, lender)
    const first = await startService({ scenario: pages.scenario })
    const second = await startService({ database: first.database })
    try {
      const page = await call(first, { target: '/transfers?page_size=2', key: viewer })
      const { next_page_token: token } = page.body as { next_page_token: string }
      const next = await call(second, {
        target: `/transfers?page_size=2&page_token=${token}`,
        key: viewer,
      })
      expect((next.body as { transfers: unknown[] }).transfers).toHaveLength(1)
    } finally {
      await second.close()
      await first.close()
    }
  })
})
