import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { isNotFound } from './signals.ts'

export interface User {
  readonly uid: number
  readonly gid: number
}

interface ProgramOptions {
  readonly command: string
  readonly args: readonly string[]
  /** The file that gets its output. */
  readonly log: string
  readonly env?: NodeJS.ProcessEnv
  readonly user?: User
}

/** A program that is started, killed and started again. */
export class Program {
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined

  constructor(options: ProgramOptions) {
    this.#options = options
  }

  start(): void {
    const { command, args, log, env, user } = this.#options
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      // A group of its own: what it starts is signalled with it.
      detached: true,
      cwd: '/',
      ...user,
    })
    const write = (text: Buffer) => appendFileSync(log, text)
    child.stdout.on('data', write)
    child.stderr.on('data', write)
    child.on('error', (error) => appendFileSync(log, `${String(error)}\n`))
    this.#child = child
  }

  /** Signals the program and what it has started. */
  signal(name: NodeJS.Signals): void {
    const pid = this.#child?.pid
    if (pid === undefined) return
    try {
      process.kill(-pid, name)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }

  kill(): void {
    this.signal('SIGKILL')
  }
}
