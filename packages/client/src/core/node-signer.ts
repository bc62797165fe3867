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

// The seed and the public key have 32 bytes each, at the end of their DER.
const KEY_BYTES = 32

/** A synchronous signer. */
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

/** Generates an Ed25519 key pair. Send the service only the public key. */
export function generateKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-KEY_BYTES)
  return keyPair(seed, rawPublicKey(publicKey))
}

/**
 * Returns the public key of a private key, in the form that `X-API-Key` carries.
 *
 * @throws TypeError when the key is malformed or its halves do not belong together.
 */
export function publicKeyOf(privateKey: string): string {
  return nodeSigner(privateKey).publicKey()
}

/**
 * Returns the headers that sign one request, for a request that another program such as curl sends.
 * They are valid for one use, within 30 seconds of their time.
 *
 * @param now The time to sign, in Unix milliseconds. Default: the first millisecond from now on
 *   that this process has not signed with this key.
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
 * Proves that you hold a private key, for the `proof` of `credentials.create` and
 * `credentials.rotate`. The proof is made offline, names the owner of the credential and the
 * installation, and is valid for 24 hours. It is not a secret.
 *
 * @param now The time of the proof in Unix milliseconds. Default: the clock of this machine.
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
