import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CommandError } from '../command-error.ts'
import { shellWord } from '../curl-line.ts'
import type { Io } from '../io.ts'
import { systemCode } from '../system-error.ts'

const BYTES_MAX = 1024 * 1024
const OTHERS = 0o077
const OWNER_ONLY = 0o600

/** What a profile may be called: a word that needs no quotes. */
export const profileNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

const Profile = Type.Object(
  { url: Type.String({ maxLength: 2048 }), privateKey: Type.String({ maxLength: 128 }) },
  { additionalProperties: false },
)
/** Where the service is, and the key that signs. */
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
/** What the file of profiles holds. */
export type ProfileBook = Static<typeof ProfileBook>

/** Where the profiles are kept. */
export function profilePath(env: Io['env']): string {
  const named = env['VADIUM_PROFILES']
  if (named !== undefined && named !== '') return named
  const config = env['XDG_CONFIG_HOME']
  // The XDG specification: a path that is not absolute is to be ignored.
  if (config?.startsWith('/') === true) return join(config, 'vadium', 'profiles.json')
  return join(env['HOME'] ?? homedir(), '.config', 'vadium', 'profiles.json')
}

/**
 * Reads the profiles; there are none as long as there is no file.
 *
 * @throws CommandError when others than its owner may read or write the file, or it is not in its form.
 */
export async function readProfiles(path: string): Promise<ProfileBook> {
  const text = await readPrivateFile(path)
  if (text === undefined) return { profiles: {} }
  const book = parse(text)
  if (book === undefined) {
    // Its content is not quoted: it holds keys.
    throw new CommandError('The file of profiles cannot be read.', [
      {
        field: path,
        issue: 'must be {"default": "<name>", "profiles": {"<name>": {"url", "privateKey"}}}',
      },
    ])
  }
  return book
}

/**
 * The profile of a name, and the book it is in.
 *
 * @throws CommandError when there is none.
 */
export async function findProfile(
  name: string,
  env: Io['env'],
): Promise<{ path: string; book: ProfileBook; profile: Profile }> {
  const path = profilePath(env)
  const book = await readProfiles(path)
  const profile = Object.hasOwn(book.profiles, name) ? book.profiles[name] : undefined
  if (profile !== undefined) return { path, book, profile }
  throw new CommandError(`There is no profile ${JSON.stringify(name)}.`, [
    { field: path, issue: '`vadium profiles list` shows those that exist' },
  ])
}

async function readPrivateFile(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    // Asked of the open file, so that it is the one that is read.
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
    `is open to others (mode ${octal}), and holds private keys. Mend it with: chmod 600 ${shellWord(path)}`,
  )
}

function unreadable(path: string, issue: string): CommandError {
  return new CommandError('The file of profiles was not read.', [{ field: path, issue }])
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
 * Replaces the file at once and as a whole. It is made anew beside the old one, so that nobody but its
 * owner can read it at any instant, and a crash leaves either the old or the new.
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

/** Where a link leads: it is the file that is replaced, not the link to it. */
async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return path
    throw error
  }
}
