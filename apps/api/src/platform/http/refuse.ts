import {
  errorAnswer,
  type ErrorBody,
  errorReason,
  type ErrorStatus,
  headerNames,
  type Operation,
} from '@vadium/schema'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, ThrottledRefusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the route. Health and documents have none. */
    operation?: Operation
  }
}

export const jsonType = 'application/json; charset=utf-8'

/** The answer to a refusal: the status that the operation declares for it, and the body. */
export function errorReply(
  refusal: Refusal,
  requestId: string,
  operation?: Operation,
): { status: ErrorStatus; body: ErrorBody } {
  const { code, status } = errorAnswer(refusal.reason, operation?.errors)
  const { message } = errorReason(refusal.reason)
  const details = refusal.details.length > 0 ? { details: [...refusal.details] } : {}
  return {
    status,
    body: {
      error: { code, message, reason: refusal.reason, ...details, request_id: requestId },
    },
  }
}

/** How long a shed caller should wait. Load passes sooner than a rate limit window. */
export const shedWaitMs = 1000

/** Sends a refusal with the status that the operation declares for it. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const { status, body } = errorReply(refusal, request.id, request.routeOptions.config.operation)
  request.refusal = refusal
  if (refusal.reason === 'OVERLOADED') {
    request.rateLimit = { ...request.rateLimit, remaining: 0, resetMs: shedWaitMs }
  }
  if (refusal instanceof ThrottledRefusal) {
    request.rateLimit = { ...request.rateLimit, remaining: 0, resetMs: refusal.waitMs }
  }
  if (refusal.replayed) reply.header(headerNames.idempotencyReplayed, 'true')
  if (status === 429) {
    reply.header(headerNames.retryAfter, String(Math.ceil(request.rateLimit.resetMs / 1000)))
  }
  return reply.code(status).type(jsonType).send(JSON.stringify(body))
}
