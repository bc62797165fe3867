/**
 * The largest difference between the timestamp of a signature and the server's clock, either way.
 */
export const signatureWindowMs = 30_000

/** The format of the signed timestamp: Unix milliseconds, 13 digits. */
export const timestampPattern = /^[0-9]{13}$/

/** An Ed25519 public key, base64url without padding. */
export const publicKeyPattern = /^[A-Za-z0-9_-]{43}$/

/** An Ed25519 signature, base64url without padding. */
export const signaturePattern = /^[A-Za-z0-9_-]{86}$/

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a signature covers: the request as it is sent, byte for byte. */
export interface SignedRequest {
  readonly method: string
  /** Path and query as sent, including the base path. */
  readonly target: string
  readonly body: Uint8Array
  /** Unix time in milliseconds, with the same digits as in the header. */
  readonly timestamp: string
}

const encoder = new TextEncoder()

/**
 * The signed bytes: `METHOD|PATH|VARIABLE|TIMESTAMP_MS`. VARIABLE is the raw query for methods
 * without a body and the raw body for the others.
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

/** How long a proof of possession is valid after it was signed. */
export const possessionProofLifetimeMs = 24 * 3_600_000

/** The account to enrol a key for, and the installation. */
export interface Enrolment {
  /** The answer of `GET /installation`. */
  readonly installationId: string
  readonly organizationId: string
  readonly accountId: string
}

/** The text that the holder of a private key signs to enrol the public key. */
export function possessionText(
  { installationId, organizationId, accountId }: Enrolment,
  publicKey: string,
  timestamp: string,
): string {
  const ids = [installationId, organizationId, accountId].map((id) => id.toLowerCase())
  return ['vadium-enrol', ...ids, publicKey, timestamp].join('|')
}

/**
 * The bytes of {@link possessionText}. No request has the same bytes: its method is in capitals.
 */
export function possessionInput(
  enrolment: Enrolment,
  publicKey: string,
  timestamp: string,
): Uint8Array {
  return encoder.encode(possessionText(enrolment, publicKey, timestamp))
}

/** Whether a signature of this method covers the body, and not the query. */
export function carriesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}
