import { type Enrolment, possessionInput } from '@vadium/schema/protocol'
import { encodeBase64url } from './base64url.ts'
import { checkPublicKey, type KeyPair, keyPair, pkcs8, readPrivateKey } from './private-key.ts'
import {
  headersOf,
  inputToSign,
  type SignedHeaders,
  type Signer,
  type UnsignedRequest,
} from './signing.ts'
import { usedTimes } from './used-times.ts'

const ALGORITHM = 'Ed25519'

/**
 * Signs with WebCrypto. The key is imported when the first request is signed, because that is
 * asynchronous; a malformed one is told at once, one whose halves do not belong together then.
 *
 * @throws TypeError when the key is malformed.
 */
export function webSigner(privateKey: string): Signer {
  const parts = readPrivateKey(privateKey)
  const imported = once(async () => {
    const der = pkcs8(parts.seed)
    // WebCrypto tells a public key only of an extractable key; the one that stays is not.
    const extractable = await crypto.subtle.importKey('pkcs8', der, ALGORITHM, true, ['sign'])
    const { x: publicKey = '' } = await crypto.subtle.exportKey('jwk', extractable)
    checkPublicKey(parts, publicKey)
    const key = await crypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign'])
    return { key, publicKey }
  })
  return {
    publicKey: async () => (await imported()).publicKey,
    sign: async (input) => {
      const { key } = await imported()
      return new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, Uint8Array.from(input)))
    },
  }
}

/** Makes a new Ed25519 key pair with WebCrypto. The service is told the public key; the private one stays here. */
export async function generateWebKeyPair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new TypeError('WebCrypto made no pair of keys.')
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  // The seed is what PKCS #8 ends with.
  return keyPair(der.subarray(-publicKey.length), publicKey)
}

/**
 * The headers that sign one request, made with WebCrypto: for a request that another program sends.
 * They are good for one use, within 30 seconds of the time they were made at.
 *
 * @param now Unix time in milliseconds, signed as it is. Unless given, it is the first millisecond
 *   from now on that nothing in this process has signed with under this key.
 * @throws TypeError when the key or the target is malformed.
 */
export async function signWebRequest(
  request: UnsignedRequest,
  privateKey: string,
  now?: number,
): Promise<SignedHeaders> {
  const signer = webSigner(privateKey)
  const publicKey = await signer.publicKey()
  const timestamp = String(now ?? usedTimes.take(publicKey, Date.now()))
  const signature = await signer.sign(inputToSign(request, timestamp))
  return headersOf(publicKey, timestamp, signature)
}

/**
 * Proves with WebCrypto that you hold a private key, for the `proof` of `credentials.create` and `credentials.rotate`. It
 * names who is to have the credential and where, and is good for 24 hours. It is no secret.
 *
 * @param now Unix time in milliseconds; that of this machine unless given.
 * @throws TypeError when the key is malformed.
 */
export async function proveWebKey(
  privateKey: string,
  enrolment: Enrolment,
  now = Date.now(),
): Promise<string> {
  const signer = webSigner(privateKey)
  const publicKey = await signer.publicKey()
  const timestamp = String(now)
  const signature = await signer.sign(possessionInput(enrolment, publicKey, timestamp))
  return [publicKey, timestamp, encodeBase64url(signature)].join('.')
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => (made ??= make())
}
