import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The service as a child process. */
export interface Service {
  /** Resolves when it answers signed requests. */
  readonly ready: Promise<'ready'>
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  stop(): void
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * @param program with options of Node before it.
 * @param logLevel undefined: the log shows warnings and errors, as sentences.
 */
export function startService(
  program: readonly string[],
  environment: Environment,
  logLevel: string | undefined,
): Service {
  const followParent = new URL('follow-parent.js', import.meta.url).href
  // A larger semi-space: lists create many short-lived objects, which would be collected often.
  const options = ['--max-semi-space-size=64', '--import', followParent]
  const child = spawn(process.execPath, [...options, ...program], {
    // Each request is a line of level info, among which nobody would see the addresses.
    env: { ...environment, LOG_LEVEL: logLevel ?? 'warn' },
    stdio: ['ignore', logLevel === undefined ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    // Ctrl-C in the terminal then reaches only this process, which stops the service once.
    detached: true,
  })
  // A service that does not stop may not even notice that its parent has ended.
  process.once('exit', () => child.kill('SIGKILL'))
  if (child.stdout !== null) {
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => process.stdout.write(`${sentenceOf(line)}\n`))
  }
  return {
    ready: new Promise((resolve) => {
      child.on('message', (message) => {
        if (message === 'ready') resolve('ready')
      })
    }),
    ended: once(child, 'close').then(() => child.exitCode ?? child.signalCode ?? 1),
    stop: () => void child.kill('SIGTERM'),
  }
}

/** A line of the log for a person, without its stack. */
function sentenceOf(line: string): string {
  try {
    const { level, msg, err, request_id: request } = JSON.parse(line) as LogRecord
    const why = err === undefined ? '' : ` (${err.message})`
    return `${level}: ${msg}${why}${request === undefined ? '' : `, request ${request}`}`
  } catch {
    return line
  }
}

interface LogRecord {
  readonly level: string
  readonly msg: string
  readonly err?: { readonly message: string }
  readonly request_id?: string
}
