import type { IncomingMessage } from 'node:http'
import { headerNames, publicKeyPattern, signaturePattern, timestampPattern } from '@vadium/schema'
import { Refusal } from '../refusal.ts'
import { decodeCanonical } from './public-key.ts'

export interface SignatureHeaders {
  /** As it was sent. It is canonical, so it can be the key of a map. */
  readonly publicKeyText: string
  readonly publicKey: Buffer
  readonly signature: Buffer
  /** The digits that were signed. */
  readonly timestamp: string
}

const securityHeaders = [headerNames.apiKey, headerNames.timestamp, headerNames.signature]

/**
 * The first security header that was sent more than once. A proxy and this service could each read
 * another value.
 */
export function repeatedSecurityHeader(request: IncomingMessage): string | undefined {
  const seen = new Set<string>()
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i]?.toLowerCase() ?? ''
    if (!securityHeaders.some((header) => header.toLowerCase() === name)) continue
    if (seen.has(name)) return securityHeaders.find((header) => header.toLowerCase() === name)
    seen.add(name)
  }
  return undefined
}

/** The refusal of an unauthenticated request. The cause is for the log only. */
export const unauthenticated = (cause: string) => new Refusal('UNAUTHENTICATED', [], cause)

/** Reads the three headers of a signature. Each has exactly one accepted form. */
export function readSignatureHeaders(
  headers: IncomingMessage['headers'],
): SignatureHeaders | Refusal {
  const publicKeyText = single(headers, headerNames.apiKey)
  const timestamp = single(headers, headerNames.timestamp)
  const signatureText = single(headers, headerNames.signature)
  if (publicKeyText === undefined || timestamp === undefined || signatureText === undefined) {
    return unauthenticated('not signed')
  }
  if (!publicKeyPattern.test(publicKeyText)) return unauthenticated('malformed key')
  if (!signaturePattern.test(signatureText)) return unauthenticated('malformed signature')
  if (!timestampPattern.test(timestamp)) return unauthenticated('malformed timestamp')
  const publicKey = decodeCanonical(publicKeyText)
  const signature = decodeCanonical(signatureText)
  if (publicKey === undefined || signature === undefined) {
    return unauthenticated('key or signature not in canonical base64url')
  }
  return { publicKeyText, publicKey, signature, timestamp }
}

function single(headers: IncomingMessage['headers'], name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' && value !== '' ? value : undefined
}
