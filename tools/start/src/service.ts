import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { until } from '@vadium/local-postgres'

export interface ServicePrograms {
  readonly service: string
  /** Loaded into the service before its own code. Ends the service when this process ends. */
  readonly followParent: string
  /** Further options of Node. */
  readonly flags?: readonly string[]
}

/** The service as a child process. */
export class Service {
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  readonly #child: ChildProcess
  readonly #listens: Promise<void>

  /**
   * @param print receives each line of its log as a sentence. Undefined: the terminal has the log.
   */
  constructor(
    { service, followParent, flags = [] }: ServicePrograms,
    env: Readonly<Record<string, string | undefined>>,
    print: ((text: string) => void) | undefined,
  ) {
    // A larger semi-space: lists create many short-lived objects, which would be collected often.
    const options = [...flags, '--max-semi-space-size=64', '--import', followParent]
    // Detached: Ctrl-C in the terminal then reaches only this process, which stops the service
    // once.
    const output = print === undefined ? 'inherit' : 'pipe'
    const stdio = ['ignore', output, 'inherit', 'ipc'] as const
    const child = spawn(process.execPath, [...options, service], {
      ...{ detached: true, env, stdio: [...stdio] },
    })
    this.#child = child
    if (child.stdout !== null) {
      const lines = createInterface({ input: child.stdout })
      lines.on('line', (line) => print?.(`${sentenceOf(line)}\n`))
    }
    this.#listens = new Promise((resolve) => {
      child.on('message', (message) => {
        if (message === 'ready') resolve()
      })
    })
    this.ended = once(child, 'close').then(() => child.exitCode ?? child.signalCode ?? 1)
  }

  /** Waits until the service answers that it is ready, or has ended: a slow machine takes long. */
  async untilReady(readyUrl: string): Promise<'ready' | 'ended' | undefined> {
    // Until it has the port, the service of another start may answer there.
    await Promise.race([this.#listens, this.ended])
    return until(Infinity, async () => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return 'ended'
      return (await isReady(readyUrl)) ? 'ready' : undefined
    })
  }

  /** Stops the service. Kills it if that takes longer than the limit. */
  async stop(millisecondsMax: number): Promise<number | NodeJS.Signals> {
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.kill(), millisecondsMax)
    return this.ended.finally(() => {
      clearTimeout(timer)
    })
  }

  kill(): void {
    this.#child.kill('SIGKILL')
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

async function isReady(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await reply.body?.cancel()
    return reply.status === 200
  } catch {
    return false
  }
}
