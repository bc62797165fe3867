/**
 * What a transport rejects with if it is certain that no byte of the request has been handed to a
 * connection. The call then had no effect. `cause` is the error that kept it from being sent.
 */
export class NotSentError extends Error {
  constructor(cause: unknown) {
    super('The request was not sent.', { cause })
  }

  static {
    this.prototype.name = 'NotSentError'
  }
}

// A connection that cannot be made now may be made in a moment.
const passing: ReadonlySet<unknown> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
])

/** Whether the same request may be sent later, although this attempt could not send it. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && passing.has(error.code)) || mayPass(error.cause)
}

// Bun and the error of several addresses name no call of the system. The certificate of a server is
// checked before anything is sent to it.
const beforeConnected: ReadonlySet<unknown> = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Whether an error says by itself that there was never a connection. An open connection can fail
 * with the same codes, but not in the same calls of the system.
 */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('syscall' in error) return error.syscall === 'connect' || error.syscall === 'getaddrinfo'
  if (error instanceof AggregateError) return error.errors.every(neverConnected)
  if ('code' in error && beforeConnected.has(error.code)) return true
  // `fetch` has the error of the socket in `cause`.
  return neverConnected(error.cause)
}

const plainHttp: ReadonlySet<unknown> = new Set([
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_WRONG_VERSION_NUMBER',
])

/** What an error of a transport says, without the final period. Empty if it says nothing. */
export function causeText(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && plainHttp.has(error.code)) return 'the port does not speak TLS'
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(causeText))].join(', ')
  }
  // `fetch` has the error of the socket in `cause`.
  const inner = causeText(error.cause)
  return inner === '' ? error.message.trim().replace(/\.$/, '') : inner
}
