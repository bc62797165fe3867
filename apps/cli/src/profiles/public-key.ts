import { signRequest } from '@vadium/client'
import { headerNames } from '@vadium/schema'

/**
 * The public key that belongs to a private one: the one that its signatures carry.
 *
 * @throws TypeError when the key is malformed. The error does not quote it.
 */
export function publicKeyOf(privateKey: string): string {
  return signRequest({ method: 'GET', target: '/' }, privateKey)[headerNames.apiKey]
}
