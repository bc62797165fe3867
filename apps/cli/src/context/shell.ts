import { exec, type ExecException } from 'node:child_process'
import type { Io } from './io.ts'

interface ShellOptions extends Pick<Io, 'env' | 'signal'> {
  /** What the command may print. */
  readonly bytesMax: number
}

/** How a command of the shell has ended, and what it has printed. */
export interface ShellEnd {
  /** Null if it has ended with exit code 0. */
  readonly error: ExecException | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command in a shell, without input: a command with a question opens the terminal. */
export type RunInShell = (command: string, options: ShellOptions) => Promise<ShellEnd>

export const runInShell: RunInShell = (command, { env, signal, bytesMax }) =>
  new Promise((resolve) => {
    const options = { env, signal, maxBuffer: bytesMax }
    const child = exec(command, options, (error, stdout, stderr) => {
      resolve({ error, stdout, stderr })
    })
    child.stdin?.end()
  })
