import { Server, type ServerOptions } from 'node:http'
import type { ConnectionLimits } from './connection-limits.ts'
import { inTurn, type RequestListener } from './requests-in-turn.ts'

const headersTimeoutMs = 5000
export const requestTimeoutMs = 10_000
export const headerBytesMax = 16 * 1024

/** A connection that should transfer data, but transfers none for this long, is closed. */
const stallMs = 15_000

/**
 * How long a stop waits for the first bytes of a connection. A client that has just connected sends
 * its request at once, so that it is still answered.
 */
const firstBytesMs = 500

/** A server whose stop also closes connections that have sent nothing. */
class HttpServer extends Server {
  readonly #connections: ConnectionLimits

  constructor(options: ServerOptions, listener: RequestListener, connections: ConnectionLimits) {
    super(options, listener)
    this.#connections = connections
    connections.attach(this)
  }

  /** Node leaves silent connections open, for which a stop would wait until they are stalled. */
  override closeIdleConnections(): void {
    super.closeIdleConnections()
    // What has arrived by then is read before the immediate runs.
    const close = () => setImmediate(() => this.#connections.closeSilent())
    setTimeout(close, firstBytesMs).unref()
  }
}

/**
 * The HTTP server under Fastify. Node bounds little by default, and answers some requests itself,
 * without a body or our headers. Here everything has a bound, and every answer is the service's
 * own.
 */
export function createHttpServer(handler: RequestListener, connections: ConnectionLimits): Server {
  const server = new HttpServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // How often the time limits of requests are checked. With Node's default a slow sender could
      // stay 30 s longer.
      connectionsCheckingInterval: 1000,
      // Longer than the idle timeout of common load balancers, so that the load balancer closes
      // first.
      keepAliveTimeout: 75_000,
      maxHeaderSize: headerBytesMax,
      // Node would answer a missing Host header itself. The edge plugin does.
      requireHostHeader: false,
    },
    inTurn(handler),
    connections,
  )
  // Node would drop headers beyond the 2,000th and hide them from us. Their bytes are bounded
  // above.
  server.maxHeadersCount = 0
  // Also disconnects a caller that does not read its answer, which would otherwise stay in memory.
  server.timeout = stallMs
  // Node would answer any Expect other than 100-continue with 417 and no body. It is ignored
  // instead.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}
