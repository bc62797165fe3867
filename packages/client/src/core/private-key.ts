import { decodeBase64url, encodeBase64url } from './base64url.ts'

const SEED_BYTES = 32
const KEY_BYTES = 64

/** The seed of an Ed25519 private key, and its public key if the text contains it. */
export interface PrivateKeyParts {
  readonly seed: Uint8Array
  readonly publicKey: string | undefined
}

/** An Ed25519 key pair. */
export interface KeyPair {
  /** base64url, 43 characters, in the form that `X-API-Key` carries. */
  readonly publicKey: string
  /** base64url of 64 bytes (seed, then public key), 86 characters. Keep it secret. */
  readonly privateKey: string
}

/**
 * Reads a private key: base64url of 64 bytes (seed, then public key) or of the 32-byte seed.
 *
 * @throws TypeError for any other text. The message never quotes the key.
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
    `privateKey must have ${KEY_BYTES} bytes (seed and public key) or ${SEED_BYTES} (the seed), but it has ${bytes.length}.`,
  )
}

/** Refuses a key whose public key does not match its seed: nobody could verify its signatures. */
export function checkPublicKey(parts: PrivateKeyParts, derived: string): void {
  if (parts.publicKey !== undefined && parts.publicKey !== derived) {
    throw new TypeError('privateKey is damaged: its public key does not belong to its seed.')
  }
}

/** Encodes a seed and its public key as a key pair. */
export function keyPair(seed: Uint8Array, publicKey: Uint8Array): KeyPair {
  const bytes = new Uint8Array(KEY_BYTES)
  bytes.set(seed)
  bytes.set(publicKey, SEED_BYTES)
  return { publicKey: encodeBase64url(publicKey), privateKey: encodeBase64url(bytes) }
}

// RFC 8410: the DER before the 32 bytes of an Ed25519 seed in PKCS #8.
const PKCS8_PREFIX = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
])

/** Encodes the seed as PKCS #8, which both `node:crypto` and WebCrypto read. */
export function pkcs8(seed: Uint8Array): Uint8Array<ArrayBuffer> {
  const der = new Uint8Array(PKCS8_PREFIX.length + SEED_BYTES)
  der.set(PKCS8_PREFIX)
  der.set(seed, PKCS8_PREFIX.length)
  return der
}
