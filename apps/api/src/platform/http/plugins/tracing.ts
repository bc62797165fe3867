import fp from 'fastify-plugin'
import type { OpenSpan, Tracing } from '../../telemetry/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is told of it to a collector of traces; null where nothing is. */
    span: OpenSpan | null
  }
}

interface Options {
  readonly tracing: Tracing
}

/** A span a request, from its head until its answer is there. Registered only where there is tracing. */
export const tracingPlugin = fp<Options>((app, { tracing }, done) => {
  app.decorateRequest('span', null)

  app.addHook('onRequest', (request, _reply, next) => {
    const { operation } = request.routeOptions.config
    // Only of a proxy that is trusted is it believed to which trace a request belongs: anybody else could
    // have what is traced, and under which id, as it pleases.
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

  // Not before: a body arrives in a context of its own.
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
