import { ed25519 } from '@noble/curves/ed25519.js'
import { publicKeyPattern } from '@vadium/schema'

/**
 * The bytes of a base64url text. Undefined if the text is not canonical: several base64 texts have
 * the same bytes, and only one of them is accepted.
 */
export function decodeCanonical(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/**
 * Why a public key must not be enrolled; undefined if it may be. For a key of small order one
 * constant signature is valid for every message, and not every verifier refuses such a key.
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
