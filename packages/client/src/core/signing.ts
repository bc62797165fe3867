import { headerNames, signingInput } from '@vadium/schema/protocol'
import { encodeBase64url } from './base64url.ts'

/**
 * The signing seam. The SDK brings one for `node:crypto` and one for WebCrypto; a caller may bring
 * another, for a key that never leaves its hardware.
 */
export interface Signer {
  /** The Ed25519 public key, base64url without padding. */
  publicKey(): string | Promise<string>
  /** The 64 bytes of the Ed25519 signature (RFC 8032, no pre-hash) of the input. */
  sign(input: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** A request about to be signed. */
export interface UnsignedRequest {
  readonly method: string
  /** Path and query exactly as they will be sent, the base path included. */
  readonly target: string
  readonly body?: Uint8Array | string | undefined
}

/** The three headers that make a request a signed one, by their names on the wire. */
export type SignedHeaders = Record<
  (typeof headerNames)['apiKey' | 'timestamp' | 'signature'],
  string
>

/** The bytes to sign for a request at a time. */
export function inputToSign(request: UnsignedRequest, timestamp: string): Uint8Array {
  const { method, target, body = '' } = request
  // The parts are joined by `|`, so a raw one would make two requests share a signature.
  if (!/^\/[!-~]*$/.test(target) || /[|#]/.test(target)) {
    throw new TypeError('target must begin with "/" and be percent-encoded, without "|" and "#".')
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return signingInput({ method, target, body: bytes, timestamp })
}

/** Names a signature and what it needs to be verified. */
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
