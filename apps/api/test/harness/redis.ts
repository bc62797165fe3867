import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from '@vadium/local-postgres'
import { redisProgram } from './wanted-programs.ts'

export interface TestRedis {
  readonly url: string
  /** Deletes all data, and keeps running. */
  forget(): Promise<unknown>
  /** When the recorded signatures are deleted, in Unix milliseconds by its clock. */
  signatureExpiries(): Promise<number[]>
  /** Answers nothing for a time, like a server that is busy. */
  pause(ms: number): Promise<unknown>
  /** Runs again at the same address; with its data, if it keeps them in a folder. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A Redis server of this test. It stores nothing, unless it is given a folder. */
export async function startRedis(folder?: string): Promise<TestRedis> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const kept = folder === undefined ? ['no'] : ['yes', '--appendfsync', 'always', '--dir', folder]
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly']
  const start = () => spawn(redisProgram ?? '', [...words, ...kept], { stdio: 'ignore' })
  let server = start()
  await withProbe(url, (probe) => probe.ping())
  const stop = async () => {
    const ended = once(server, 'exit')
    server.kill()
    await ended
  }
  return {
    url,
    forget: () => withProbe(url, (probe) => probe.flushall()),
    signatureExpiries: () =>
      withProbe(url, async (probe) => {
        const keys = await probe.keys('vadium:replay:*')
        const signatures = keys.filter((key) => !key.startsWith('vadium:replay:known-from:'))
        return Promise.all(signatures.map((key) => probe.pexpiretime(key)))
      }),
    pause: (ms) => withProbe(url, (probe) => probe.client('PAUSE', ms)),
    restart: async () => {
      await stop()
      server = start()
      await withProbe(url, (probe) => probe.ping())
    },
    stop,
  }
}

async function withProbe<T>(url: string, work: (probe: Redis) => Promise<T>): Promise<T> {
  const probe = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: 200 })
  probe.on('error', () => undefined)
  const outcome = await work(probe)
  probe.disconnect()
  return outcome
}
