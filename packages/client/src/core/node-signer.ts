import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { type Enrolment, possessionInput } from '@vadium/schema/protocol'
import { encodeBase64url } from './base64url.ts'
import { checkPublicKey, keyPair, type KeyPair, pkcs8, readPrivateKey } from './private-key.ts'
import { headersOf, inputToSign, type SignedHeaders, type UnsignedRequest } from './signing.ts'
import { usedTimes } from './used-times.ts'

// Seed and public key are as long, and each stands at the end of its DER.
const KEY_BYTES = 32

/** A signer whose answers need not be awaited. */
export interface NodeSigner {
  publicKey(): string
  sign(input: Uint8Array): Uint8Array
}

/**
 * Signs with `node:crypto`. The key is parsed once: parsing costs as much as a signature.
 *
 * @throws TypeError when the key is malformed or its halves do not belong together.
 */
export function nodeSigner(privateKey: string): NodeSigner {
  const parts = readPrivateKey(privateKey)
  const key = createPrivateKey({
    key: Buffer.from(pkcs8(parts.seed)),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = encodeBase64url(rawPublicKey(createPublicKey(key)))
  checkPublicKey(parts, publicKey)
  return {
    publicKey: () => publicKey,
    sign: (input) => sign(null, input, key),
  }
}

/** Makes a new Ed25519 key pair. The service is told the public key; the private one stays here. */
export function generateKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-KEY_BYTES)
  return keyPair(seed, rawPublicKey(publicKey))
}

/**
 * The public key that belongs to a private one, as `X-API-Key` carries it.
 *
 * @throws TypeError when the key is malformed or its halves do not belong together.
 */
export function publicKeyOf(privateKey: string): string {
  return nodeSigner(privateKey).publicKey()
}

/**
 * The headers that sign one request: for a request that another program sends, such as curl. They
 * are good for one use, within 30 seconds of the time they were made at.
 *
 * @param now Unix time in milliseconds, signed as it is. Unless given, it is the first millisecond
 *   from now on that nothing in this process has signed with under this key.
 * @throws TypeError when the key or the target is malformed.
 */
export function signRequest(
  request: UnsignedRequest,
  privateKey: string,
  now?: number,
): SignedHeaders {
  const signer = nodeSigner(privateKey)
  const publicKey = signer.publicKey()
  const timestamp = String(now ?? usedTimes.take(publicKey, Date.now()))
  return headersOf(publicKey, timestamp, signer.sign(inputToSign(request, timestamp)))
}

/**
 * Proves that you hold a private key, for the `proof` of `credentials.create` and `credentials.rotate`. It is made
 * offline, names who is to have the credential and where, and is good for 24 hours. It is no secret.
 *
 * @param now Unix time in milliseconds; that of this machine unless given.
 * @throws TypeError when the key is malformed.
 */
export function proveKey(privateKey: string, enrolment: Enrolment, now = Date.now()): string {
  const signer = nodeSigner(privateKey)
  const publicKey = signer.publicKey()
  const timestamp = String(now)
  const signature = signer.sign(possessionInput(enrolment, publicKey, timestamp))
  return [publicKey, timestamp, encodeBase64url(signature)].join('.')
}

function rawPublicKey(key: KeyObject): Uint8Array {
  return key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)
}
