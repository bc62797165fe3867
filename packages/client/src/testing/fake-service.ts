import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type ErrorReason,
  exactNumberMembers,
  headerNames,
  type Operation,
  signingInput,
} from '@vadium/schema'
import type { Transport, TransportReply } from '../core/transport.ts'
import { type AnswerOf, findOperation, type MethodName, methodOf, operationOf } from './methods.ts'
import {
  answered,
  checkAnswer,
  failed,
  FakeFailure,
  type FakeReply,
  refused,
  streamed,
} from './replies.ts'
import { sampleOf } from './samples.ts'
import { converted, faultIn } from './schema-check.ts'

/** A request that reached the fake service. */
export interface FakeRequest {
  /** The method of the client, such as `transfers.list`. Undefined for an unknown path. */
  readonly method: MethodName | undefined
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly idempotencyKey: string | undefined
}

/** The first answer under a key, and the request that got it. */
interface KeptReply {
  readonly request: string
  readonly reply: FakeReply
}

/** A request as it arrives, over HTTP or in the process. */
interface Arrived {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** An answer of a method, or a failure in its place. */
type Step<Name extends MethodName> = AnswerOf<Name> | string | FakeFailure

/**
 * A service for tests of programs. It takes every operation, checks the signature, the query and
 * the body as the service does, and answers what the test has prepared, or else a sample that the
 * schema of the operation accepts. It keeps nothing: what was created is not in a list afterwards.
 * It does repeat the answers of writes under their keys. Each credential is an organization of its
 * own.
 */
export class FakeService {
  /** Every request, in the order in which they arrived. */
  readonly requests: FakeRequest[] = []
  /** Give it to a client as `transport`, with any `baseUrl`. */
  readonly transport: Transport
  readonly #canned = new Map<string, unknown>()
  readonly #scripts = new Map<string, unknown[]>()
  readonly #kept = new Map<string, KeptReply>()

  constructor() {
    this.transport = {
      send: async ({ method, target, headers, body, signal }) => {
        const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
        const arrived = {
          method,
          target,
          headers: Object.fromEntries(lower) as Record<string, string>,
          body: body ?? new Uint8Array(),
        }
        return inProcess(this.#reply(arrived), signal)
      },
    }
  }

  /**
   * Sets what a method answers from now on. A stream takes its events, an export in CSV its text.
   *
   * @throws TypeError if the schema of the operation does not accept it.
   */
  answer<Name extends MethodName>(method: Name, answer: Step<Name> | readonly object[]): this {
    this.#canned.set(method, checked(operationOf(method), answer))
    return this
  }

  /**
   * Sets what the next calls of a method are answered, one after the other.
   *
   * @throws TypeError if the schema of the operation does not accept one of them.
   */
  script<Name extends MethodName>(method: Name, ...steps: readonly Step<Name>[]): this {
    const operation = operationOf(method)
    const script = steps.map((step) => checked(operation, step))
    this.#scripts.set(method, [...(this.#scripts.get(method) ?? []), ...script])
    return this
  }

  /** A valid answer of a method, with the given members in place of those of the sample. */
  sample<Name extends MethodName>(
    method: Name,
    members: Partial<AnswerOf<Name>> = {},
  ): AnswerOf<Name> {
    const operation = operationOf(method)
    const answer = { ...exactAnswer(operation), ...members }
    checkAnswer(operation, answer)
    return answer as AnswerOf<Name>
  }

  /** Serves it over HTTP on a free port of this machine, for programs in other processes. */
  async listen(): Promise<{ readonly url: string; close(): Promise<void> }> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    return {
      url: `http://127.0.0.1:${port ?? ''}`,
      close: async () => {
        server.close()
        server.closeAllConnections()
        await once(server, 'close')
      },
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk)
    const { method = '', url: target = '' } = request
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const reply = this.#reply({ method, target, headers, body: Buffer.concat(chunks) })
    if (reply.lost === true) {
      response.destroy()
      return
    }
    response.writeHead(reply.status, { ...reply.headers })
    response.write(reply.text)
    if (reply.stays !== true) response.end()
  }

  #reply(arrived: Arrived): FakeReply {
    const requestId = randomUUID()
    const reply = this.#decide(arrived)
    const isError = reply.status >= 400 && reply.text.startsWith('{"error":{')
    return {
      ...reply,
      headers: { [headerNames.requestId.toLowerCase()]: requestId, ...reply.headers },
      ...(isError && {
        text: `${reply.text.slice(0, -2)},"request_id":"${requestId}"}}`,
      }),
    }
  }

