import { publicKeyOf } from '@vadium/client'
import type { Effects } from '../context/effects.ts'
import { CommandError, Interruption } from '../errors/command-error.ts'
import { printable } from '../terminal/printable.ts'

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
const keys = new WeakMap<Effects['env'], Map<string, Promise<string>>>()

/**
 * Runs the command of a profile in a shell. It prints the private key, as the keychains and the
 * password managers of all systems can.
 *
 * @throws CommandError if the command fails, or prints another key than that of the profile.
 */
export async function keyFromCommand(
  { keyCommand, publicKey }: KeyCommand,
  io: Effects,
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

async function checkedKey(keyCommand: string, publicKey: string, io: Effects): Promise<string> {
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
export async function outputOf(
  command: string,
  field: string,
  { env, signal, runInShell }: Effects,
): Promise<string> {
  const options = { env, signal, bytesMax: BYTES_MAX }
  const { error, stdout, stderr } = await runInShell(command, options)
  if (error === null) return stdout.trim()
  if (error.name === 'AbortError') throw new Interruption()
  throw failed(field, `${endOf(error)}${saying(stderr)}`)
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
