import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { headerNames } from '@vadium/schema'
import { Refusal } from '../refusal.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { errorReply, jsonType } from './refuse.ts'
import { rateLimitHeaders, type RateLimits } from './rate-limits.ts'

const headersTimeoutMs = 5000
const requestTimeoutMs = 10_000

/**
 * The HTTP server under Fastify. Node bounds nothing by default and answers some requests by itself,
 * without a body or our headers; here everything has a bound, and every answer is ours.
 */
export function createHttpServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // How often the two are looked at; Node's default would let a slow sender live for 30 s more.
      connectionsCheckingInterval: 1000,
      // Longer than the idle time of the usual load balancers, so that they are the ones to close.
      keepAliveTimeout: 75_000,
      maxHeaderSize: 16 * 1024,
      // Node would answer a missing Host by itself; the edge plugin does.
      requireHostHeader: false,
    },
    handler,
  )
  // Node would answer any Expect but 100-continue with a bare 417; it is ignored instead.
  server.on('checkExpectation', handler)
  return server
}

/** Answers what is not HTTP, or came too slowly, with the error body and headers of any other answer. */
export function answerClientErrors(server: Server, limits: RateLimits): void {
  server.removeAllListeners('clientError')
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    void bareAnswer(clientFault(error), socket.remoteAddress ?? '', limits)
      .then(({ status, headers, text }) => {
        const lines = Object.entries({ ...headers, Connection: 'close' })
        const head = lines.map(([name, value]) => `${name}: ${value}`)
        socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', text].join('\r\n'))
      })
      .catch(() => socket.destroy())
  })
}

/** Answers a target that the router cannot decode, which it tells before any hook has run. */
export async function answerBadTarget(
  response: ServerResponse,
  address: string,
  limits: RateLimits,
): Promise<void> {
  const refusal = new Refusal('REQUEST_MALFORMED', [
    { field: 'request target', issue: 'is not valid percent-encoded UTF-8' },
  ])
  const { status, headers, text } = await bareAnswer(refusal, address, limits)
  response.writeHead(status, headers).end(text)
}

/** A refusal for which there is no request of Fastify's: counted, and with every header all the same. */
async function bareAnswer(refusal: Refusal, address: string, limits: RateLimits) {
  const state = await limits.countAddress(address)
  const requestId = randomUUID()
  const { status, body } = errorReply(refusal, requestId)
  const text = JSON.stringify(body)
  const headers = {
    ...rateLimitHeaders(state),
    ...fixedHeaders,
    [headerNames.requestId]: requestId,
    'Content-Type': jsonType,
    'Content-Length': String(Buffer.byteLength(text)),
  }
  return { status, headers, text }
}

function clientFault(error: NodeJS.ErrnoException): Refusal {
  const fault = (field: string, issue: string) => [{ field, issue }]
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal(
        'REQUEST_TIMEOUT',
        fault('request', `must arrive within ${requestTimeoutMs / 1000} s`),
      )
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal('REQUEST_TOO_LARGE', fault('headers', 'must fit into 16 KiB'))
    default:
      return new Refusal('REQUEST_MALFORMED', fault('request', 'is not well-formed HTTP/1.1'))
  }
}
