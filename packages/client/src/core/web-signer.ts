import { type Enrolment, possessionInput } from '@vadium/schema/protocol'
import { encodeBase64url } from './base64url.ts'
import {
  checkPublicKey,
  type KeyPair,
  keyPair,
  pkcs8,
  type PrivateKeyParts,
  readPrivateKey,
} from './private-key.ts'
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
 * Signs with WebCrypto. The key is imported at the first signature, because the import is
 * asynchronous; a public key that does not match its seed is refused only then.
 *
 * @throws TypeError when the key is malformed.
 */
export function webSigner(privateKey: string): Signer {
  const parts = readPrivateKey(privateKey)
  const imported = once(() => importParts(parts))
  return {
    publicKey: async () => (await imported()).publicKey,
    sign: async (input) => signWith(await imported(), input),
  }
}

/** The `CryptoKey` of WebCrypto, as the types of the platform name it. */
type SigningKey = Parameters<typeof crypto.subtle.sign>[1]

/** A key pair of WebCrypto. No script can read its private key, which can be kept in IndexedDB. */
export interface WebKey {
  /** base64url without padding. */
  readonly publicKey: string
  readonly privateKey: SigningKey
}

/** Returns the `signer` of a client for a key that no script can read. */
export function webKeySigner(key: WebKey): Signer {
  return { publicKey: () => key.publicKey, sign: (input) => signWith(key, input) }
}

/**
 * Imports a private key so that it cannot be read again.
 *
 * @throws TypeError when the key is malformed, or its public key does not match its seed.
 */
export function importWebKey(privateKey: string): Promise<WebKey> {
  return importParts(readPrivateKey(privateKey))
}

/** Generates a key pair whose private key cannot be read. */
export async function createWebKey(): Promise<WebKey> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new TypeError('WebCrypto did not generate a key pair.')
  const { x: publicKey = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { publicKey, privateKey: pair.privateKey }
}

async function importParts(parts: PrivateKeyParts): Promise<WebKey> {
  const der = pkcs8(parts.seed)
  // WebCrypto gives the public key only of an extractable key. The key that is kept is not one.
  const extractable = await crypto.subtle.importKey('pkcs8', der, ALGORITHM, true, ['sign'])
  const { x: publicKey = '' } = await crypto.subtle.exportKey('jwk', extractable)
  checkPublicKey(parts, publicKey)
  const privateKey = await crypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign'])
  return { publicKey, privateKey }
}

async function signWith({ privateKey }: WebKey, input: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(ALGORITHM, privateKey, Uint8Array.from(input)))
}

/** Generates an Ed25519 key pair with WebCrypto. Send the service only the public key. */
export async function generateWebKeyPair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new TypeError('WebCrypto did not generate a key pair.')
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  // PKCS #8 ends with the seed.
  return keyPair(der.subarray(-publicKey.length), publicKey)
}

/**
 * Returns the headers that sign one request, made with WebCrypto, for a request that another
 * program sends. They are valid for one use, within 30 seconds of their time.
 *
 * @param now The time to sign, in Unix milliseconds. Default: the first millisecond from now on
 *   that this process has not signed with this key.
 * @throws TypeError when the key or the target is malformed.
 */
export async function signWebRequest(
  request: UnsignedRequest,
  key: string | WebKey,
  now?: number,
): Promise<SignedHeaders> {
  const signer = typeof key === 'string' ? webSigner(key) : webKeySigner(key)
  return signedHeaders(request, signer, now)
}

/** The headers that sign one request, by a signer that has its key already. */
export async function signedHeaders(
  request: UnsignedRequest,
  signer: Signer,
  now?: number,
): Promise<SignedHeaders> {
  const publicKey = await signer.publicKey()
  const timestamp = String(now ?? usedTimes.take(publicKey, Date.now()))
  const signature = await signer.sign(inputToSign(request, timestamp))
  return headersOf(publicKey, timestamp, signature)
}

/**
 * Proves with WebCrypto that you hold a private key, for the `proof` of `credentials.create` and
 * `credentials.rotate`. The proof names the owner of the credential and the installation, and is
 * valid for 24 hours. It is not a secret.
 *
 * @param now The time of the proof in Unix milliseconds. Default: the clock of this machine.
 * @throws TypeError when the key is malformed.
 */
export async function proveWebKey(
  key: string | WebKey,
  enrolment: Enrolment,
  now = Date.now(),
): Promise<string> {
  const signer = typeof key === 'string' ? webSigner(key) : webKeySigner(key)
  const publicKey = await signer.publicKey()
  const timestamp = String(now)
  const signature = await signer.sign(possessionInput(enrolment, publicKey, timestamp))
  return [publicKey, timestamp, encodeBase64url(signature)].join('.')
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => (made ??= make())
}
