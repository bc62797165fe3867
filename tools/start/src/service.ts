import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

export interface ServiceCommand {
  readonly programs: {
    readonly service: string
    /** Loaded into the service before its own code, so that it ends when this process does. */
    readonly followParent: string
  }
  readonly environment: Readonly<Record<string, string | undefined>>
  /** An open file for its log, or the terminal of this process. */
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
    // A session of its own: a Ctrl-C in the terminal reaches this process alone, which passes it on once.
    // Much of what a listing makes is garbage at once; more room for it spares collecting it.
    const flags = ['--max-semi-space-size=64', '--import', programs.followParent]
    this.#child = spawn(process.execPath, [...flags, programs.service], {
      detached: true,
      env: environment,
      stdio: ['ignore', output, output, 'ipc'],
    })
    this.ended = once(this.#child, 'exit').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }))
  }

  /** Waits until the service says that it can do work. */
  async untilReady(readyUrl: string, millisecondsMax: number): Promise<'ready' | 'ended' | 'late'> {
    const deadline = performance.now() + millisecondsMax
    while (this.#child.exitCode === null && this.#child.signalCode === null) {
      if (await isReady(readyUrl)) return 'ready'
      if (performance.now() > deadline) return 'late'
      await pause(50)
    }
    await this.ended
    return 'ended'
  }

  /** Asks it to finish what it has and end; kills it where that takes too long. */
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
