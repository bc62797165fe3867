import { Agent, type Dispatcher } from 'undici'
import type { Transport } from './transport.ts'

type IncomingHttpHeaders = Dispatcher.ResponseData['headers']

/**
 * A transport over undici, which keeps connections open between requests.
 *
 * @param dispatcher Used instead of the SDK's own agent, for a proxy, a pool or other TLS settings.
 *   The caller closes it.
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
        // The client has its own timer for the whole exchange.
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

// An HTTP/1.1 body without a length and without chunks ends with the connection. HTTP/2 frames
// every body.
function endsWithConnection(headers: IncomingHttpHeaders): boolean {
  const { connection, 'content-length': length, 'transfer-encoding': encoding } = headers
  return length === undefined && encoding === undefined && firstValue(connection) === 'close'
}

function firstValue(value: string | string[] | undefined): string | null {
  return (typeof value === 'string' ? value : value?.[0]) ?? null
}
