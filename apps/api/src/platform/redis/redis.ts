import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'

/**
 * Connects to the Redis server that the processes share. An unreachable server must not delay
 * requests: a command fails at once, and this process counts alone.
 */
export function openRedis(url: string, logger: FastifyBaseLogger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 100,
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
  return redis
}
