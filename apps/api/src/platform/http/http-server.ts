import { createServer, type Server } from 'node:http'
import type { ConnectionLimits } from './connection-limits.ts'
import { inTurn, type RequestListener } from './requests-in-turn.ts'

const headersTimeoutMs = 5000
export const requestTimeoutMs = 10_000
export const headerBytesMax = 16 * 1024

/** A connection on which nothing moves for this long, though something should, is closed. */
const stallMs = 15_000

/**
 * The HTTP server under Fastify. Node bounds little by default and answers some requests by itself,
 * without a body or our headers; here everything has a bound, and every answer is ours.
 */
export function createHttpServer(handler: RequestListener, connections: ConnectionLimits): Server {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // How often the two are looked at; Node's default would let a slow sender live for 30 s more.
      connectionsCheckingInterval: 1000,
      // Longer than the idle time of the usual load balancers, so that they are the ones to close.
      keepAliveTimeout: 75_000,
      maxHeaderSize: headerBytesMax,
      // Node would answer a missing Host by itself; the edge plugin does.
      requireHostHeader: false,
    },
    inTurn(handler),
  )
  // Node would drop the headers beyond its 2,000 and so hide them from us; the bytes are bounded above.
  server.maxHeadersCount = 0
  connections.attach(server)
  // Also ends a caller that does not read its answer, which would otherwise be kept in memory for it.
  server.timeout = stallMs
  // Node would answer any Expect but 100-continue with a bare 417; it is ignored instead.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}
