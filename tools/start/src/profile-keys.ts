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

/**
 * The public keys of the profiles of a book. Their private keys are made at the first start and kept in
 * the file; later starts only bring the address in it up to date. Profiles of others in it are left
 * as they are.
 *
 * @throws StartError when there is a file, but it is not one of profiles. It is never overwritten then.
 */
export function keptPublicKeys(bookFolder: string, url: string, wanted: BookProfiles): PublicKeys {
  makeFolder(bookFolder, 0o700)
  const path = profilesPath(bookFolder)
  const { profiles } = keptOrMade(path, url, wanted)
  return Object.fromEntries(
    wanted.names.map((name) => [name, enrolledKey(path, name, profiles[name]?.privateKey)]),
  )
}

function keptOrMade(path: string, url: string, wanted: BookProfiles): ProfileFile {
  const kept = readProfileFile(path)
  const file = withProfiles(kept, url, wanted)
  const text = `${JSON.stringify(file, null, 2)}\n`
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
  { names, first }: BookProfiles,
): ProfileFile {
  const profiles: Record<string, Profile> = { ...kept?.profiles }
  for (const name of names) {
    const privateKey = profiles[name]?.privateKey ?? generateKeyPair().privateKey
    profiles[name] = { url, privateKey }
  }
  return { default: kept?.default ?? first, profiles }
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
