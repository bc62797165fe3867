import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** An Ed25519 key that the service made for somebody. */
export interface NewKeyPair {
  /** base64url, 43 characters. */
  readonly publicKey: string
  /** base64url of 64 bytes, the seed and then the public key: 86 characters. To be shown once and kept nowhere. */
  readonly privateKey: string
}

/** Of both halves, what is the key stands at the end of its DER. */
const keyBytes = 32

export function newKeyPair(): NewKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = lastBytes(privateKey, 'pkcs8')
  const point = lastBytes(publicKey, 'spki')
  return {
    publicKey: point.toString('base64url'),
    privateKey: Buffer.concat([seed, point]).toString('base64url'),
  }
}

function lastBytes(key: KeyObject, type: 'pkcs8' | 'spki'): Buffer {
  return key.export({ format: 'der', type }).subarray(-keyBytes)
}
