import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { headerNames, signingInput } from '@vadium/schema/protocol'
import type { Key } from './book.ts'

interface UnsignedRequest {
  readonly method: string
  readonly target: string
  readonly body?: string | Uint8Array | undefined
}

/** To read a private key takes longer than a signature, and each key signs many requests. */
const readKeys = new Map<string, KeyObject>()

function keyObjectOf({ privateKey, publicKey }: Key): KeyObject {
  const read = readKeys.get(privateKey)
  if (read !== undefined) return read
  const seed = Buffer.from(privateKey, 'base64url').subarray(0, 32)
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: publicKey }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  readKeys.set(privateKey, key)
  return key
}

/** The headers that `signRequest` of the SDK gives a request at a time, for many requests. */
export function signedHeaders(
  { method, target, body = '' }: UnsignedRequest,
  key: Key,
  atMs: number,
): Record<string, string> {
  const timestamp = String(atMs)
  const input = signingInput({ method, target, body: Buffer.from(body), timestamp })
  return {
    [headerNames.apiKey]: key.publicKey,
    [headerNames.timestamp]: timestamp,
    [headerNames.signature]: sign(null, input, keyObjectOf(key)).toString('base64url'),
  }
}