  #decide({ method, target, headers, body }: Arrived): FakeReply {
    const [path = '', search = ''] = target.split('?', 2)
    const query = Object.fromEntries(new URLSearchParams(search))
    const found = findOperation(method, path)
    const idempotencyKey = headers[headerNames.idempotencyKey.toLowerCase()]
    const content = parsed(body)
    const name = found && (methodOf(found.operation) as MethodName)
    const params = found?.params ?? {}
    this.requests.push({ method: name, params, query, body: content, idempotencyKey })
    if (found === undefined || name === undefined) return refused('ROUTE_NOT_FOUND', undefined)
    const { operation } = found
    if (!isSigned({ method, target, headers, body })) return refused('UNAUTHENTICATED', operation)
    const fault = faultOf(operation, { params, query, body: content })
    if (fault !== undefined) return refused(fault.reason, operation, { details: [fault] })
    if (operation.safe) return this.#next(name, operation, query)
    if (idempotencyKey === undefined) return refused('IDEMPOTENCY_KEY_INVALID', operation)
    const credential = headers[headerNames.apiKey.toLowerCase()] ?? ''
    const key = `${credential} ${idempotencyKey}`
    const request = `${method} ${target} ${new TextDecoder().decode(body)}`
    const kept = this.#kept.get(key)
    if (kept !== undefined) {
      if (kept.request !== request) return refused('IDEMPOTENCY_KEY_REUSED', operation)
      const replayed = { [headerNames.idempotencyReplayed.toLowerCase()]: 'true' }
      return { ...kept.reply, headers: { ...kept.reply.headers, ...replayed } }
    }
    const reply = this.#next(name, operation, query)
    if (isKept(reply, operation)) this.#kept.set(key, { request, reply })
    return reply
  }

  #next(name: string, operation: Operation, query: Readonly<Record<string, string>>): FakeReply {
    const script = this.#scripts.get(name)
    const step = script?.shift() ?? this.#canned.get(name) ?? defaultOf(operation, query)
    if (step instanceof FakeFailure) return failed(step, operation)
    if (operation.streams !== true) return answered(operation, step)
    return streamed(operation, Array.isArray(step) ? (step as object[]) : [])
  }
}

/** Whether the service stores an answer under its key: a success, or a refusal of the book. */
function isKept({ status, text }: FakeReply, { reasons }: Operation): boolean {
  if (status === 200) return true
  return status !== 429 && reasons.some((reason) => text.includes(`"reason":"${reason}"`))
}

/** A sample as the SDK returns it: exact numbers are text. */
function exactAnswer({ response }: Operation): object {
  const exact = exactNumberMembers(response)
  const wire = JSON.stringify(sampleOf(response))
  return JSON.parse(wire, (name, value: unknown) =>
    exact.has(name) ? String(value) : value,
  ) as object
}

function defaultOf(
  { streams, file, response }: Operation,
  query: Readonly<Record<string, string>>,
) {
  if (streams === true) return []
  if (file !== undefined) return '%PDF-1.7'
  return query['format'] === 'csv' ? '\r\n' : sampleOf(response)
}

function checked(operation: Operation, step: unknown): unknown {
  if (step instanceof FakeFailure || typeof step === 'string') return step
  if (operation.streams === true) streamed(operation, Array.isArray(step) ? (step as object[]) : [])
  else checkAnswer(operation, step)
  return step
}

function parsed(body: Uint8Array): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

interface InputFault {
  readonly reason: ErrorReason
  readonly field: string
  readonly issue: string
}

/** The first member that the schema of the operation refuses. */
function faultOf(
  operation: Operation,
  input: { params: unknown; query: unknown; body: unknown },
): InputFault | undefined {
  const { params, query, body, isBodyOptional } = operation
  const parts = [
    ['PARAMETER_INVALID', params, input.params],
    ['PARAMETER_INVALID', query, query && converted(query, input.query)],
    ['BODY_INVALID', body, input.body ?? (isBodyOptional === true ? {} : undefined)],
  ] as const
  for (const [reason, schema, value] of parts) {
    const fault = schema && faultIn(schema, value)
    if (fault !== undefined) {
      return { reason, field: fault.path.slice(1) || 'body', issue: fault.message }
    }
  }
  return undefined
}

/** Whether the signature is that of the key in the request. Any key is accepted. */
function isSigned({ method, target, headers, body }: Arrived): boolean {
  const { apiKey, timestamp: time, signature } = headerNames
  const of = (name: string) => headers[name.toLowerCase()] ?? ''
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: of(apiKey) }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const input = signingInput({ method, target, body, timestamp: of(time) })
    return verify(null, input, key, Buffer.from(of(signature), 'base64url'))
  } catch {
    return false
  }
}

function inProcess(
  { lost, status, headers, text, stays }: FakeReply,
  signal: AbortSignal,
): TransportReply {
  if (lost === true) throw new Error('The fake service has lost the connection.')
  return {
    status,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    body: chunks(text, stays === true ? signal : undefined),
  }
}

async function* chunks(text: string, until: AbortSignal | undefined) {
  yield new TextEncoder().encode(text)
  if (until === undefined || until.aborted) return
  await once(until, 'abort')
}
