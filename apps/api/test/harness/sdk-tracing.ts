import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Hooks, RequestEvent } from '@vadium/client'

/** A span for each attempt: `new VadiumClient({ ...tracingHooks() })`. */
export function tracingHooks(): Hooks {
  const spans = new WeakMap<RequestEvent, Span>()
  return {
    onRequest: (request) => {
      const { operation, method, path, attempt } = request
      const attributes = {
        'http.request.method': method,
        'url.path': path,
        'http.request.resend_count': attempt - 1,
      }
      const tracer = trace.getTracer('vadium-client')
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes })
      spans.set(request, span)
      const headers: Record<string, string> = {}
      propagation.inject(trace.setSpan(context.active(), span), headers)
      return headers
    },
    onResponse: ({ request, status, requestId }) => {
      const span = spans.get(request)
      span?.setAttribute('http.response.status_code', status)
      if (requestId !== undefined) span?.setAttribute('vadium.request_id', requestId)
      if (status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    },
    onFailure: ({ request, error }) => {
      const span = spans.get(request)
      span?.setAttribute('error.type', error.reason)
      span?.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
      span?.end()
    },
  }
}
