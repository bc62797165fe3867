import { decodeBase64url, encodeBase64url } from './base64url.ts'

const SEED_BYTES = 32
const KEY_BYTES = 64

/** What an Ed25519 private key says: its seed, and its public key when the key carries one. */
export interface PrivateKeyParts {
  readonly seed: Uint8Array
  readonly publicKey: string | undefined
}

/** A new pair of Ed25519 keys. */
export interface KeyPair {
  /** base64url, 43 characters: what `X-API-Key` carries. */
  readonly publicKey: string
  /** base64url of 64 bytes, the seed and the public key: 86 characters. A secret. */
  readonly privateKey: string
}

/**
 * Reads a private key: base64url of 64 bytes (seed, then public key) or of the 32-byte seed.
 * The errors never quote the key.
 *
 * @throws TypeError when it is anything else.
 */
export function readPrivateKey(privateKey: string): PrivateKeyParts {
  const bytes = typeof privateKey === 'string' ? decodeBase64url(privateKey) : undefined
  if (bytes === undefined) {
    throw new TypeError('privateKey must be canonical base64url without padding.')
  }
  if (bytes.length === SEED_BYTES) return { seed: bytes, publicKey: undefined }
  if (bytes.length === KEY_BYTES) {
    return {
      seed: bytes.subarray(0, SEED_BYTES),
      publicKey: encodeBase64url(bytes.subarray(SEED_BYTES)),
    }
  }
  throw new TypeError(
    `privateKey must be base64url of ${KEY_BYTES} bytes (seed and public key) or of the ${SEED_BYTES}-byte seed, but it has ${bytes.length} bytes.`,
  )
}

/** A key whose halves do not belong together would sign what nobody can verify. */
export function checkPublicKey(parts: PrivateKeyParts, derived: string): void {
  if (parts.publicKey !== undefined && parts.publicKey !== derived) {
    throw new TypeError('privateKey is damaged: its public key does not belong to its seed.')
  }
}

/** Both halves of a key in the form in which Vadium hands private keys out. */
export function keyPair(seed: Uint8Array, publicKey: Uint8Array): KeyPair {
  const bytes = new Uint8Array(KEY_BYTES)
  bytes.set(seed)
  bytes.set(publicKey, SEED_BYTES)
  return { publicKey: encodeBase64url(publicKey), privateKey: encodeBase64url(bytes) }
}

// RFC 8410: the DER that stands before the 32 bytes of an Ed25519 seed in PKCS #8.
const PKCS8_PREFIX = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
])

/** The seed as PKCS #8, the one form that every crypto library reads. */
export function pkcs8(seed: Uint8Array): Uint8Array<ArrayBuffer> {
  const der = new Uint8Array(PKCS8_PREFIX.length + SEED_BYTES)
  der.set(PKCS8_PREFIX)
  der.set(seed, PKCS8_PREFIX.length)
  return der
}
