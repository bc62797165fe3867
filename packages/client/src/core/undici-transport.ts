import type { Dispatcher } from 'undici'
import type { Transport } from './transport.ts'

type IncomingHttpHeaders = Dispatcher.ResponseData['headers']

/**
 * A transport over undici, which keeps connections open between requests.
 *
 * @param dispatcher Used instead of the SDK's own agent, for a proxy, a pool or other TLS settings.
 *   The caller closes it.
 */
export function undiciTransport(dispatcher?: Dispatcher): Transport {
  // Loaded for the first request: an import of the SDK is three times as fast without it.
  let agent: Promise<Dispatcher> | undefined
  let isClosed = false
  const sender = () => (agent ??= isClosed ? closedAgent() : newAgent())
  return {
    async send({ method, origin, target, headers, body, signal }) {
      const reply = await (dispatcher ?? (await sender())).request({
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
      isClosed = true
      await (await agent)?.close()
    },
  }
}

async function newAgent(): Promise<Dispatcher> {
  const { Agent } = await import('undici')
  return new Agent()
}

/** It refuses every request. */
async function closedAgent(): Promise<Dispatcher> {
  const agent = await newAgent()
  await agent.close()
  return agent
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
