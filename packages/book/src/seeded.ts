import { createHash } from 'node:crypto'
import { type KeyPair, publicKeyOf } from '@vadium/client'

/** A UUID of version 8 that is derived from a text: the same in every run. */
export function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** A key pair that is derived from a text. It opens nothing but the books that are made with it. */
export function keyPairFrom(text: string): KeyPair {
  const seed = createHash('sha256').update(text).digest()
  const publicKey = publicKeyOf(seed.toString('base64url'))
  const bytes = Buffer.concat([seed, Buffer.from(publicKey, 'base64url')])
  return { privateKey: bytes.toString('base64url'), publicKey }
}
