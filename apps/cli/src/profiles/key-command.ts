import { exec } from 'node:child_process'
import { publicKeyOf } from '@vadium/client'
import { CommandError, Interruption } from '../command-error.ts'
import type { Io } from '../io.ts'
import { printable } from '../printable.ts'

const BYTES_MAX = 64 * 1024
const QUOTED_MAX = 300

/** A shell quotes a word that is no command, which may be a key. */
const likeKeys = /[\w-]{40,}/g

/** The command of a profile that prints its private key, and the public key that belongs to it. */
export interface KeyCommand {
  readonly keyCommand: string
  readonly publicKey: string
}

/** The keys by the environment of a run, so that a person is asked once. Failures are not kept. */
const keys = new WeakMap<Io['env'], Map<string, Promise<string>>>()

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
  const ofRun = keys.get(io.env) ?? new Map<string, Promise<string>>()
  keys.set(io.env, ofRun)
  const key = ofRun.get(keyCommand) ?? checkedKey(keyCommand, publicKey, io)
  ofRun.set(keyCommand, key)
  try {
    return await key
  } catch (error) {
    ofRun.delete(keyCommand)
    throw error
  }
}

async function checkedKey(keyCommand: string, publicKey: string, io: Io): Promise<string> {
  const field = 'keyCommand of the profile'
  const privateKey = await outputOf(keyCommand, field, io)
  if (publicKeyOrNone(privateKey) === publicKey) return privateKey
  throw failed(field, 'did not print the private key of the profile')
}

/**
 * @param field The member or flag with the command, for errors.
 * @throws CommandError if the command fails. It quotes what the command wrote to stderr, but
 *   nothing that may be a key.
 */
export function outputOf(command: string, field: string, { env, signal }: Io): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env, signal, maxBuffer: BYTES_MAX }
    const child = exec(command, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim())
      else if (error.name === 'AbortError') reject(new Interruption())
      else reject(failed(field, `${endOf(error)}${saying(stderr)}`))
    })
    // The input of vadium is that of its own command. A command with a question opens the terminal.
    child.stdin?.end()
  })
}

function endOf({ code, signal }: { code?: unknown; signal?: NodeJS.Signals | undefined }): string {
  if (typeof code === 'number') return `ended with exit code ${code}`
  return `did not end by itself (${String(signal ?? code)})`
}

function saying(stderr: string): string {
  const text = printable(stderr.trim().replaceAll(likeKeys, '…')).slice(0, QUOTED_MAX)
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

function failed(field: string, issue: string): CommandError {
  return new CommandError('There is no key to sign with.', [{ field, issue }])
}
