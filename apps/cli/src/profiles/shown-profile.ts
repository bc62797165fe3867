import { publicKeyOf } from '@vadium/client'
import { pairs } from '../terminal/sections.ts'
import type { Profile } from './profile-file.ts'

/** A profile without its private key, which is never shown. */
export interface ShownProfile {
  readonly name: string
  readonly url: string
  /** Null if the private key is damaged. */
  readonly public_key: string | null
  /** The command that prints the private key. Null if the file of profiles has the key. */
  readonly key_command: string | null
}

export function shownProfile(name: string, profile: Profile): ShownProfile {
  const { url } = profile
  return 'privateKey' in profile
    ? { name, url, public_key: publicKeyOrNull(profile.privateKey), key_command: null }
    : { name, url, public_key: profile.publicKey, key_command: profile.keyCommand }
}

function publicKeyOrNull(privateKey: string): string | null {
  try {
    return publicKeyOf(privateKey)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

export function profileLines({ name, url, public_key, key_command }: ShownProfile): string[] {
  return pairs([
    ['profile', name],
    ['url', url],
    ['public key', publicKeyText(public_key)],
    ...(key_command === null ? [] : ([['key command', key_command]] as const)),
  ])
}

/** The public key for people, or why it is missing. */
export function publicKeyText(publicKey: string | null): string {
  return publicKey ?? 'none: the private key is damaged'
}
