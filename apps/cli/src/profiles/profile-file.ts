import { dirname, isAbsolute, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { nearestName, shellWord } from '@vadium/schema'
import type { Effects } from '../context/effects.ts'
import { ExposedFile, type Files, LargeFile } from '../context/files.ts'
import { CommandError } from '../errors/command-error.ts'
import { systemCode } from '../errors/system-error.ts'

const BYTES_MAX = 1024 * 1024

/** The allowed names of profiles: words that need no quotes in a shell. */
export const profileNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export const keyCommandLengthMax = 4096

const url = Type.String({ maxLength: 2048 })
const Profile = Type.Union([
  Type.Object(
    {
      url,
      privateKey: Type.String({ maxLength: 128 }),
      // The id of the invitation for which the key was made.
      invitation: Type.Optional(Type.String({ maxLength: 36 })),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      url,
      publicKey: Type.String({ maxLength: 128 }),
      // A shell takes no NUL.
      keyCommand: Type.String({ pattern: '^[^\\0]+$', maxLength: keyCommandLengthMax }),
    },
    { additionalProperties: false },
  ),
])
/** The address of a service, with the private key for it or the command that prints that key. */
export type Profile = Static<typeof Profile>

const ProfileBook = Type.Object(
  {
    default: Type.Optional(Type.String()),
    profiles: Type.Record(Type.RegExp(profileNamePattern), Profile, {
      additionalProperties: false,
    }),
  },
  { additionalProperties: false },
)
/** The content of the profile file. */
export type ProfileBook = Static<typeof ProfileBook>

/** Where the profile file is, and what reads it. */
type ProfileStore = Pick<Effects, 'env' | 'files' | 'homeFolder'>

function profilePath({ env, homeFolder }: ProfileStore): string {
  const named = env['VADIUM_PROFILES']
  if (named !== undefined && named !== '') return named
  const config = env['XDG_CONFIG_HOME']
  // The XDG specification says to ignore a path that is not absolute.
  if (config?.startsWith('/') === true) return join(config, 'vadium', 'profiles.json')
  return join(env['HOME'] ?? homeFolder(), '.config', 'vadium', 'profiles.json')
}

/**
 * Reads the profiles. Without a file, there are none.
 *
 * @throws CommandError if other users may read or write the file, or its content is invalid.
 */
export async function readProfiles(store: ProfileStore): Promise<ProfileBook> {
  return (await readBook(store)) ?? { profiles: {} }
}

async function readBook(store: ProfileStore): Promise<ProfileBook | undefined> {
  const path = profilePath(store)
  const text = await readPrivateFile(path, store.files)
  if (text === undefined) return undefined
  const book = parse(text)
  if (book === undefined) {
    // The message does not quote the content, which contains keys.
    throw new CommandError('The profile file is invalid.', [
      {
        field: path,
        issue:
          'must be {"default": "<name>", "profiles": {"<name>": {"url", "privateKey"}}}, or with ' +
          '"publicKey" and "keyCommand" instead of "privateKey"',
      },
    ])
  }
  return book
}

/**
 * The profile with a name, and all profiles.
 *
 * @throws CommandError if there is no such profile.
 */
export async function findProfile(
  name: string,
  store: ProfileStore,
): Promise<{ book: ProfileBook; profile: Profile }> {
  const book = await readBook(store)
  const profiles = book?.profiles ?? {}
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (book !== undefined && profile !== undefined) return { book, profile }
  const nearest = nearestName(name, Object.keys(profiles))
  const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  const path = profilePath(store)
  const issue = book === undefined ? noFile(path) : '`vadium profiles list` lists the profiles'
  throw new CommandError(`The profile ${JSON.stringify(name)} does not exist.${advice}`, [
    { field: path, issue },
  ])
}

const noFile = (path: string) =>
  isAbsolute(path)
    ? 'there is no such file: `vadium profiles add <name>` makes it'
    : 'there is no such file, seen from the current folder: give VADIUM_PROFILES its full path'

/** The names of the profiles, in their order. None if the file cannot be read. */
export async function profileNames(store: ProfileStore): Promise<readonly string[]> {
  try {
    return Object.keys((await readProfiles(store)).profiles)
  } catch (error) {
    if (error instanceof CommandError) return []
    throw error
  }
}

async function readPrivateFile(path: string, files: Files): Promise<string | undefined> {
  try {
    return await files.readPrivate(path, BYTES_MAX)
  } catch (error) {
    if (error instanceof ExposedFile) throw exposed(path, error)
    if (error instanceof LargeFile) throw unreadable(path, `is larger than ${BYTES_MAX} bytes`)
    const code = systemCode(error)
    if (code === undefined) throw error
    if (code === 'ENOENT') return undefined
    throw unreadable(path, `cannot be read (${code})`)
  }
}

function exposed(path: string, { mode }: ExposedFile): CommandError {
  const octal = (mode & 0o777).toString(8).padStart(4, '0')
  return unreadable(
    path,
    `contains private keys and is accessible to other users (mode ${octal}). Run: chmod 600 ${shellWord(path)}`,
  )
}

function unreadable(path: string, issue: string): CommandError {
  return new CommandError('The profile file was not read.', [{ field: path, issue }])
}

function parse(text: string): ProfileBook | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(ProfileBook, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Replaces the file, which only the owner can read. A crash leaves the old file or the new one. */
export async function writeProfiles(book: ProfileBook, store: ProfileStore): Promise<void> {
  const { files } = store
  const path = profilePath(store)
  try {
    await files.makeFolder(dirname(path))
    const file = await files.replace(path)
    try {
      await file.write(Buffer.from(`${JSON.stringify(book, null, 2)}\n`))
      await file.complete()
    } catch (error) {
      await file.discard()
      throw error
    }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    throw new CommandError('The profiles were not saved.', [
      { field: path, issue: `cannot be written (${code})` },
    ])
  }
}
