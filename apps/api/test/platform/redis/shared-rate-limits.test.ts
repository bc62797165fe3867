import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { RateLimits } from '../../../src/platform/http/rate-limits.ts'
import { RedisBreaker } from '../../../src/platform/redis/redis-breaker.ts'
import { startRedis } from '../../harness/redis.ts'
import { redisProgram } from '../../harness/wanted-programs.ts'

/** The limits of several processes, each with a connection of its own, on one server. */
async function processes(url: string, count: number) {
  const limits = { credential: 3, organization: 5, address: 4, public: 2, windowSeconds: 60 }
  const clients = Array.from({ length: count }, () => new Redis(url, { maxRetriesPerRequest: 0 }))
  for (const client of clients) client.on('error', () => undefined)
  await Promise.all(clients.map((client) => client.ping()))
  const [client] = clients
  if (client === undefined) throw new Error('there is no process')
  return {
    client,
    limits: clients.map((redis) => {
      const breaker = new RedisBreaker({ onChange: () => undefined })
      return new RateLimits(limits, { redis, breaker })
    }),
    close: () => {
      for (const client of clients) client.disconnect()
    },
  }
}

describe.skipIf(redisProgram === undefined)('the rate limits of several processes', () => {
  it('are counted together, each kind by itself, and alone once the server is away', async () => {
    const server = await startRedis()
    const { limits, client, close } = await processes(server.url, 2)
    const [one, other] = limits
    const names = async () => (await client.keys('*')).toSorted()
    if (one === undefined || other === undefined) throw new Error('there are two processes')
    // One name for all: the counts differ by their kind.
    const caller = { credentialId: '203.0.113.7', organizationId: '203.0.113.7' }
    expect(await one.countCaller(caller)).toMatchObject({ limit: 3, remaining: 2 })
    expect(await other.countCaller(caller)).toMatchObject({ limit: 3, remaining: 1 })
    expect(await one.countAddress('203.0.113.7')).toMatchObject({ limit: 4, remaining: 3 })
    expect(await other.peekAddress('203.0.113.7')).toMatchObject({ limit: 4, remaining: 3 })
    expect(await other.countPublic('203.0.113.7')).toMatchObject({ limit: 2, remaining: 1 })
    await one.countCaller(caller)
    expect(await other.countCaller(caller)).toMatchObject({ limit: 3, exceeded: true })
    expect(await names()).toEqual([
      'vadium:address:203.0.113.7',
      'vadium:credential:203.0.113.7',
      'vadium:organization:203.0.113.7',
      'vadium:public:203.0.113.7',
    ])
    await server.stop()
    expect(await one.countCaller(caller)).toMatchObject({ limit: 3, remaining: 2 })
    expect(await one.countCaller(caller)).toMatchObject({ limit: 3, remaining: 1 })
    expect(await other.countCaller(caller)).toMatchObject({ limit: 3, remaining: 2 })
    close()
  })
  it('end with a whole window, if a count on the server has no end', async () => {
    const server = await startRedis()
    const { limits, client, close } = await processes(server.url, 1)
    await client.set('vadium:public:203.0.113.7', 1)
    const state = await limits[0]?.countPublic('203.0.113.7')
    expect(state).toMatchObject({ remaining: 0, resetMs: 60_000 })
    close()
    await server.stop()
  })
})
