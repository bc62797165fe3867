import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { loggedMs, requestFacts } from './answer-log.ts'
import type { FrameSink, StreamedFrames } from './streamed-frames.ts'

/** A reader that takes nothing for this long is disconnected. Keep-alives are sent more often. */
const stalledReaderMs = 45_000

/** Headers of every stream. */
export const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
  // Connections that stay open after their stream would delay a stop.
  Connection: 'close',
} as const

/**
 * The connection of a stream, and what the log line at its end needs. It takes the response from
 * Fastify, whose request and reply would otherwise be held for as long as the stream lasts.
 */
export class StreamAnswer implements FrameSink {
  readonly #response: ServerResponse
  readonly #frames: StreamedFrames
  readonly #logger: FastifyBaseLogger
  readonly #facts: object
  readonly #beganMs: number

  private constructor(reply: FastifyReply, frames: StreamedFrames) {
    const { raw, request } = reply
    this.#response = raw
    this.#frames = frames
    this.#logger = reply.server.log
    this.#facts = { request_id: request.id, ...requestFacts(request), status: raw.statusCode }
    this.#beganMs = performance.now() - reply.elapsedTime
  }

  /** Sends the head of the answer, with the headers of the reply, and lets the frames begin. */
  static open(reply: FastifyReply, frames: StreamedFrames): void {
    const { raw: response, request } = reply.hijack()
    if (response.destroyed) {
      // The reader has left before the answer was ready.
      frames.closed('left')
      return
    }
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [
      name,
      String(value),
    ])
    response.writeHead(200, headers)
    // Sent alone, the head becomes one text in memory. It is kept until the stream ends.
    response.flushHeaders()
    const answer = new StreamAnswer(reply, frames)
    forgetFastify(response)
    forgetHead(request.raw)
    answer.#begin()
  }

  send(frames: string): boolean {
    return this.#response.write(frames)
  }

  end(): void {
    this.#response.end()
  }

  fail(err: unknown): void {
    this.#logger.warn({ ...this.#facts, err }, 'a stream was broken off')
    this.#response.destroy()
  }

  #begin(): void {
    const { socket } = this.#response
    socket?.setNoDelay(true)
    // The server closes the connection itself.
    socket?.setTimeout(stalledReaderMs).once('timeout', () => this.#frames.closed('cut_off'))
    this.#response.on('drain', () => this.#frames.resume())
    this.#response.once('close', () => this.#closed())
    this.#frames.begin(this)
  }

  #closed(): void {
    this.#frames.closed('left')
    const ms = loggedMs(performance.now() - this.#beganMs)
    this.#logger.info({ ...this.#facts, ms }, 'answered')
  }
}

/** Fastify waits for the end of a response with listeners that hold its request and reply. */
function forgetFastify(response: ServerResponse): void {
  for (const event of ['finish', 'error']) {
    for (const listener of response.listeners(event)) {
      if (isOfFastify(listener)) response.off(event, listener)
    }
  }
}

const isOfFastify = (listener: object): listener is () => void =>
  'name' in listener && listener.name === 'onResFinished'

/** The lines of a request, which are not read any more. */
function forgetHead(request: IncomingMessage): void {
  request.headers = {}
  request.rawHeaders = []
  request.url = ''
}
