import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { build } from 'tsdown'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { installedBinaries } from '../src/binaries.ts'
import type { LocalPostgresOptions } from '../src/local-postgres.ts'

/** A place that every user of this machine can enter: the checkout may be in root's home. */
export const place = mkdtempSync(join(tmpdir(), 'local-postgres-test-'))
export const binariesFolder = join(place, 'postgres')

beforeAll(async () => {
  chmodSync(place, 0o755)
  cpSync(installedBinaries(), binariesFolder, { recursive: true, verbatimSymlinks: true })
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
  readonly reused: boolean
  readonly process: ChildProcessByStdio<Writable, Readable, null>
  /** Makes the process stop the server, and end. */
  stop(): Promise<string>
}

/** Starts a server in a process of its own; throws what the process throws. */
export async function startElsewhere(
  options: Partial<LocalPostgresOptions>,
  prefix: readonly string[] = [],
): Promise<StartedElsewhere> {
  const given = JSON.stringify({ binariesFolder, durable: false, ...options })
  const program = [process.execPath, join(place, 'program', 'starter.mjs'), given]
  const [command = '', ...parameters] = prefix.concat(program)
  const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async () => {
    const line = await lines.next()
    const ended = { error: 'the process ended' }
    return (line.done === true ? ended : JSON.parse(line.value)) as Record<string, string>
  }
  const { url, reused, error } = await read()
  if (url === undefined) throw new Error(error)
  return {
    url,
    reused: Boolean(reused),
    process: child,
    async stop() {
      child.stdin.write('stop\n')
      const { outcome = '' } = await read()
      return outcome
    },
  }
}

/** kill -9, and nothing else. */
export async function kill({ process: child }: StartedElsewhere): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
