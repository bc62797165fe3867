import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '@vadium/local-postgres'

export interface ServiceCommand {
  readonly programs: {
    readonly service: string
    /** Loaded into the service before its own code. Ends the service when this process ends. */
    readonly followParent: string
    /** Further options of Node. */
    readonly flags?: readonly string[]
  }
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The log file, or the terminal of this process. */
  readonly output: number | 'inherit'
}

/** How the service ended. */
export interface ServiceEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The service as a child process. */
export class Service {
  readonly ended: Promise<ServiceEnd>
  readonly #child: ChildProcess

  constructor({ programs, environment, output }: ServiceCommand) {
    // Detached: Ctrl-C in the terminal then reaches only this process, which stops the service
    // once. A larger semi-space: lists create many short-lived objects, which would be collected
    // often.
    const flags = ['--max-semi-space-size=64', '--import', programs.followParent]
    const options = [...(programs.flags ?? []), ...flags]
    this.#child = spawn(process.execPath, [...options, programs.service], {
      detached: true,
      env: environment,
      stdio: ['ignore', output, output, 'ipc'],
    })
    this.ended = once(this.#child, 'exit').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }))
  }

  /** Waits until the service answers that it is ready. */
  async untilReady(readyUrl: string, millisecondsMax: number): Promise<'ready' | 'ended' | 'late'> {
    const state = await until(millisecondsMax, async () => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return 'ended'
      return (await isReady(readyUrl)) ? 'ready' : undefined
    })
    return state ?? 'late'
  }

  /** Stops the service. Kills it if that takes longer than the limit. */
  async stop(millisecondsMax: number): Promise<ServiceEnd> {
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), millisecondsMax)
    try {
      return await this.ended
    } finally {
      clearTimeout(timer)
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
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
