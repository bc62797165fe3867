import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'

/** Whether this machine has a Redis or Valkey server to start. */
export const redisProgram = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

export interface TestRedis {
  readonly url: string
  stop(): Promise<void>
}

/** A Redis server of this test's own, which keeps nothing. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  const server = spawn(
    redisProgram ?? '',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  const url = `redis://127.0.0.1:${port}`
  const probe = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: 200 })
  probe.on('error', () => undefined)
  await probe.ping()
  probe.disconnect()
  return {
    url,
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}
