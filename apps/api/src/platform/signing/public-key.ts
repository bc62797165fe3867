import { ed25519 } from '@noble/curves/ed25519.js'
import { publicKeyPattern } from '@vadium/schema'

/**
 * The bytes of a base64url text, if it is the one canonical text for them. Base64 has several texts
 * for the same bytes; only one of each is let in.
 */
export function decodeCanonical(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/**
 * Why a public key may not be enrolled, or undefined if it may. For a key of small order one constant
 * signature fits every message, and not every verifier refuses it.
 */
export function publicKeyFault(text: string): string | undefined {
  const expected = 'expected an Ed25519 public key, base64url without padding, 43 characters'
  if (!publicKeyPattern.test(text)) return expected
  const bytes = decodeCanonical(text)
  if (bytes === undefined) return `${expected}, in its canonical form`
  try {
    const point = ed25519.Point.fromBytes(bytes, false)
    if (point.isSmallOrder() || !point.isTorsionFree()) return 'the key is weak: its order is small'
  } catch {
    return 'the key is not a point of the curve in its canonical encoding'
  }
  return undefined
}
