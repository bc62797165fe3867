import { exec } from 'node:child_process'
import { publicKeyOf } from '@vadium/client'
import { CommandError } from '../command-error.ts'
import type { Io } from '../io.ts'
import { printable } from '../printable.ts'

const BYTES_MAX = 64 * 1024
const QUOTED_MAX = 300

/** The command of a profile that prints its private key, and the public key that belongs to it. */
export interface KeyCommand {
  readonly keyCommand: string
  readonly publicKey: string
}

/**
 * Runs the command of a profile in a shell. It prints the private key, as the keychains and the
 * password managers of all systems can.
 *
 * @throws CommandError if the command fails, or prints another key than that of the profile.
 */
export async function keyFromCommand(
  { keyCommand, publicKey }: KeyCommand,
  io: Io,
): Promise<string> {
  const privateKey = await outputOf(keyCommand, io)
  if (publicKeyOrNone(privateKey) === publicKey) return privateKey
  throw failed('did not print the private key of this profile')
}

/** @throws CommandError if the command fails. Its output is never quoted. */
export function outputOf(command: string, { env }: Io): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = exec(command, { env, maxBuffer: BYTES_MAX }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim())
      else reject(failed(`${endOf(error)}${saying(stderr)}`))
    })
    // A question of the command cannot be answered here; it asks at the terminal by itself.
    child.stdin?.end()
  })
}

function endOf({ code, signal }: { code?: unknown; signal?: NodeJS.Signals | undefined }): string {
  if (typeof code === 'number') return `ended with exit code ${code}`
  return `did not end by itself (${String(signal ?? code)})`
}

function saying(stderr: string): string {
  const text = printable(stderr.trim()).slice(0, QUOTED_MAX)
  return text === '' ? '' : `: ${text}`
}

function publicKeyOrNone(privateKey: string): string | undefined {
  try {
    return publicKeyOf(privateKey)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function failed(issue: string): CommandError {
  return new CommandError('There is no key to sign with.', [{ field: 'key command', issue }])
}
