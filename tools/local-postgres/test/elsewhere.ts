import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { LocalPostgresOptions } from '../src/local-postgres.ts'

/** A place that every user of this machine can enter: the checkout may be in root's home. */
export const place = mkdtempSync(join(tmpdir(), 'local-postgres-test-'))

beforeAll(async () => {
  chmodSync(place, 0o755)
  await build({
    config: false,
    entry: ['test/starter.ts'],
    cwd: join(import.meta.dirname, '..'),
    outDir: join(place, 'program'),
    outExtensions: () => ({ js: '.mjs' }),
    deps: { alwaysBundle: [/./], onlyBundle: false },
    dts: false,
    logLevel: 'error',
  })
})
afterAll(() => {
  rmSync(place, { recursive: true, force: true, maxRetries: 5 })
})

/** A server that another process has started. */
export interface StartedElsewhere {
  readonly url: string
  /** Makes the process stop the server, and end. */
  stop(): Promise<void>
  /** Ends the process by kill -9, and nothing else. */
  kill(): Promise<void>
}

/** Starts a server in a process of its own; throws what the process throws. */
export async function startElsewhere(
  options: Partial<LocalPostgresOptions>,
  user: Pick<SpawnOptions, 'uid' | 'gid'> = {},
  prefix: readonly string[] = [],
): Promise<StartedElsewhere> {
  const given = JSON.stringify({ durable: false, ...options })
  const program = [process.execPath, join(place, 'program', 'starter.mjs'), given]
  const [command = '', ...parameters] = [...prefix, ...program]
  const child = spawn(command, parameters, {
    ...user,
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const line = await once(child.stdout, 'data').then(([chunk]: unknown[]) => String(chunk))
  const { url, error } = JSON.parse(line) as Record<string, string>
  if (url === undefined) throw new Error(error)
  return {
    url,
    stop: async () => {
      child.stdin.end()
      await ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
