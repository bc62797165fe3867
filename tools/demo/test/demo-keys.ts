import { generateKeyPair } from '@vadium/client'
import { demoProfiles } from '../src/index.ts'

/** New public keys for all profiles. */
export function newPublicKeys(): Record<string, string> {
  return Object.fromEntries(demoProfiles.map(({ name }) => [name, generateKeyPair().publicKey]))
}
