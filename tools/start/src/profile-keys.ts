import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { generateKeyPair, publicKeyOf } from '@vadium/client'
import type { PublicKeys } from '@vadium/book'
import { makeFolder, writePrivateFile } from '@vadium/local-postgres'
import { StartError } from './start-error.ts'

interface Profile {
  readonly url: string
  readonly privateKey: string
}

/** The file in which the command line keeps its profiles. */
interface ProfileFile {
  readonly default?: string
  readonly profiles: Readonly<Record<string, Profile>>
}

/** The profiles of a book. */
export interface BookProfiles {
  readonly names: readonly string[]
  /** The default profile. */
  readonly first: string
}

export function profilesPath(bookFolder: string): string {
  return join(bookFolder, 'profiles.json')
}

/** The profiles of a book on disk. */
export interface KeptProfiles {
  /** The file with the address of this start. */
  readonly path: string
  /** Whether this start made that file for its own port. */
  readonly isNewCopy: boolean
  readonly publicKeys: PublicKeys
  readonly privateKeys: Readonly<Record<string, string>>
}

/**
 * Writes the profiles of a book. The first start generates their private keys. A later start on the
 * same port only updates the address in that file. A start on another port may run at the same
 * time, so it writes the same keys with its own address to a second file. Other profiles in the
 * files do not change. The caller holds the lock of the data folder.
 *
 * @throws StartError when an existing file does not hold profiles. The file is then not
 *   overwritten.
 */
export function keepProfiles(bookFolder: string, url: string, wanted: BookProfiles): KeptProfiles {
  makeFolder(bookFolder, 0o700)
  const path = profilesPath(bookFolder)
  const old = readProfileFile(path)
  const isOwn = isForPort(old, url, wanted)
  const keys = writeProfiles(path, old, wanted, (_name, known) => ({
    url: isOwn ? url : (known?.url ?? url),
    privateKey: known?.privateKey ?? generateKeyPair().privateKey,
  }))
  const keyOf = (name: string) => keys[name]?.privateKey ?? ''
  const privateKeys = Object.fromEntries(wanted.names.map((name) => [name, keyOf(name)]))
  const publicKeys = Object.fromEntries(
    wanted.names.map((name) => [name, publicKeyIn(path, name, keyOf(name))]),
  )
  if (isOwn) return { path, isNewCopy: false, publicKeys, privateKeys }
  const copy = join(bookFolder, `profiles-${portOf(url)}.json`)
  const oldCopy = readProfileFile(copy)
  writeProfiles(copy, oldCopy, wanted, (name) => ({ url, privateKey: keyOf(name) }))
  return { path: copy, isNewCopy: oldCopy === undefined, publicKeys, privateKeys }
}

/** Writes the file with the profiles of the book, unless that changes nothing. */
function writeProfiles(
  path: string,
  old: ProfileFile | undefined,
  { names, first }: BookProfiles,
  profileOf: (name: string, known: Profile | undefined) => Profile,
): Readonly<Record<string, Profile>> {
  const profiles = { ...old?.profiles }
  for (const name of names) profiles[name] = profileOf(name, profiles[name])
  const file: ProfileFile = { default: old?.default ?? first, profiles }
  if (JSON.stringify(file) !== JSON.stringify(old)) {
    writePrivateFile(path, `${JSON.stringify(file, null, 2)}\n`)
  }
  return profiles
}

/** Whether the profiles of the book, if the file has any, are for the port of `url`. */
function isForPort(file: ProfileFile | undefined, url: string, { names }: BookProfiles): boolean {
  const known = names.flatMap((name) => file?.profiles[name]?.url ?? [])
  return known.length === 0 || known.some((other) => portOf(other) === portOf(url))
}

function portOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).port || '80' : undefined
}

function readProfileFile(path: string): ProfileFile | undefined {
  let text: string
  try {
    // A copied folder may have lost the mode.
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(
      `${path}, which holds the keys of the book, cannot be read: ${String(error)}`,
    )
  }
  try {
    const file: unknown = JSON.parse(text)
    if (isProfileFile(file)) return file
  } catch {
    // The cause is not shown, because it may quote a key.
  }
  throw new StartError(
    `${path} is not a valid file of profiles, so the keys of the book cannot be read. Correct it, or ` +
      'delete it: the next start then generates new keys.',
  )
}

function isProfileFile(value: unknown): value is ProfileFile {
  if (!isObject(value) || !isObject(value['profiles'])) return false
  if (!['string', 'undefined'].includes(typeof value['default'])) return false
  return Object.values(value['profiles']).every(
    (profile) =>
      isObject(profile) &&
      typeof profile['url'] === 'string' &&
      typeof profile['privateKey'] === 'string',
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function publicKeyIn(path: string, name: string, privateKey: string): string {
  try {
    return publicKeyOf(privateKey)
  } catch {
    // The cause is not shown, because it may quote most of a key.
    throw new StartError(
      `${path} has a damaged private key for ${name}. Delete that profile, or the file: the next ` +
        'start then generates new keys.',
    )
  }
}
