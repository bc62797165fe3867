import {
  type Operation,
  type OperationBody,
  type OperationQuery,
  type OperationResponse,
  carriesBody,
} from '@vadium/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { parseJsonBody } from '../edge/json-body.ts'
import { JsonText } from '../edge/json-text.ts'
import { parseQuery } from '../edge/query-string.ts'
import type { RateLimits } from '../edge/rate-limits.ts'
import { jsonType, refuse } from '../edge/refuse.ts'
import { rawQuery } from '../edge/target.ts'
import { compileValidator } from '../edge/validation.ts'
import type {
  Authenticator,
  Principal,
  ReceivedRequest,
} from '../modules/credentials/authenticator.ts'
import { repeatedSecurityHeader } from '../modules/credentials/signature-headers.ts'
import { Refusal } from '../refusal.ts'

/** What a handler is given: who asks, and what, already checked against the operation's schema. */
export interface OperationCall<O extends Operation> {
  readonly principal: Principal
  readonly query: OperationQuery<O>
  readonly body: OperationBody<O>
}

export type OperationHandler<O extends Operation> = (
  call: OperationCall<O>,
) => Promise<OperationResponse<O> | JsonText | Refusal>

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves an operation: signature, limits, role and schema are checked before the handler is asked. */
    operation<O extends Operation>(operation: O, handler: OperationHandler<O>): void
  }
}

interface Options {
  readonly authenticator: Authenticator
  readonly limits: RateLimits
  readonly requestsInFlightMax: number
}

/** Routes made from operations. The way of every request through the service stands in `serve`. */
export const operationsPlugin = fp<Options>(
  (app, { authenticator, limits, requestsInFlightMax }) => {
    let inFlight = 0

    app.decorate(
      'operation',
      function serveOperation(
        this: FastifyInstance,
        operation: Operation,
        handler: OperationHandler<Operation>,
      ) {
        const readInput = inputReader(operation)

        const perform = async (principal: Principal, request: FastifyRequest, body: Uint8Array) => {
          if (!operation.roles.includes(principal.role)) return new Refusal('ROLE_NOT_PERMITTED')
          if (principal.organizationStatus !== 'active')
            return new Refusal('ORGANIZATION_SUSPENDED')
          const input = readInput(request, body)
          if (input instanceof Refusal) return input
          return handler({ principal, ...input } as OperationCall<Operation>)
        }

        const answer = async (request: FastifyRequest) => {
          const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
          const fault = envelopeFault(request)
          if (fault !== undefined) return fault
          const received: ReceivedRequest = {
            method: request.method,
            target: request.raw.url ?? '',
            headers: request.headers,
            body,
          }
          const principal = await authenticator.authenticate(received)
          if (principal instanceof Refusal) {
            request.rateLimit = await limits.countAddress(request.ip)
            return request.rateLimit.exceeded ? new Refusal('RATE_LIMITED') : principal
          }
          request.principal = principal
          request.rateLimit = await limits.countCredential(principal.credentialId)
          if (request.rateLimit.exceeded) return new Refusal('RATE_LIMITED')

          const outcome = await perform(principal, request, body)
          if (!(outcome instanceof Refusal)) return outcome
          // A success was vouched for by the transaction that read it. A refusal may rest on what was
          // remembered of the credential, so that is held against the database first.
          const current = await authenticator.confirm(received)
          if (current instanceof Refusal) return current
          return unchanged(principal, current) ? outcome : perform(current, request, body)
        }

        const serve = async (request: FastifyRequest, reply: FastifyReply) => {
          if (inFlight >= requestsInFlightMax) {
            return refuse(
              request,
              reply,
              new Refusal('OVERLOADED', [], 'too many requests in flight'),
            )
          }
          inFlight += 1
          try {
            const outcome = await answer(request)
            if (outcome instanceof Refusal) return await refuse(request, reply, outcome)
            reply.type(jsonType)
            if (!(outcome instanceof JsonText)) return await reply.send(JSON.stringify(outcome))
            return await reply.headers(outcome.headers).send(outcome.text)
          } finally {
            inFlight -= 1
          }
        }

        this.route({
          method: operation.method,
          // A colon begins a parameter for the router; written twice it is a colon.
          url: operation.path.replaceAll(':', '::'),
          config: { operation },
          handler: serve,
        })
      },
    )
  },
)

/** Reads and checks what an operation takes from a request, and nothing else. */
function inputReader(operation: Operation) {
  const checkQuery = operation.query && compileValidator(operation.query, 'query')
  const checkBody = operation.body && compileValidator(operation.body, 'body')

  const readQuery = (request: FastifyRequest) => {
    if (operation.query === undefined || checkQuery === undefined) return undefined
    const query = parseQuery(rawQuery(request.raw.url ?? ''), operation.query)
    if (query instanceof Refusal) return query
    const fault = checkQuery(query)
    return fault === undefined ? query : new Refusal('PARAMETER_INVALID', [fault])
  }

  const readBody = (request: FastifyRequest, bytes: Uint8Array) => {
    if (checkBody === undefined) return undefined
    const type = contentTypeFault(request.headers['content-type'])
    if (type !== undefined) return type
    const body = parseJsonBody(bytes)
    if (body instanceof Refusal) return body
    const fault = checkBody(body)
    return fault === undefined ? body : new Refusal('BODY_INVALID', [fault])
  }

  return (request: FastifyRequest, bytes: Uint8Array) => {
    const query = readQuery(request)
    if (query instanceof Refusal) return query
    const body = readBody(request, bytes)
    if (body instanceof Refusal) return body
    return { query, body }
  }
}

/** What no signature covers is refused before anyone relies on it. */
function envelopeFault(request: FastifyRequest): Refusal | undefined {
  const malformed = (field: string, issue: string) =>
    new Refusal('REQUEST_MALFORMED', [{ field, issue }])
  const repeated = repeatedSecurityHeader(request.raw)
  if (repeated !== undefined) return malformed(repeated, 'is given more than once')
  if (carriesBody(request.method)) {
    if (!request.raw.url?.includes('?')) return undefined
    return malformed(
      'query',
      `a ${request.method} takes none: the signature covers the body instead`,
    )
  }
  if (!hasBody(request)) return undefined
  return malformed('body', `a ${request.method} takes none: the signature covers the query instead`)
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function contentTypeFault(header: string | undefined): Refusal | undefined {
  const [type, ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const plain = parameters.every((parameter) => /^charset="?utf-8"?$/.test(parameter))
  if (type === 'application/json' && plain) return undefined
  return new Refusal('CONTENT_TYPE_UNSUPPORTED', [
    { field: 'Content-Type', issue: 'must be application/json; its charset, if any, utf-8' },
  ])
}

function unchanged(before: Principal, now: Principal): boolean {
  return before.role === now.role && before.organizationStatus === now.organizationStatus
}
