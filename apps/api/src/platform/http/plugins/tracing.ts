import fp from 'fastify-plugin'
import type { OpenSpan, Tracing } from '../../telemetry/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; null if it is not traced. */
    span: OpenSpan | null
  }
}

interface Options {
  readonly tracing: Tracing
}

/**
 * Records a span for each request, from its headers until its answer is ready. Registered only if
 * tracing is configured.
 */
export const tracingPlugin = fp<Options>((app, { tracing }, done) => {
  app.decorateRequest('span', null)

  app.addHook('onRequest', (request, _reply, next) => {
    const { operation } = request.routeOptions.config
    // The trace id is taken only from a trusted proxy. Anybody else could decide what is traced,
    // and under which id.
    const cameByProxy = (request.ips?.length ?? 0) > 1
    const { traceparent } = request.headers
    request.span = tracing.beginRequest(
      operation?.id ?? request.method,
      {
        'http.request.method': request.method,
        ...(operation && { 'http.route': operation.path }),
        'vadium.request_id': request.id,
      },
      cameByProxy && typeof traceparent === 'string' ? traceparent : undefined,
    )
    next()
  })

  // Not in an earlier hook, because a body is received in another async context.
  app.addHook('preHandler', (request, _reply, next) => {
    if (request.span === null) next()
    else request.span.within(() => next())
  })

  app.addHook('onSend', (request, reply, payload, next) => {
    const { refusal, span } = request
    span?.end(
      {
        'http.response.status_code': reply.statusCode,
        ...(refusal && { 'vadium.refusal': refusal.reason }),
      },
      reply.statusCode >= 500 ? String(reply.statusCode) : undefined,
    )
    next(null, payload)
  })
  done()
})
