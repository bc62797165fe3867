import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { shellWord } from '@vadium/schema'
import { CommandError } from '../command-error.ts'
import type { Io } from '../io.ts'
import { systemCode } from '../system-error.ts'

const BYTES_MAX = 1024 * 1024
const OTHERS = 0o077
const OWNER_ONLY = 0o600

/** The allowed names of profiles: words that need no quotes in a shell. */
export const profileNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export const keyCommandLengthMax = 4096

const url = Type.String({ maxLength: 2048 })
const Profile = Type.Union([
  Type.Object(
    { url, privateKey: Type.String({ maxLength: 128 }) },
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

/** The path of the profile file. */
export function profilePath(env: Io['env']): string {
  const named = env['VADIUM_PROFILES']
  if (named !== undefined && named !== '') return named
  const config = env['XDG_CONFIG_HOME']
  // The XDG specification says to ignore a path that is not absolute.
  if (config?.startsWith('/') === true) return join(config, 'vadium', 'profiles.json')
  return join(env['HOME'] ?? homedir(), '.config', 'vadium', 'profiles.json')
}

/**
 * Reads the profiles. Without a file, there are none.
 *
 * @throws CommandError if other users may read or write the file, or its content is invalid.
 */
export async function readProfiles(path: string): Promise<ProfileBook> {
  const text = await readPrivateFile(path)
  if (text === undefined) return { profiles: {} }
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
  env: Io['env'],
): Promise<{ path: string; book: ProfileBook; profile: Profile }> {
  const path = profilePath(env)
  const book = await readProfiles(path)
  const profile = Object.hasOwn(book.profiles, name) ? book.profiles[name] : undefined
  if (profile !== undefined) return { path, book, profile }
  throw new CommandError(`The profile ${JSON.stringify(name)} does not exist.`, [
    { field: path, issue: '`vadium profiles list` lists the profiles' },
  ])
}

async function readPrivateFile(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    // Checks the open file, so that it is the same file that is read.
    const { mode, size } = await file.stat()
    if ((mode & OTHERS) !== 0 && process.platform !== 'win32') throw exposed(path, mode)
    if (size > BYTES_MAX) throw unreadable(path, `is larger than ${BYTES_MAX} bytes`)
    return await file.readFile('utf8')
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    if (code === 'ENOENT') return undefined
    throw unreadable(path, `cannot be read (${code})`)
  } finally {
    await file?.close()
  }
}

function exposed(path: string, mode: number): CommandError {
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

/**
 * Replaces the file atomically. The new file is written beside the old one, so that only the owner
 * can
 * read it at any time, and a crash leaves either the old or the new file.
 */
export async function writeProfiles(path: string, book: ProfileBook): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const target = await realTarget(path)
    const beside = `${target}.${randomUUID()}`
    try {
      await writeThrough(beside, `${JSON.stringify(book, null, 2)}\n`)
      await rename(beside, target)
    } catch (error) {
      await rm(beside, { force: true })
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

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The target of a link: the file is replaced, not the link. */
async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return path
    throw error
  }
}
