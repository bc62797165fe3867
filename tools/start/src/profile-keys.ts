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

/** The profiles that a book has. */
export interface BookProfiles {
  readonly names: readonly string[]
  /** The one that a newcomer uses unless another is named. */
  readonly first: string
}

export function profilesPath(bookFolder: string): string {
  return join(bookFolder, 'profiles.json')
}

/** The profiles of a book as a start keeps them. */
export interface KeptProfiles {
  /** The file that has the address of this start. */
  readonly path: string
  /** Whether it is a file of an address of its own that this start has made. */
  readonly isNewCopy: boolean
  readonly publicKeys: PublicKeys
}

/**
 * Keeps the profiles of a book. Their private keys are made at the first start, which owns the file that they are in:
 * a later start on its port only brings the address up to date. A start on another port may run at the same time, so
 * it leaves that file as it is, and has the same keys with its own address in a file of its own. Profiles of others
 * are left as they are.
 *
 * @throws StartError when there is a file, but it is not one of profiles. It is never overwritten then.
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
    // Of two first starts at once, one makes the keys and the other takes them.
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

/** The profiles of a book with another address, in a file of their own; whether there was none. */
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

/** Whether the profiles of a book in a file are those of starts on the port of an address. */
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
    // A copy of the folder may have lost the mode.
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, ownerOnly)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(
      `${path}, which has the keys of its book, cannot be read: ${String(error)}`,
    )
  }
  const file = parseJson(text)
  if (isProfileFile(file)) return file
  throw new StartError(
    `${path} is not a file of profiles, so the keys of its book cannot be read from it. Mend it, or ` +
      'delete it: the next start makes new keys.',
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
    // The reason is not passed on: what stands there may be most of a key.
    throw new StartError(
      `${path} has a damaged private key for ${name}. Delete that profile, or the file: the next ` +
        'start makes new keys.',
    )
  }
}
