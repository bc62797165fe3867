import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openRedis } from '../../../src/platform/redis/redis.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { freePort } from '@vadium/local-postgres'
import { startHungRedis } from '../../harness/hung-redis.ts'
import { startRedis } from '../../harness/redis.ts'
import { redisProgram } from '../../harness/wanted-programs.ts'

function logOf() {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  return { logger, text: () => lines.join('') }
}

describe('openRedis', () => {
  it('is ready for commands when it returns, and the server answers', async () => {
    const server = await startHungRedis()
    const redis = await openRedis(server.url, logOf().logger)
    expect(redis.status).toBe('ready')
    redis.disconnect()
    await server.close()
  })

  it.skipIf(redisProgram === undefined)('answers the first command (needs Redis)', async () => {
    const server = await startRedis()
    const redis = await openRedis(server.url, logOf().logger)
    expect(await redis.incr('requests')).toBe(1)
    redis.disconnect()
    await server.stop()
  })

  it('returns, and logs why, when the server refuses the connection', async () => {
    const { logger, text } = logOf()
    const redis = await openRedis(`redis://127.0.0.1:${await freePort()}`, logger)
    expect(text()).toContain('redis does not answer')
    expect(text()).toContain('ECONNREFUSED')
    redis.disconnect()
  })

  it('returns after a limited time when the server says nothing', async () => {
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const redis = await openRedis(`redis://127.0.0.1:${port}`, logOf().logger, {
      firstAnswerMs: 20,
    })
    expect(redis.status).not.toBe('ready')
    redis.disconnect()
    mute.close()
  })
})
