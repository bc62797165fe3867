import { Readable } from 'node:stream'
import type { Operation } from '@vadium/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { JsonText } from '../../json-text.ts'
import {
  type CheckedHandler,
  type OperationHandler,
  OperationPipeline,
  type PipelineParts,
} from '../operation-pipeline.ts'
import { jsonType, refuse } from '../refuse.ts'
import { StreamedFrames } from '../streamed-frames.ts'
import { StreamedText } from '../streamed-text.ts'
import { Refusal } from '../../refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves an operation: signature, limits, role and schema are checked before the handler is asked. */
    operation<O extends Operation>(operation: O, handler: OperationHandler<O>): void
  }
}

/** Routes made from operations. */
export const operationsPlugin = fp<PipelineParts>((app, options, done) => {
  const { load } = options.inFlight

  app.decorate('operation', serveOperation)

  function serveOperation(
    this: FastifyInstance,
    operation: Operation,
    handler: OperationHandler<Operation>,
  ) {
    // The types of a call end here: from now on, what a handler is given is what its operation's schema let
    // through.
    const pipeline = new OperationPipeline(operation, handler as CheckedHandler, options)
    this.route({
      method: operation.method,
      url: routePath(operation.path),
      config: { operation },
      handler: async (request, reply) => {
        if (load.isReached) {
          return refuse(
            request,
            reply,
            new Refusal('OVERLOADED', [], 'too many requests in flight'),
          )
        }
        load.enter()
        let streamed: StreamedFrames
        try {
          const answer = await pipeline.answer(request)
          if (!(answer instanceof StreamedFrames)) return await send(request, reply, answer)
          streamed = answer
        } finally {
          load.leave()
        }
        // Nothing is worked on in an idle stream, and how many there may be has limits of its own.
        return sendFrames(request, reply, streamed)
      },
    })
  }
  done()
})

/**
 * A path as the router reads it: a colon begins a parameter, and written twice it is a colon. A parameter ends
 * where a verb begins.
 */
function routePath(path: string): string {
  return path.replaceAll(':', '::').replaceAll(/\{(\w+)\}/g, ':$1([^/:]+)')
}

function send(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  if (answer instanceof Refusal) return refuse(request, reply, answer)
  if (answer instanceof StreamedText) {
    bearOwnSilence(request, reply)
    return reply.type(answer.contentType).send(Readable.from(answer.chunks))
  }
  reply.type(jsonType)
  if (answer instanceof JsonText) return reply.headers(answer.headers).send(answer.text)
  return reply.send(JSON.stringify(answer))
}

/**
 * The server closes a connection on which nothing moves. While an answer is written that is meant for a reader who
 * takes nothing of what is there for him, and not for a service that has nothing for him yet.
 */
function bearOwnSilence({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.on('timeout', () => {
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(socket.timeout ?? 0)
  })
}

/** Nothing is written for so long to who takes nothing, though there is a sign of life to send. */
const stalledReaderMs = 45_000

function sendFrames(
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  { frames, cutOff }: StreamedFrames,
): FastifyReply {
  socket.setTimeout(stalledReaderMs)
  // The server closes the connection by itself.
  socket.once('timeout', cutOff)
  socket.setNoDelay(true)
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      .header('X-Accel-Buffering', 'no')
      // Kept for another request, the connections of ended streams would hold up a stop.
      .header('Connection', 'close')
      .send(Readable.from(frames, { highWaterMark: 1 }))
  )
}
