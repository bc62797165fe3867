import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** An Ed25519 key pair that the service has generated. */
export interface NewKeyPair {
  /** base64url, 43 characters. */
  readonly publicKey: string
  /**
   * base64url, 86 characters: 64 bytes, the seed followed by the public key. It is shown once and
   * never stored.
   */
  readonly privateKey: string
}

/** In the DER of either half, the key is at the end. */
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
