import { signRequest } from '@vadium/client'
import { headerNames } from '@vadium/schema'

/** The public key that belongs to a private one, as its signatures carry it; null when it cannot sign. */
export function publicKeyOf(privateKey: string): string | null {
  try {
    return signRequest({ method: 'GET', target: '/' }, privateKey)[headerNames.apiKey]
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
