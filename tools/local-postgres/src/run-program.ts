import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import type { Strategy } from './strategy.ts'

interface SpawnOptions {
  readonly stdio: StdioOptions
  readonly detached?: boolean
  readonly timeout?: number
}

export interface Outcome {
  readonly succeeded: boolean
  readonly output: string
}

/** Spawns a program as the strategy has it, in an environment that holds nothing of ours. */
export function spawnAs(
  strategy: Strategy,
  program: string,
  parameters: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const [command = program, ...rest] = [...strategy.prefix, program, ...parameters]
  return spawn(command, rest, {
    ...options,
    ...strategy.spawnAs,
    // A folder that the other user can enter.
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  })
}

/** Enough for initdb on a slow disk. */
const runMillisecondsMax = 120_000

/** Runs a program to its end and keeps what it says. A program that fails is an outcome, too. */
export function runAs(
  strategy: Strategy,
  program: string,
  parameters: readonly string[],
): Promise<Outcome> {
  return new Promise((resolve) => {
    const output: string[] = []
    const fail = (error: unknown) => resolve({ succeeded: false, output: String(error) })
    try {
      const child = spawnAs(strategy, program, parameters, {
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: runMillisecondsMax,
      })
      child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text))
      child.stderr?.setEncoding('utf8').on('data', (text: string) => output.push(text))
      child.once('error', fail)
      child.once('close', (code, signal) => {
        const text = output.join('').trim()
        const end = signal === null ? `exit status ${code}` : `ended by ${signal}`
        resolve({ succeeded: code === 0, output: code === 0 ? text : `${text}\n(${end})`.trim() })
      })
    } catch (error) {
      // Some errors, such as a user that this process may not become, are thrown at once.
      fail(error)
    }
  })
}
