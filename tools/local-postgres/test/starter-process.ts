import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inject, onTestFinished } from 'vitest'
import type { LocalPostgresOptions } from '../src/index.ts'
import type { Owner } from '../src/strategy.ts'

/** A server as started by another process. */
export interface StartedElsewhere {
  readonly url: string
  readonly reused: boolean
  readonly process: ChildProcess
  /** Has the process stop the server. */
  stop(): Promise<string>
  /** kill -9. */
  kill(): Promise<void>
}

interface Message {
  readonly url?: string
  readonly reused?: boolean
  readonly outcome?: string
  readonly error?: string
}

/** Starts a server from a process of its own, as the user given; throws what the process throws. */
export async function startInProcess(
  options: Partial<LocalPostgresOptions>,
  user?: Owner,
): Promise<StartedElsewhere> {
  const binariesFolder = inject('binariesFolder')
  const child = spawn(
    process.execPath,
    [inject('starter'), JSON.stringify({ binariesFolder, ...options })],
    { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', detached: true, ...user },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async (): Promise<Message> => {
    const line = await lines.next()
    return line.done === true ? { error: 'the process ended' } : (JSON.parse(line.value) as Message)
  }
  const { url, reused, error } = await read()
  if (url === undefined || reused === undefined) throw new Error(error)
  return {
    url,
    reused,
    process: child,
    async stop() {
      child.stdin.write('stop\n')
      const message = await read()
      return message.outcome ?? `error: ${message.error}`
    },
    async kill() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
