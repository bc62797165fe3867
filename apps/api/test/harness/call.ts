import { randomUUID } from 'node:crypto'
import {
  alwaysApproved,
  ApprovalRequired,
  ErrorBody,
  Event,
  type ErrorReason,
  exactNumberMembers,
  headerNames,
  listEvents,
  mayNeedApproval,
  type Operation,
  type OperationResponse,
  openOperations,
  operations as signedOperations,
  webhookBodies,
} from '@vadium/schema'
import { Ajv } from 'ajv'
import { isLosslessNumber, parse } from 'lossless-json'
import { request } from 'undici'
import { expect } from 'vitest'
import type { Key } from './book.ts'
import type { RunningService } from './service.ts'
import { signedHeaders } from './signed-headers.ts'

export interface Reply<Body = unknown> {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  /** The raw body. */
  readonly text: string
  readonly body: Body
}

export interface ErrorReply extends Reply<ErrorBody> {
  readonly reason: ErrorReason
}

export interface CallOptions {
  readonly method?: string
  /** Path and query, below the base path. */
  readonly target: string
  readonly body?: string | Uint8Array
  readonly headers?: Record<string, string>
  /** The credential that signs; without it the request is unsigned. */
  readonly key?: Key
  /** The time of the signature, Unix milliseconds. */
  readonly signedAt?: number
}

let sent = 0
/** Well within the allowed difference to the clock of the service. */
const sentMax = 15_000

/** Sends one request over real HTTP and checks what every answer must have. */
export async function call(service: RunningService, options: CallOptions): Promise<Reply> {
  const { method = 'GET', body, key } = options
  const base = new URL(service.url)
  const target = `${base.pathname === '/' ? '' : base.pathname}${options.target}`
  // No two calls are signed for one time, wherever the clock of the service is set.
  sent = (sent + 1) % sentMax
  const signedAt = options.signedAt ?? service.clock.now() - sentMax + sent
  const signature = key && signedHeaders({ method, target, body }, key, signedAt)
  const reply = await request(`${base.origin}${target}`, {
    method: method as 'GET',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(operationOf(method, options.target)?.safe === false && {
        [headerNames.idempotencyKey]: randomUUID(),
      }),
      ...signature,
      ...options.headers,
    },
    ...(body !== undefined && { body }),
  })
  const isStream = String(reply.headers['content-type']).startsWith('text/event-stream')
  const text = isStream ? await firstChunk(reply.body) : await reply.body.text()
  const answer = {
    status: reply.statusCode,
    headers: reply.headers,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text,
  }
  expectContract(answer, method, options.target)
  return answer
}

/** A stream does not end: its beginning is the answer, and then the reader disconnects. */
async function firstChunk(body: AsyncIterable<Uint8Array>): Promise<string> {
  for await (const chunk of body) return Buffer.from(chunk).toString()
  return ''
}

const operations: readonly Operation[] = [...signedOperations, ...openOperations]

/** To optimize the code of a validator takes longer than the validator runs in all tests. */
const ajv = new Ajv({ strict: false, allErrors: true, code: { optimize: false } })
const validators = new Map<unknown, ReturnType<typeof ajv.compile>>()

function expectSchema(schema: object, body: unknown): void {
  let validate = validators.get(schema)
  if (validate === undefined) validators.set(schema, (validate = ajv.compile(schema)))
  if (!validate(body)) expect(validate.errors).toEqual([])
}

/** What a webhook of each listed event would have as its body. Some tests write events of nothing. */
function expectWebhookBodies(listed: unknown): void {
  const { events } = listed as OperationResponse<typeof listEvents>
  for (const { id, type, time: timestamp, data } of events) {
    const { organization_id: _, ...members } = data
    const isOfNothing = !Object.keys(members).some(
      (name) => name in Event.properties.data.properties,
    )
    const body = isOfNothing ? undefined : webhookBodies.get(type)
    if (body !== undefined) expectSchema(body, { id, type, timestamp, data })
  }
}

