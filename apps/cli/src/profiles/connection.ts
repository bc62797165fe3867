import { generateKeyPair, type Transport, VadiumClient } from '@vadium/client'
import { shellWord } from '@vadium/schema'
import { CommandError } from '../command-error.ts'
import type { Io } from '../io.ts'
import { findProfile, type Profile, profilePath, readProfiles } from './profile-file.ts'

const nothingSent: Transport = { send: () => Promise.reject(new Error('Nothing is sent here.')) }

/** The flags that select the service and the key. */
export interface ConnectionFlags {
  readonly profile?: string | undefined
  readonly url?: string | undefined
}

/**
 * The service and the key to use. Flags come before variables, and variables before the profile
 * file.
 * A profile that a flag names has its own address and key; variables do not change them.
 */
export async function resolveConnection(flags: ConnectionFlags, io: Io): Promise<Profile> {
  const variable = (name: string) => (io.env[name] === '' ? undefined : io.env[name])
  const privateKey = variable('VADIUM_PRIVATE_KEY')
  const url = flags.url ?? (flags.profile === undefined ? variable('VADIUM_URL') : undefined)
  const connection =
    flags.profile === undefined && privateKey !== undefined
      ? { url: url ?? missingUrl(), privateKey }
      : await fromFile(flags.profile ?? variable('VADIUM_PROFILE'), url, io)
  checkConnection(connection)
  return connection
}

/** A proposed command line with the flags that select the same service and key. */
export function withConnection(line: string, { profile, url }: ConnectionFlags): string {
  const given = Object.entries({ '--profile': profile, '--url': url })
  const words = given.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
  return [line, ...words.map(shellWord)].join(' ')
}

/** The address of the service alone. It needs no key if a flag or a variable gives it. */
export async function resolveAddress(flags: ConnectionFlags, io: Io): Promise<string> {
  const variable = flags.profile === undefined ? io.env['VADIUM_URL'] : undefined
  const url = flags.url ?? (variable === '' ? undefined : variable)
  if (url === undefined) return (await resolveConnection(flags, io)).url
  checkConnection({ url, privateKey: generateKeyPair().privateKey })
  return url
}

async function fromFile(
  named: string | undefined,
  url: string | undefined,
  { env }: Io,
): Promise<Profile> {
  const name = named ?? (await readProfiles(profilePath(env))).default
  if (name === undefined) {
    throw new CommandError('No profile is selected, so there is no key to sign with.', [
      {
        field: '--profile',
        issue:
          'name one of `vadium profiles list`, or create one with `vadium profiles add <name>`',
      },
    ])
  }
  const { profile } = await findProfile(name, env)
  return url === undefined ? profile : { ...profile, url }
}

function missingUrl(): never {
  throw new CommandError('VADIUM_PRIVATE_KEY is set, but the service is missing.', [
    { field: 'VADIUM_URL', issue: 'must be the address of the service, or give --url' },
  ])
}

/**
 * @throws CommandError if the SDK would refuse the address or the key. The message quotes neither,
 *   because
 *   an address may contain a password.
 */
export function checkConnection({ url, privateKey }: Profile): void {
  try {
    new VadiumClient({ baseUrl: url, privateKey, transport: nothingSent })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CommandError(`The address or the key is invalid: ${error.message}`)
  }
}
