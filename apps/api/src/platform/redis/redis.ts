import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'

/**
 * The server that several processes share. One that is away must not hold a request up: a command fails
 * at once, and what it would have shared is counted by this process alone.
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
    if (!away) logger.warn({ err }, 'the shared server does not answer')
    away = true
  })
  redis.on('ready', () => {
    away = false
  })
  return redis
}
