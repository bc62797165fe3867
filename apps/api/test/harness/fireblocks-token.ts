import { createHash, type KeyObject, verify } from 'node:crypto'

interface SentRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  readonly authorization: string | undefined
  readonly apiKey: string | undefined
  readonly body: Buffer
}

const lifetimeSecondsMax = 60

/** The error in the authentication of a request, by Fireblocks's number; undefined: none. */
export function tokenProblem(
  request: SentRequest,
  expected: { readonly apiKey: string; readonly publicKey: KeyObject },
  spentNonces: Set<string>,
): { code: number; message: string } | undefined {
  const [header = '', claims = '', signature = ''] =
    request.authorization?.replace(/^Bearer /, '').split('.') ?? []
  if (claims === '') return { code: -3, message: 'The JWT is missing' }
  const { alg } = decode(header)
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${claims}`),
    expected.publicKey,
    Buffer.from(signature, 'base64url'),
  )
  if (alg !== 'RS256' || !isSigned) return { code: -1, message: 'Invalid signature' }
  const { uri, nonce, iat, exp, sub, bodyHash } = decode(claims)
  const now = Date.now() / 1000
  if (sub !== expected.apiKey || request.apiKey !== expected.apiKey) {
    return { code: -6, message: 'Wrong user in the JWT' }
  }
  if (uri !== request.target) return { code: -4, message: 'Wrong URL in the JWT' }
  if (typeof iat !== 'number' || iat > now + 5)
    return { code: -12, message: 'Issued in the future' }
  if (typeof exp !== 'number' || exp <= now || exp > iat + lifetimeSecondsMax) {
    return { code: -10, message: 'The request has expired' }
  }
  if (bodyHash !== createHash('sha256').update(request.body).digest('hex')) {
    return { code: -7, message: 'Wrong hash of the body' }
  }
  if (typeof nonce !== 'string' || spentNonces.has(nonce)) {
    return { code: -7, message: 'The nonce was used before' }
  }
  spentNonces.add(nonce)
  return undefined
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}
