import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { type Enrolment, possessionInput } from '@vadium/schema/protocol'
import { encodeBase64url } from './base64url.ts'
import { checkPublicKey, keyPair, type KeyPair, readPrivateKey } from './private-key.ts'
import { headersOf, inputToSign, type SignedHeaders, type UnsignedRequest } from './signing.ts'
import { usedTimes } from './used-times.ts'

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
  // As a JWK (RFC 8037): Node.js parses one 8 times as fast as DER. The public key follows from the
  // seed, whatever `x` says.
  const key = createPrivateKey({
    key: { kty: 'OKP', crv: 'Ed25519', d: encodeBase64url(parts.seed), x: parts.publicKey ?? '' },
    format: 'jwk',
  })
  const { x: publicKey = '' } = createPublicKey(key).export({ format: 'jwk' })
  checkPublicKey(parts, publicKey)
  return {
    publicKey: () => publicKey,
    sign: (input) => sign(null, input, key),
  }
}

/** Generates an Ed25519 key pair. Send the service only the public key. */
export function generateKeyPair(): KeyPair {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return keyPair(Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url'))
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
