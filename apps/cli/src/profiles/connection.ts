import { generateKeyPair, type Transport, VadiumClient } from '@vadium/client'
import { shellWord } from '@vadium/schema'
import type { ConnectionFlags } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import { CommandError } from '../errors/command-error.ts'
import { keyFromCommand } from './key-command.ts'
import { findProfile, type Profile, readProfiles } from './profile-file.ts'

const nothingSent: Transport = { send: () => Promise.reject(new Error('Nothing is sent here.')) }

/** The address of a service and the private key for it. */
export interface Connection {
  readonly url: string
  readonly privateKey: string
}

/**
 * The service and the key to use. Flags come before variables, and variables before the profile
 * file.
 * A profile that a flag names has its own address and key; variables do not change them.
 */
export async function resolveConnection(flags: ConnectionFlags, io: Effects): Promise<Connection> {
  const { url, privateKey } = givenBy(flags, io)
  const connection =
    privateKey === undefined
      ? await connectionOf(await chosenProfile(flags, io), url, io)
      : { url: url ?? missingUrl(), privateKey }
  checkConnection(connection)
  return connection
}

/** An address with the key of a profile. Its key command is run, if it has one. */
async function connectionOf(
  profile: Profile,
  otherUrl: string | undefined,
  io: Effects,
): Promise<Connection> {
  const url = otherUrl ?? profile.url
  if ('privateKey' in profile) return { url, privateKey: profile.privateKey }
  // Before a person is asked for a password.
  checkAddress(url)
  return { url, privateKey: await keyFromCommand(profile, io) }
}

/** What flags and variables give by themselves. */
function givenBy(flags: ConnectionFlags, { env }: Effects): Partial<Connection> {
  if (flags.profile !== undefined) return flags.url === undefined ? {} : { url: flags.url }
  const url = flags.url ?? given(env['VADIUM_URL'])
  const privateKey = given(env['VADIUM_PRIVATE_KEY'])
  return { ...(url !== undefined && { url }), ...(privateKey !== undefined && { privateKey }) }
}

/** An empty variable is like none. */
const given = (variable: string | undefined) => (variable === '' ? undefined : variable)

/** A proposed command line with the flags that select the same service and key. */
export function withConnection(line: string, { profile, url }: ConnectionFlags): string {
  const given = Object.entries({ '--profile': profile, '--url': url })
  const words = given.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
  return [line, ...words.map(shellWord)].join(' ')
}

/** The address of the service alone. It needs no key if a flag or a variable gives it. */
export async function resolveAddress(flags: ConnectionFlags, io: Effects): Promise<string> {
  const { url, privateKey } = givenBy(flags, io)
  if (url === undefined && privateKey !== undefined) missingUrl()
  const address = url ?? (await chosenProfile(flags, io)).url
  checkAddress(address)
  return address
}

async function chosenProfile(flags: ConnectionFlags, io: Effects): Promise<Profile> {
  const named = flags.profile ?? given(io.env['VADIUM_PROFILE'])
  const name = named ?? (await readProfiles(io)).default
  if (name === undefined) {
    throw new CommandError('No profile is selected, so there is no key to sign with.', [
      {
        field: '--profile',
        issue:
          'name one of `vadium profiles list`, or create one with `vadium profiles add <name>`',
      },
    ])
  }
  return (await findProfile(name, io)).profile
}

function missingUrl(): never {
  throw new CommandError('VADIUM_PRIVATE_KEY is set, but the service is missing.', [
    { field: 'VADIUM_URL', issue: 'must be the address of the service, or give --url' },
  ])
}

/** @throws CommandError if the SDK would refuse the address. */
function checkAddress(url: string): void {
  checkConnection({ url, privateKey: generateKeyPair().privateKey })
}

/**
 * @throws CommandError if the SDK would refuse the address or the key. The message quotes neither,
 *   because an address may contain a password.
 */
export function checkConnection({ url, privateKey }: Connection): void {
  try {
    new VadiumClient({ baseUrl: url, privateKey, transport: nothingSent })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CommandError(`The address or the key is invalid: ${error.message}`)
  }
}
