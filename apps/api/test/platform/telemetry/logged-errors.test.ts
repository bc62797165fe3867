import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { withoutPasswords } from '../../../src/platform/telemetry/logged-errors.ts'
import { openRedis } from '../../../src/platform/redis/redis.ts'
import { startRedis } from '../../harness/redis.ts'
import { redisProgram } from '../../harness/wanted-programs.ts'

function logOf() {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  return { logger, text: () => lines.join('') }
}

describe('an error in the log', () => {
  it('has its message, its code and its cause, and no member that could contain a password', () => {
    const { logger, text } = logOf()
    const cause = Object.assign(new Error('no answer from postgres://me:hidden@db.example/book'), {
      input: 'postgres://me:hidden@db.example/book',
    })
    const error = Object.assign(new Error('it failed', { cause }), {
      code: 'ECONNREFUSED',
      command: { name: 'auth', args: ['hidden'] },
    })
    logger.error({ err: error }, 'the server does not answer')
    expect(JSON.parse(text())).toMatchObject({
      err: {
        message: 'it failed',
        code: 'ECONNREFUSED',
        cause: { message: 'no answer from postgres://db.example/book' },
      },
    })
    expect(text()).not.toContain('hidden')
  })
})

it.each([
  ['redis://:p@127.0.0.1:6379 is away', 'redis://127.0.0.1:6379 is away'],
  ['postgres://user:p@ss@db.example/x', 'postgres://db.example/x'],
  ['https://hooks.example.com/a', 'https://hooks.example.com/a'],
])('has no password in its URLs: %s', (given, expected) => {
  expect(withoutPasswords(given)).toBe(expected)
})

describe.skipIf(redisProgram === undefined)('a Redis server (needs one on this machine)', () => {
  it('is logged without the password when it refuses one', async () => {
    const server = await startRedis()
    const owner = new Redis(server.url)
    await owner.config('SET', 'requirepass', 'another-word')
    const { logger, text } = logOf()
    const redis = await openRedis(server.url.replace('redis://', 'redis://:hidden-word@'), logger)
    await expect.poll(text).toContain('WRONGPASS')
    expect(text()).not.toContain('hidden-word')
    redis.disconnect()
    owner.disconnect()
    await server.stop()
  })
})
