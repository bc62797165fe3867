import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { headerNames } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { RequestMeter } from '../telemetry/request-meter.ts'
import { Refusal } from '../refusal.ts'
import type { CrossOrigin } from './cross-origin.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { headerBytesMax, requestTimeoutMs } from './http-server.ts'
import { rateLimitHeaders, type RateLimits } from './rate-limits.ts'
import { errorReply, jsonType } from './refuse.ts'

interface Parts {
  readonly crossOrigin: CrossOrigin
  readonly limits: RateLimits
  readonly log: FastifyBaseLogger
  readonly meter: Pick<RequestMeter, 'refused'>
}

/** What the parser of Node reports. */
interface ParserError extends Error {
  readonly code?: string
  /** The bytes in which it found the fault. */
  readonly rawPacket?: Buffer
}

/** How long the caller may read the last answer before its connection is closed. */
const lingerMs = 2000

/**
 * Answers what never becomes a Fastify request: input that is not HTTP or does not arrive in time,
 * and targets that cannot be decoded. Each answer has the usual error body and headers, and is
 * counted and logged.
 */
export class ClientErrors {
  readonly #crossOrigin: CrossOrigin
  readonly #limits: RateLimits
  readonly #log: FastifyBaseLogger
  readonly #meter: Pick<RequestMeter, 'refused'>
  /** For each connection, the responses that have not been sent yet. */
  readonly #pending = new WeakMap<Duplex, Set<ServerResponse>>()

  constructor({ crossOrigin, limits, log, meter }: Parts) {
    this.#crossOrigin = crossOrigin
    this.#limits = limits
    this.#log = log
    this.#meter = meter
  }

  /** Replaces Node's own answers, which have no body. */
  attach(server: Server): void {
    server.prependListener('request', (request, response) => this.#follow(request, response))
    server.removeAllListeners('clientError')
    server.on('clientError', (error: ParserError, socket) => {
      this.#answerAndClose(socket, clientFault(error), error.code, error.rawPacket)
    })
    // CONNECT would open a tunnel, which is not supported. Nothing after it is read.
    server.on('connect', (_request, socket) => {
      this.#answerAndClose(
        socket,
        new Refusal('REQUEST_MALFORMED', [{ field: 'method', issue: 'CONNECT is not served' }]),
        'CONNECT',
      )
    })
  }

  /** Answers a target that the router cannot read. The router reports it before any hook runs. */
  async answerBadTarget(
    request: IncomingMessage,
    response: ServerResponse,
    issue: string,
  ): Promise<void> {
    const refusal = new Refusal('REQUEST_MALFORMED', [{ field: 'request target', issue }])
    const address = request.socket.remoteAddress
    const { status, headers, text } = await this.#answer(refusal, address, 'bad target')
    const all = { ...headers, ...this.#crossOrigin.headersFor(request), Connection: 'close' }
    response.writeHead(status, all).end(text)
  }

  #follow(request: IncomingMessage, response: ServerResponse): void {
    const pending = this.#pending.get(request.socket) ?? new Set()
    this.#pending.set(request.socket, pending.add(response))
    response.once('close', () => pending.delete(response))
  }

  #answerAndClose(
    socket: Duplex,
    refusal: Refusal,
    cause: string | undefined,
    bytes?: Buffer,
  ): void {
    // A connection that has sent nothing has made no request, so there is nothing to answer or
    // count.
    const isSilent = socket instanceof Socket && socket.bytesRead === 0
    if (!socket.writable || cause === 'ECONNRESET' || isSilent) {
      socket.destroy()
      return
    }
    // While earlier responses are due on the connection, the caller would take this answer for one
    // of them. A request that has not arrived completely is the last one, and this is its answer.
    const due = [...(this.#pending.get(socket) ?? [])]
    const last = due.at(-1)
    const unfinished = due.length === 1 && last?.req.complete === false && !last.headersSent
    if (last !== undefined && !unfinished) {
      last.once('close', () => socket.destroy())
      return
    }
    const crossOrigin =
      last === undefined
        ? this.#crossOrigin.headersForBytes(bytes)
        : this.#crossOrigin.headersFor(last.req)
    this.#answer(refusal, addressOf(socket), cause)
      .then(({ status, headers, text }) => {
        const lines = Object.entries({ ...headers, ...crossOrigin, Connection: 'close' })
        const head = lines.map(([name, value]) => `${name}: ${value}`)
        const message = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', text]
        // A caller that keeps its side of the connection open must not keep ours open.
        socket.end(message.join('\r\n'), () => {
          setTimeout(() => socket.destroy(), lingerMs).unref()
        })
      })
      .catch(() => socket.destroy())
  }

  async #answer(refusal: Refusal, address: string | undefined, cause: string | undefined) {
    const state = await this.#limits.countAddress(address)
    const requestId = randomUUID()
    const { status, body } = errorReply(refusal, requestId)
    this.#meter.refused(refusal)
    this.#log.info(
      { request_id: requestId, status, address, reason: refusal.reason, cause },
      'answered',
    )
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
}

function addressOf(connection: Duplex): string | undefined {
  return connection instanceof Socket ? connection.remoteAddress : undefined
}

function clientFault(error: ParserError): Refusal {
  const fault = (field: string, issue: string) => [{ field, issue }]
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal(
        'REQUEST_TIMEOUT',
        fault('request', `must arrive within ${requestTimeoutMs / 1000} s`),
      )
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal(
        'REQUEST_TOO_LARGE',
        fault('headers', `must fit into ${headerBytesMax / 1024} KiB`),
      )
    default:
      return new Refusal('REQUEST_MALFORMED', fault('request', 'is not well-formed HTTP/1.1'))
  }
}
