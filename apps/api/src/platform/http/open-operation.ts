import type { Operation, OperationBody, OperationParams, OperationResponse } from '@vadium/schema'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'
import { inputReader, type OperationInput, uncoveredFault } from './operation-input.ts'
import type { RateLimits } from './rate-limits.ts'
import { jsonType, refuse } from './refuse.ts'
import { routePath } from './route-path.ts'

/** The argument of a handler that answers everybody. */
export interface OpenCall<O extends Operation> {
  readonly requestId: string
  readonly params: OperationParams<O>
  readonly body: OperationBody<O>
}

type OpenHandler<O extends Operation> = (
  call: OpenCall<O>,
) => Promise<OperationResponse<O> | Refusal>

/** A handler whose types are unknown. The schema of the operation has validated the values. */
type CheckedOpenHandler = (call: OperationInput & { readonly requestId: string }) => Promise<object>

/**
 * Serves an operation to callers who have no credential yet. Every request counts against the limit
 * of its address, as one without a valid signature does, whatever its answer: nobody can try out
 * what the answers differ by.
 */
export function serveOpen<O extends Operation>(
  app: FastifyInstance,
  operation: O,
  limits: RateLimits,
  handler: OpenHandler<O>,
): void
export function serveOpen(
  app: FastifyInstance,
  operation: Operation,
  limits: RateLimits,
  handle: CheckedOpenHandler,
): void {
  const input = inputReader(operation)
  app.route({
    method: operation.method,
    url: routePath(operation.path),
    config: { operation },
    handler: async (request, reply) => {
      request.rateLimit = await limits.countAddress(request.ip)
      if (request.rateLimit.exceeded) {
        return refuse(request, reply, new Refusal('RATE_LIMITED', [], 'address'))
      }
      const bytes = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
      const read = uncoveredFault(request) ?? input.read(request, bytes)
      const answer =
        read instanceof Refusal ? read : await handle({ ...read, requestId: request.id })
      if (answer instanceof Refusal) return refuse(request, reply, answer)
      return reply.type(jsonType).send(JSON.stringify(answer))
    },
  })
}
