import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { generateKeyPair, publicKeyOf } from '@vadium/client'
import type { PublicKeys } from '@vadium/demo'
import { makeFolder, writeNewWhole, writeWhole } from './owned-files.ts'
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

const ownerOnly = 0o600

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
}

/**
 * Writes the profiles of a book. The first start generates their private keys. A later start on the
 * same port only updates the address in that file. A start on another port may run at the same
 * time, so it writes the same keys with its own address to a second file. Other profiles in the
 * files do not change.
 *
 * @throws StartError when an existing file does not hold profiles. The file is then not
 *   overwritten.
 */
export function keepProfiles(bookFolder: string, url: string, wanted: BookProfiles): KeptProfiles {
  makeFolder(bookFolder, 0o700)
  const first = profilesPath(bookFolder)
  const kept = keptOrMade(first, url, wanted)
  const publicKeys = Object.fromEntries(
    wanted.names.map((name) => [name, enrolledKey(first, name, kept.profiles[name]?.privateKey)]),
  )
  if (isAtPortOf(kept, url, wanted)) return { path: first, isNewCopy: false, publicKeys }
  const path = join(bookFolder, `profiles-${portOf(url)}.json`)
  const isNewCopy = keepCopy(path, url, wanted, kept)
  return { path, isNewCopy, publicKeys }
}

function keptOrMade(path: string, url: string, wanted: BookProfiles): ProfileFile {
  const kept = readProfileFile(path)
  const file = withProfiles(kept, url, wanted)
  const text = fileText(file)
  if (kept === undefined) {
    // If two first starts run at once, one writes the keys and the other reads them.
    return writeNewWhole(path, text, ownerOnly) ? file : keptOrMade(path, url, wanted)
  }
  if (JSON.stringify(file) !== JSON.stringify(kept)) writeWhole(path, text, ownerOnly)
  return file
}

function withProfiles(
  kept: ProfileFile | undefined,
  url: string,
  wanted: BookProfiles,
): ProfileFile {
  const profiles: Record<string, Profile> = { ...kept?.profiles }
  const isOwn = kept === undefined || isAtPortOf(kept, url, wanted)
  for (const name of wanted.names) {
    const known = profiles[name]
    const privateKey = known?.privateKey ?? generateKeyPair().privateKey
    profiles[name] = { url: isOwn ? url : (known?.url ?? url), privateKey }
  }
  return { default: kept?.default ?? wanted.first, profiles }
}

/** Writes the profiles with the address of this start. Returns whether the file is new. */
function keepCopy(
  path: string,
  url: string,
  { names, first }: BookProfiles,
  of: ProfileFile,
): boolean {
  const kept = readProfileFile(path)
  const profiles: Record<string, Profile> = { ...kept?.profiles }
  for (const name of names) {
    const privateKey = of.profiles[name]?.privateKey
    if (privateKey !== undefined) profiles[name] = { url, privateKey }
  }
  const file = { default: kept?.default ?? first, profiles }
  if (JSON.stringify(file) !== JSON.stringify(kept)) writeWhole(path, fileText(file), ownerOnly)
  return kept === undefined
}

/** Whether a file belongs to starts on the port of `url`. */
function isAtPortOf(file: ProfileFile, url: string, { names }: BookProfiles): boolean {
  const known = names.flatMap((name) => file.profiles[name]?.url ?? [])
  return known.length === 0 || known.some((other) => portOf(other) === portOf(url))
}

function portOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).port || '80' : undefined
}

function fileText(file: ProfileFile): string {
  return `${JSON.stringify(file, null, 2)}\n`
}

function readProfileFile(path: string): ProfileFile | undefined {
  let text: string
  try {
    // A copied folder may have lost the mode.
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, ownerOnly)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(
      `${path}, which holds the keys of the book, cannot be read: ${String(error)}`,
    )
  }
  const file = parseJson(text)
  if (isProfileFile(file)) return file
  throw new StartError(
    `${path} is not a valid file of profiles, so the keys of the book cannot be read. Correct it, or ` +
      'delete it: the next start then generates new keys.',
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isProfileFile(value: unknown): value is ProfileFile {
  if (!isObject(value) || !isObject(value['profiles'])) return false
  if (value['default'] !== undefined && typeof value['default'] !== 'string') return false
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

function enrolledKey(path: string, name: string, privateKey = ''): string {
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
