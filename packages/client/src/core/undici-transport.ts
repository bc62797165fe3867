import { Agent, type Dispatcher } from 'undici'
import type { Transport } from './transport.ts'

type IncomingHttpHeaders = Dispatcher.ResponseData['headers']

/**
 * Sends with undici, over kept connections.
 *
 * @param dispatcher Sends in place of an agent of the SDK's own: a proxy, a pool, other TLS settings.
 *   It remains the caller's to close.
 */
export function undiciTransport(dispatcher?: Dispatcher): Transport {
  const sender = dispatcher ?? new Agent()
  return {
    async send({ method, origin, target, headers, body, signal }) {
      const reply = await sender.request({
        method,
        origin,
        path: target,
        headers,
        body: body ?? null,
        signal,
        // The client has the one timer, and it spans the whole exchange.
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      return {
        status: reply.statusCode,
        headers: { get: (name) => firstValue(reply.headers[name.toLowerCase()]) },
        body: reply.body,
        endsWithConnection: endsWithConnection(reply.headers),
      }
    },
    async close() {
      if (dispatcher === undefined) await sender.close()
    },
  }
}

// HTTP/1.1 says so where neither length nor chunks tell of the end; HTTP/2 always tells, in its frames.
function endsWithConnection(headers: IncomingHttpHeaders): boolean {
  const { connection, 'content-length': length, 'transfer-encoding': encoding } = headers
  return length === undefined && encoding === undefined && firstValue(connection) === 'close'
}

function firstValue(value: string | string[] | undefined): string | null {
  return (typeof value === 'string' ? value : value?.[0]) ?? null
}
