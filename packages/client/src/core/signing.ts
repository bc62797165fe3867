import { headerNames, signingInput } from '@vadium/schema/protocol'
import { encodeBase64url } from './base64url.ts'

/**
 * Signs requests. The SDK has a signer for `node:crypto` and one for WebCrypto. You can give
 * another, for example for a key in a hardware module.
 */
export interface Signer {
  /** The Ed25519 public key, base64url without padding. */
  publicKey(): string | Promise<string>
  /** Returns the 64-byte Ed25519 signature (RFC 8032, no pre-hash) of the input. */
  sign(input: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** The parts of a request that its signature covers, besides the timestamp. */
export interface UnsignedRequest {
  readonly method: string
  /** Path and query exactly as they will be sent, the base path included. */
  readonly target: string
  readonly body?: Uint8Array | string | undefined
}

/** The three headers of a signed request, by their HTTP names. */
export type SignedHeaders = Record<
  (typeof headerNames)['apiKey' | 'timestamp' | 'signature'],
  string
>

/** The bytes to sign for a request and its timestamp. */
export function inputToSign(request: UnsignedRequest, timestamp: string): Uint8Array {
  const { method, target, body = '' } = request
  // The parts are joined by `|`: with a raw `|`, two requests could have the same signature.
  if (!/^\/[!-~]*$/.test(target) || /[|#]/.test(target)) {
    throw new TypeError('target must begin with "/" and be percent-encoded, without "|" and "#".')
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return signingInput({ method, target, body: bytes, timestamp })
}

export function headersOf(
  publicKey: string,
  timestamp: string,
  signature: Uint8Array,
): SignedHeaders {
  return {
    [headerNames.apiKey]: publicKey,
    [headerNames.timestamp]: timestamp,
    [headerNames.signature]: encodeBase64url(signature),
  }
}