const alwaysGiven = new Map<string, RegExp>([
  [headerNames.rateLimit.toLowerCase(), /^\d+$/],
  [headerNames.rateLimitRemaining.toLowerCase(), /^\d+$/],
  [headerNames.rateLimitReset.toLowerCase(), /^[1-9]\d*$/],
  [headerNames.requestId.toLowerCase(), /^[0-9a-f-]{36}$/],
])

/** What every answer has, and what the operation documents. */
export function expectContract(reply: Reply, method: string, target: string): void {
  // Tens of thousands of answers are checked, and an expectation takes as long as ten conditions.
  for (const [name, form] of alwaysGiven) {
    const value = reply.headers[name]
    if (typeof value !== 'string' || !form.test(value)) expect(value, name).toMatch(form)
  }
  const operation = operationOf(method, target)
  if (operation === undefined) {
    if (reply.status >= 400 && reply.status !== 503) expectSchema(ErrorBody, reply.body)
    return
  }
  if (reply.status === 200) {
    if (operation.streams) {
      expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8')
      return
    }
    if (operation.csv && String(reply.headers['content-type']).startsWith('text/csv')) return
    if (operation.file !== undefined) {
      expect(reply.headers['content-type']).toBe(operation.file)
      return
    }
    expectSchema(operation.response, reply.body)
    if (operation.id === listEvents.id) expectWebhookBodies(reply.body)
    return
  }
  if (reply.status === 202) {
    expect(mayNeedApproval(operation), `${operation.id} answered 202`).toBe(true)
    expectSchema(ApprovalRequired, reply.body)
    return
  }
  if (!operation.errors.some((status) => status === reply.status)) {
    expect.fail(`${operation.id} answered ${reply.status}: ${reply.text}`)
  }
  expectSchema(ErrorBody, reply.body)
  const { error } = reply.body as ErrorBody
  const requestId = reply.headers[headerNames.requestId.toLowerCase()]
  if (error.request_id !== requestId) expect(error.request_id).toBe(requestId)
}

function operationOf(method: string, target: string): Operation | undefined {
  const [path = ''] = target.split('?', 1)
  return operations.find(
    (operation) => operation.method === method && patterns.get(operation)?.test(path),
  )
}

const patterns = new Map(
  operations.map((operation) => [
    operation,
    new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/:]+')}$`),
  ]),
)

/** The target of an operation: its path with its parameters, and its query. */
export function targetOf(
  operation: Operation,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number | boolean>> = {},
): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_found, name: string) => params[name] ?? '')
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return parameters === '' ? path : `${path}?${parameters}`
}

type OperationOptions = Omit<CallOptions, 'method' | 'target' | 'body'> & {
  readonly target?: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** The body as JSON; text and bytes unchanged. */
  readonly body?: string | Uint8Array | object
}

/** The status with which a service that asks for no second person answers an operation. */
export const doneStatus = ({ id }: Operation): 200 | 202 =>
  alwaysApproved.some((name) => name === id) ? 202 : 200

/** A call of an operation, as {@link call} takes it. */
export function callOf(operation: Operation, options: OperationOptions): CallOptions {
  const { params, query, body, ...rest } = options
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  return {
    method: operation.method,
    target: targetOf(operation, params, query),
    ...rest,
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  }
}

/** Calls an operation, signed, and expects it to succeed. */
export async function succeed<O extends Operation>(
  service: RunningService,
  operation: O,
  options: OperationOptions,
): Promise<OperationResponse<O>> {
  const reply = await call(service, callOf(operation, options))
  if (reply.status !== 200) expect(reply.status, reply.text).toBe(200)
  return exactReply(reply.text, exactNumberMembers(operation.response))
}

/** The body, with its exact numbers as strings of their digits. */
function exactReply(text: string, exact: ReadonlySet<string>): unknown {
  return parse(text, (key, value) => {
    if (!isLosslessNumber(value)) return value
    return exact.has(key) ? value.value : Number(value.value)
  })
}

/** Calls and expects a refusal of this status. */
export async function refused(
  service: RunningService,
  status: number,
  options: CallOptions,
): Promise<ErrorReply> {
  const reply = await call(service, options)
  expect(reply.status, reply.text).toBe(status)
  const body = reply.body as ErrorBody
  return { ...reply, body, reason: body.error.reason }
}
