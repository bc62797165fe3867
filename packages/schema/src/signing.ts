/** How far the time of a signature may be from the server's clock, either way. */
export const signatureWindowMs = 30_000

/** The form of the time that is signed: Unix milliseconds, 13 digits, nothing else. */
export const timestampPattern = /^[0-9]{13}$/

/** An Ed25519 public key, base64url without padding. */
export const publicKeyPattern = /^[A-Za-z0-9_-]{43}$/

/** An Ed25519 signature, base64url without padding. */
export const signaturePattern = /^[A-Za-z0-9_-]{86}$/

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a signature covers: the request as it travels, byte for byte. */
export interface SignedRequest {
  readonly method: string
  /** Path and query as sent, the base path included. */
  readonly target: string
  readonly body: Uint8Array
  /** Unix time in milliseconds, the very digits that are sent. */
  readonly timestamp: string
}

const encoder = new TextEncoder()

/**
 * The bytes that are signed: `METHOD|PATH|VARIABLE|TIMESTAMP_MS`. VARIABLE is the raw query for the
 * methods that carry no body, and the raw body for the others.
 */
export function signingInput({ method, target, body, timestamp }: SignedRequest): Uint8Array {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (!carriesBody(method)) {
    const query = mark === -1 ? '' : target.slice(mark + 1)
    return encoder.encode(`${method}|${path}|${query}|${timestamp}`)
  }
  const before = encoder.encode(`${method}|${path}|`)
  const after = encoder.encode(`|${timestamp}`)
  const input = new Uint8Array(before.length + body.length + after.length)
  input.set(before)
  input.set(body, before.length)
  input.set(after, before.length + body.length)
  return input
}

/** Whether the body, and not the query, is what a signature of this method covers. */
export function carriesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}
