import { Readable } from 'node:stream'
import { deprecationHeaders, type Operation } from '@vadium/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { JsonText } from '../../json-text.ts'
import {
  type CheckedHandler,
  type OperationHandler,
  OperationPipeline,
  type PipelineParts,
} from '../operation-pipeline.ts'
import { encodedFor } from '../compressed-answer.ts'
import { FileAnswer } from '../file-answer.ts'
import { jsonType, refuse } from '../refuse.ts'
import { routePath } from '../route-path.ts'
import { StreamAnswer, streamHeaders } from '../stream-answer.ts'
import { StreamedFrames } from '../streamed-frames.ts'
import { StreamedText } from '../streamed-text.ts'
import { Refusal } from '../../refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Serves an operation. Signature, limits, role and schema are checked before the handler is
     * called.
     */
    operation<O extends Operation>(operation: O, handler: OperationHandler<O>): void
  }
}

/** Creates a route for each operation. */
export const operationsPlugin = fp<PipelineParts>((app, options, done) => {
  const { load } = options.inFlight

  app.decorate('operation', serveOperation)

  function serveOperation(
    this: FastifyInstance,
    operation: Operation,
    handler: OperationHandler<Operation>,
  ) {
    // From here on the types of a call are unknown. The schema of the operation has validated the
    // values.
    const pipeline = new OperationPipeline(operation, handler as CheckedHandler, options)
    options.storedWrites.serve(operation, pipeline)
    const ending = operation.deprecated && deprecationHeaders(operation.deprecated)
    this.route({
      method: operation.method,
      url: routePath(operation.path),
      config: { operation },
      handler: async (request, reply) => {
        if (ending !== undefined) reply.headers(ending)
        if (load.isFull) {
          return refuse(
            request,
            reply,
            new Refusal('OVERLOADED', [], 'too many requests in flight'),
          )
        }
        const inFlight = options.inFlight.enter(options.callers.organizationOf(request.raw))
        let streamed: StreamedFrames
        try {
          const answer = await pipeline.answer(request, inFlight)
          if (!(answer instanceof StreamedFrames)) {
            return await send(operation, request, reply, answer)
          }
          streamed = answer
        } finally {
          inFlight.leave()
        }
        // An idle stream uses no working time, and streams have limits of their own.
        return reply.headers(streamHeaders).send(streamed)
      },
      ...(operation.streams === true && { onSend: handOverStream }),
    })
  }
  done()
})

async function send(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
): Promise<FastifyReply> {
  if (answer instanceof Refusal) return refuse(request, reply, answer)
  if (answer instanceof StreamedText) {
    closeOnlyIfReaderStalls(request, reply)
    return reply.type(answer.contentType).send(Readable.from(answer.chunks))
  }
  if (answer instanceof FileAnswer) {
    const { mediaType, name, bytes } = answer
    reply.header('Content-Disposition', `attachment; filename="${name}"`)
    return reply.type(mediaType).send(bytes)
  }
  reply.type(jsonType)
  if (answer instanceof JsonText) reply.code(answer.status).headers(answer.headers)
  const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer)
  // Only the answer of a write can contain a secret, which is shown once.
  if (!operation.safe) return reply.send(text)
  const { body, headers } = await encodedFor(request.headers['accept-encoding'], text)
  return reply.headers(headers).send(body)
}

/**
 * The server closes a connection that transfers nothing. For a streamed answer this must apply only
 * to a reader that does not take what is ready, not while the service has nothing ready yet.
 */
function closeOnlyIfReaderStalls({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.on('timeout', () => {
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(socket.timeout ?? 0)
  })
}

/**
 * Hands a stream to {@link StreamAnswer}, which writes to the connection itself: Fastify's request
 * and reply would take more memory than the stream. It runs after all other hooks, which therefore
 * see a stream as they see any other answer, with its headers, its log line and its counts.
 */
const handOverStream: onSendHookHandler = (_request, reply, payload, next) => {
  if (payload instanceof StreamedFrames) StreamAnswer.open(reply, payload)
  else next(null, payload)
}
