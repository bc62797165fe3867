import type { Dispatcher } from 'undici'
import { neverConnected, NotSentError } from './not-sent.ts'
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
      const exchange = { wasHanded: false }
      try {
        const reply = await noting(dispatcher ?? (await sender()), exchange).request({
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
      } catch (error) {
        if (exchange.wasHanded || signal.aborted) throw error
        // The caller's dispatcher may hand requests to something else than a connection of undici.
        const isKnown = dispatcher === undefined || neverConnected(error)
        throw isKnown ? new NotSentError(error) : error
      }
    },
    async close() {
      isClosed = true
      await (await agent)?.close()
    },
  }
}

/** A dispatcher that notes when it hands a request to a connection, before the first byte. */
function noting(dispatcher: Dispatcher, exchange: { wasHanded: boolean }): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler)
    handler.onRequestStart = (controller, context) => {
      exchange.wasHanded = true
      start?.(controller, context)
    }
    return dispatch(options, handler)
  })
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
