import { Agent, type Dispatcher } from 'undici'
import type { Transport } from './transport.ts'

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
      }
    },
    async close() {
      if (dispatcher === undefined) await sender.close()
    },
  }
}

function firstValue(value: string | string[] | undefined): string | null {
  return (typeof value === 'string' ? value : value?.[0]) ?? null
}
