import { describe, expect, it } from 'vitest'
import { RedisBreaker, bypassMs } from '../../../src/platform/redis/redis-breaker.ts'
import { Book } from '../../harness/book.ts'
import { call } from '../../harness/call.ts'
import { startHungRedis } from '../../harness/hung-redis.ts'
import { scrape } from '../../harness/scrape.ts'
import { startService } from '../../harness/service.ts'

/** A breaker with its own clock, and a server that a test can make fail. */
function breakerWorld() {
  const world = { nowMs: 0, asked: 0, fails: false, changes: [] as boolean[] }
  const breaker = new RedisBreaker({
    onChange: (isOpen) => void world.changes.push(isOpen),
    now: () => world.nowMs,
    waitMs: 10,
  })
  const shared = () => {
    world.asked += 1
    return world.fails ? Promise.reject(new Error('no answer')) : Promise.resolve('shared')
  }
  const answer = (text: string) => () => Promise.resolve(text)
  const run = (ask = shared) =>
    breaker.run({ shared: ask, alone: answer('alone'), late: answer('late') })
  return { world, breaker, run }
}

describe('a breaker', () => {
  it('uses the shared server while it answers', async () => {
    const { world, breaker, run } = breakerWorld()
    expect([await run(), await run()]).toEqual(['shared', 'shared'])
    expect(breaker.isOpen).toBe(false)
    expect(world.changes).toEqual([])
  })

  it('stops using it after one failure', async () => {
    const { world, breaker, run } = breakerWorld()
    world.fails = true
    expect(await run()).toBe('alone')
    world.nowMs = bypassMs - 1
    for (let i = 0; i < 20; i += 1) expect(await run()).toBe('alone')
    expect(world.asked).toBe(1)
    expect(breaker.isOpen).toBe(true)
  })

  it('lets one command try the server again, while the others continue without it', async () => {
    const { world, breaker, run } = breakerWorld()
    world.fails = true
    await run()
    world.nowMs = bypassMs
    let answer: (text: string) => void = () => undefined
    const tried = run(() => new Promise((resolve) => (answer = resolve)))
    expect([await run(), await run()]).toEqual(['alone', 'alone'])
    expect(world.asked).toBe(1)
    answer('shared')
    expect(await tried).toBe('shared')
    expect(breaker.isOpen).toBe(false)
    world.fails = false
    expect(await run()).toBe('shared')
    expect(world.changes).toEqual([true, false])
  })

  it('waits again after a failed trial', async () => {
    const { world, run } = breakerWorld()
    world.fails = true
    await run()
    world.nowMs = bypassMs
    await run()
    world.nowMs = 2 * bypassMs - 1
    await run()
    expect(world.asked).toBe(2)
    expect(world.changes).toEqual([true])
  })
})

describe('a slow answer', () => {
  it('is waited for, then counts as late and not as a failure, whatever comes later', async () => {
    const { world, breaker, run } = breakerWorld()
    let answer: (text: string) => void = () => undefined
    expect(await run(() => new Promise((resolve) => (answer = resolve)))).toBe('late')
    answer('shared')
    expect(await run()).toBe('shared')
    expect(world.changes).toEqual([])
    expect(breaker.isOpen).toBe(false)
  })

  it('opens the breaker when it turns out to be none, although its caller has left', async () => {
    const { world, breaker, run } = breakerWorld()
    let fail: (error: Error) => void = () => undefined
    expect(await run(() => new Promise((_resolve, reject) => (fail = reject)))).toBe('late')
    fail(new Error('no answer'))
    await expect.poll(() => breaker.isOpen).toBe(true)
    expect(await run()).toBe('alone')
    expect(world.changes).toEqual([true])
  })

  it('does not end a trial by being late: the server is still bypassed', async () => {
    const { world, run } = breakerWorld()
    world.fails = true
    await run()
    world.nowMs = bypassMs
    expect(await run(() => new Promise(() => undefined))).toBe('alone')
  })
})

describe('a server that is connected again', () => {
  it('is tried by the next command', async () => {
    const { world, breaker, run } = breakerWorld()
    world.fails = true
    await run()
    world.fails = false
    breaker.connected()
    expect(await run()).toBe('shared')
    expect(breaker.isOpen).toBe(false)
  })
})

describe('a Redis server that hangs', () => {
  it('delays one request, and the others do not use it', async () => {
    const book = new Book()
    const key = book.party('harbor').credential('viewer')
    const redis = await startHungRedis()
    const service = await startService({
      scenario: book.scenario,
      settings: { REDIS_URL: redis.url, RATE_LIMIT_CREDENTIAL: '5' },
      redisCommandMs: 100,
    })
    try {
      const statuses: number[] = []
      for (let i = 0; i < 6; i += 1) {
        statuses.push((await call(service, { target: '/transfers', key })).status)
      }
      // Meanwhile the process counts in its own memory.
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      // The beginning of the shared memory, of which the start has asked.
      expect(redis.unanswered).toEqual(['eval'])
      expect((await scrape(service)).value('vadium_redis_bypassed')).toBe(1)
      expect(service.log.filter((line) => line.includes('is bypassed'))).toHaveLength(1)
    } finally {
      await service.close()
      await redis.close()
    }
  })
})
