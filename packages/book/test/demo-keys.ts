import { generateKeyPair } from '@vadium/client'
import { demoProfiles } from '../src/index.ts'

/** New key pairs, by profile. */
export function newKeyPairs(): Record<string, ReturnType<typeof generateKeyPair>> {
  return Object.fromEntries(demoProfiles.map(({ name }) => [name, generateKeyPair()]))
}

/** New public keys, by profile. */
export function newPublicKeys(pairs = newKeyPairs()): Record<string, string> {
  return Object.fromEntries(Object.entries(pairs).map(([name, { publicKey }]) => [name, publicKey]))
}
