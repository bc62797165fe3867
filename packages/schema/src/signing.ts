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

/** How long a proof of possession is good after it was signed. */
export const possessionProofLifetimeMs = 24 * 3_600_000

/**
 * A proof that somebody holds the private key of a public key: the public key, the time and the signature of
 * {@link possessionInput}, joined by dots.
 */
export const possessionProofPattern = /^[A-Za-z0-9_-]{43}\.[0-9]{13}\.[A-Za-z0-9_-]{86}$/

/** For whom a key is to be enrolled, and where. */
export interface Enrolment {
  /** As `GET /installation` answers it. */
  readonly installationId: string
  readonly organizationId: string
  readonly accountId: string
}

/** The text that the holder of a private key signs so that the public key can be enrolled. */
export function possessionText(
  { installationId, organizationId, accountId }: Enrolment,
  publicKey: string,
  timestamp: string,
): string {
  const ids = [installationId, organizationId, accountId].map((id) => id.toLowerCase())
  return ['vadium-enrol', ...ids, publicKey, timestamp].join('|')
}

/** The bytes of {@link possessionText}. No request can have them: its method is in capitals. */
export function possessionInput(
  enrolment: Enrolment,
  publicKey: string,
  timestamp: string,
): Uint8Array {
  return encoder.encode(possessionText(enrolment, publicKey, timestamp))
}

/** Whether the body, and not the query, is what a signature of this method covers. */
export function carriesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}
