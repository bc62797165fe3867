import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { inject, onTestFinished } from 'vitest'
import type { LocalPostgresOptions } from '../src/index.ts'
import type { User } from '../src/owned-files.ts'

/** A server that another process has started. */
export interface StartedElsewhere {
  readonly url: string
  readonly reused: boolean
  readonly process: Starter
  /** Makes the process stop the server. */
  stop(): Promise<string>
}

export type Starter = ChildProcessByStdio<Writable, Readable, null>

interface Message {
  readonly url?: string
  readonly reused?: boolean
  readonly outcome?: string
  readonly error?: string
}

/** Starts a server in a process of its own, as the given user; throws what the process throws. */
export async function startInProcess(
  options: Partial<LocalPostgresOptions>,
  user?: User,
  prefix?: readonly string[],
): Promise<StartedElsewhere> {
  const child = spawnStarter(options, user, prefix)
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
  }
}

/** The process that starts a server, as soon as it runs. */
export function spawnStarter(
  options: Partial<LocalPostgresOptions>,
  user?: User,
  prefix: readonly string[] = [],
): Starter {
  const binariesFolder = inject('binariesFolder')
  const program = [inject('starter'), JSON.stringify({ binariesFolder, ...options })]
  const [command = process.execPath, ...parameters] = [...prefix, process.execPath, ...program]
  const child = spawn(command, parameters, {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    detached: true,
    uid: user?.uid,
    gid: user?.gid,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** kill -9, and nothing else. */
export async function killed(starter: Starter): Promise<void> {
  starter.kill('SIGKILL')
  if (starter.exitCode === null && starter.signalCode === null) await once(starter, 'exit')
}
