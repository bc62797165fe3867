import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'

/** How long to wait for answers, in milliseconds. */
interface RedisWaits {
  /** How long a start waits for the first answer. */
  readonly firstAnswerMs?: number | undefined
  /** How long a command waits for its answer. Then the server counts as away. */
  readonly commandMs?: number | undefined
}

/**
 * Connects to the Redis server that the processes share. An unreachable server must not delay
 * requests: a command fails at once, and this process counts alone. So that the first requests do
 * not fall into the time of connecting, the result is there when the server has answered or refused
 * for the first time, or when it has not answered in time.
 */
export async function openRedis(
  url: string,
  logger: FastifyBaseLogger,
  { firstAnswerMs = 3000, commandMs = 3000 }: RedisWaits = {},
): Promise<Redis> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMs,
    connectTimeout: 2000,
  })
  let away = false
  redis.on('error', (err) => {
    if (!away) logger.warn({ err }, 'redis does not answer')
    away = true
  })
  redis.on('ready', () => {
    away = false
  })
  // A refusal is an error event, which has been logged.
  await once(redis, 'ready', { signal: AbortSignal.timeout(firstAnswerMs) }).catch(() => undefined)
  return redis
}
