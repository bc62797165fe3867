import { headerNames } from '@vadium/schema'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isDatabaseFailure, PoolOverloadedError } from '../../db/database-failure.ts'
import { loggedMs, requestFacts } from '../answer-log.ts'
import type { CrossOrigin } from '../cross-origin.ts'
import { drain } from '../drain.ts'
import { fixedHeaders } from '../fixed-headers.ts'
import { bodyBytesMax } from '../json-body.ts'
import { rateLimitHeaders, type RateLimits, type RateLimitState } from '../rate-limits.ts'
import { refuse } from '../refuse.ts'
import { targetFault } from '../target.ts'
import type { Principal } from '../../signing/caller.ts'
import { Refusal } from '../../refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The rate limit that the headers of the answer show. */
    rateLimit: RateLimitState
    /** Who signed the request; null until it is authenticated. */
    principal: Principal | null
    /** Why the request was refused; null if it was not. */
    refusal: Refusal | null
    /** Whether the audit line of the request was committed with its effect. */
    audited: boolean
  }
  interface FastifyContextConfig {
    /** Public, with a rate limit of its own: health, metrics, the API documents, the console. */
    open?: boolean
  }
}

interface Options {
  readonly crossOrigin: CrossOrigin
  readonly limits: RateLimits
  readonly isStopping: () => boolean
}

/** What applies to every request and every answer, whatever the path. */
export const edgePlugin = fp<Options>((app, { crossOrigin, limits, isStopping }, done) => {
  app.decorateRequest('rateLimit')
  app.decorateRequest('principal', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('audited', false)

  // Bodies stay the bytes that were signed. They are read only after authentication.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
    parsed(null, body)
  })

  app.addHook('onRequest', async (request, reply) => {
    if (request.raw.socket.remoteAddress === undefined) {
      // The client has already disconnected.
      reply.hijack()
      request.raw.destroy()
      return undefined
    }
    const fault = requestFault(request)
    if (fault !== undefined) return refuseUnsigned(request, reply, fault)
    const isPublic = request.routeOptions.config.open === true
    request.rateLimit = isPublic
      ? await limits.countPublic(request.ip)
      : await limits.peekAddress(request.ip)
    // It counts against no budget, and is answered beyond the budget as well: a page could not read
    // the refusal.
    const preflight = crossOrigin.preflightHeaders(request.raw)
    if (preflight !== undefined) return reply.code(204).headers(preflight).send()
    if (request.rateLimit.exceeded) {
      return refuse(request, reply, new Refusal('RATE_LIMITED', [], 'address'))
    }
    return undefined
  })

  // No hook of an answer is asynchronous: Fastify would hold its request and reply while a stream
  // that it has handed over lasts.
  app.addHook('onSend', (request, reply, payload, next) => {
    reply.headers({
      ...rateLimitHeaders(request.rateLimit),
      [headerNames.requestId]: request.id,
    })
    addCrossOriginHeaders(reply, crossOrigin.headersFor(request.raw))
    // The rest of a request that was answered early must not be read as the next request. A
    // stopping process takes no further request.
    if (!request.raw.complete || isStopping()) reply.header('Connection', 'close')
    for (const [name, value] of Object.entries(fixedHeaders)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    next(null, payload)
  })

  app.addHook('onResponse', async (request, reply) => {
    const { refusal } = request
    request.log.info(
      {
        ...requestFacts(request),
        status: reply.statusCode,
        ms: loggedMs(reply.elapsedTime),
        ...(refusal && { reason: refusal.reason, cause: refusal.cause }),
      },
      'answered',
    )
  })

  const refuseUnsigned = async (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    request.rateLimit = await limits.countAddress(request.ip)
    return refuse(
      request,
      reply,
      request.rateLimit.exceeded ? new Refusal('RATE_LIMITED') : refusal,
    )
  }

  app.setNotFoundHandler((request, reply) =>
    refuseUnsigned(request, reply, new Refusal('ROUTE_NOT_FOUND')),
  )

  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (isDatabaseFailure(error)) {
      if (!(error instanceof PoolOverloadedError)) {
        request.log.warn({ err: error }, 'request failed in the database; nothing was committed')
      }
      return refuse(request, reply, new Refusal('OVERLOADED', [], error.message))
    }
    if (error.statusCode === undefined || error.statusCode >= 500) {
      request.log.error({ err: error }, 'request failed')
      return refuse(request, reply, new Refusal('INTERNAL'))
    }
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await drain(request.raw)
    return refuseUnsigned(request, reply, protocolRefusal(error))
  })
  done()
})

/** An answer that differs by something else as well names both. */
function addCrossOriginHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>>) {
  const vary = reply.getHeader('Vary')
  reply.headers(headers)
  if (vary !== undefined && headers['Vary'] !== undefined) {
    reply.header('Vary', `${String(vary)}, ${headers['Vary']}`)
  }
}

/** What is wrong with a request before its path is looked up. */
function requestFault(request: FastifyRequest): Refusal | undefined {
  const target = targetFault(request.raw.url ?? '')
  if (target !== undefined) {
    return new Refusal('REQUEST_MALFORMED', [{ field: 'request target', issue: target }])
  }
  if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
    return new Refusal('REQUEST_MALFORMED', [{ field: 'Host', issue: 'is required' }])
  }
  // The signature covers the bytes that are sent, so nothing is decompressed.
  if (request.headers['content-encoding'] !== undefined) {
    return new Refusal('REQUEST_MALFORMED', [
      { field: 'Content-Encoding', issue: 'is not accepted' },
    ])
  }
  // Node would leave another coding on the body, and an intermediary might remove it.
  const transferCoding = request.headers['transfer-encoding']
  if (transferCoding !== undefined && transferCoding.toLowerCase() !== 'chunked') {
    const issue = 'must be chunked, and nothing else'
    return new Refusal('REQUEST_MALFORMED', [{ field: 'Transfer-Encoding', issue }])
  }
  if (timesGiven(request, 'content-type') > 1) {
    const issue = 'is given more than once'
    return new Refusal('REQUEST_MALFORMED', [{ field: 'Content-Type', issue }])
  }
  return undefined
}

/** How often a header was sent. Node keeps only the first of some headers. */
function timesGiven({ raw: { rawHeaders } }: FastifyRequest, name: string): number {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === name).length
}

/** Maps Fastify's own errors about the body to refusals. */
function protocolRefusal(error: FastifyError): Refusal {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal('REQUEST_TOO_LARGE', [
      { field: 'body', issue: `must be at most ${bodyBytesMax} bytes` },
    ])
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('CONTENT_TYPE_UNSUPPORTED', [
      { field: 'Content-Type', issue: 'must be application/json' },
    ])
  }
  return new Refusal('REQUEST_MALFORMED', [], error.code)
}
