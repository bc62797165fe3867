import { headerNames } from '@vadium/schema/protocol'
import type { ErrorDetail } from '../types/errors.ts'
import {
  type AnswerFacts,
  asCallError,
  type VadiumError,
  VadiumReplyError,
  VadiumServiceError,
} from './errors.ts'
import { parseJson } from './exact-json.ts'
import type { Answer, AnswerSchema, Operation } from './operation.ts'
import { readRetryAfterMs } from './rate-limit.ts'
import type { TransportReply } from './transport.ts'

const none: ReadonlySet<string> = new Set()

/** What the headers of an answer say, for the errors that may come of it. */
export function answerFacts(reply: TransportReply, now: number): AnswerFacts {
  return {
    status: reply.status,
    requestId: reply.headers.get(headerNames.requestId) ?? undefined,
    retryAfterMs: readRetryAfterMs(reply.headers, now),
  }
}

/**
 * Reads the whole body, as long as it is not larger than allowed.
 *
 * @throws VadiumReplyError `REPLY_TOO_LARGE`; the rest is left unread. VadiumConnectionError.
 */
export async function readBody(
  reply: TransportReply,
  bytesMax: number,
  facts: AnswerFacts,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of reply.body) {
      length += chunk.length
      if (length > bytesMax) throw tooLarge('The answer', bytesMax, facts)
      chunks.push(chunk)
    }
  } catch (error) {
    throw asCallError(error)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/**
 * What an operation answered.
 *
 * @throws VadiumServiceError for an error of the service, VadiumReplyError for any other answer.
 */
export function decodeReply<O extends Operation>(
  operation: O,
  bytes: Uint8Array,
  facts: AnswerFacts,
): Answer<O> & object {
  if (facts.status !== 200) throw errorReply(bytes, facts)
  const body = parseObject(bytes, exactMembersOf(operation), facts)
  const missing = missingMember(operation, body)
  if (missing !== undefined) throw malformed(`The answer has no proper member ${missing}.`, facts)
  return body as Answer<O> & object
}

/** The error that an answer with another status than 200 is. */
export function errorReply(bytes: Uint8Array, facts: AnswerFacts): VadiumError {
  return serviceError(parseObject(bytes, none, facts), facts)
}

/**
 * The first of an answer's own members that is required but absent, or no array or object as it
 * should be. No deeper check: a newer service may add members and values, and old programs go on.
 */
export function missingMember(
  operation: Operation,
  body: Record<string, unknown>,
): string | undefined {
  const { required = [], properties = {} } = operation.response
  return required.find((name) => {
    const value = body[name]
    const type = properties[name]?.type
    if (type === 'array') return !Array.isArray(value)
    if (type === 'object') return !isObject(value)
    return value === undefined
  })
}

function parseObject(
  bytes: Uint8Array,
  exactMembers: ReadonlySet<string>,
  facts: AnswerFacts,
): Record<string, unknown> {
  let value: unknown
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), exactMembers)
  } catch (error) {
    throw malformed('The answer is not JSON.', facts, error)
  }
  if (!isObject(value)) throw malformed('The answer is not a JSON object.', facts)
  return value
}

function serviceError(body: Record<string, unknown>, facts: AnswerFacts): VadiumError {
  const { error } = body
  if (!isObject(error)) return malformed('The answer is not an error of this service.', facts)
  const { code, reason, message, details, request_id } = error
  if (typeof code !== 'string' || typeof reason !== 'string' || typeof message !== 'string') {
    return malformed('The answer is not an error of this service.', facts)
  }
  return new VadiumServiceError(
    { code, reason, message, details: Array.isArray(details) ? details.filter(isDetail) : [] },
    { ...facts, requestId: typeof request_id === 'string' ? request_id : facts.requestId },
  )
}

function isDetail(value: unknown): value is ErrorDetail {
  return isObject(value) && typeof value['field'] === 'string' && typeof value['issue'] === 'string'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function malformed(message: string, facts: AnswerFacts, cause?: unknown): VadiumReplyError {
  return new VadiumReplyError('REPLY_MALFORMED', message, facts, cause)
}

export function tooLarge(what: string, bytesMax: number, facts: AnswerFacts): VadiumReplyError {
  const message = `${what} is larger than the ${bytesMax} bytes that replyBytesMax allows.`
  return new VadiumReplyError('REPLY_TOO_LARGE', message, facts)
}

/**
 * A page of some proxy would pass for CSV or for a stream: anything does.
 *
 * @throws VadiumReplyError when an answer says that it is something else.
 */
export function checkMediaType(
  what: string,
  { headers }: TransportReply,
  expected: string,
  facts: AnswerFacts,
): void {
  const type = headers.get('Content-Type') ?? ''
  if (type.split(';')[0]?.trim().toLowerCase() === expected) return
  throw malformed(`${what} is not ${expected}.`, facts)
}

/**
 * The member of an operation's answer that is its list.
 *
 * @throws TypeError when it has none.
 */
export function listMemberOf({ id, response }: Operation): string {
  const { properties = {} } = response
  const list = Object.entries(properties).find(([, { type }]) => type === 'array')
  if (list === undefined) throw new TypeError(`${id} answers no list.`)
  return list[0]
}

const exactMembers = new WeakMap<Operation, ReadonlySet<string>>()

/** The members of an operation's answer that are exact numbers. */
export function exactMembersOf(operation: Operation): ReadonlySet<string> {
  const known = exactMembers.get(operation)
  if (known !== undefined) return known
  const names = new Set<string>()
  collectExactNumbers(operation.response, names)
  exactMembers.set(operation, names)
  return names
}

function collectExactNumbers({ properties, items, anyOf }: AnswerSchema, names: Set<string>): void {
  for (const [name, property] of Object.entries(properties ?? {})) {
    if (property['x-exact-number'] === true) names.add(name)
    else collectExactNumbers(property, names)
  }
  if (items !== undefined) collectExactNumbers(items, names)
  for (const variant of anyOf ?? []) collectExactNumbers(variant, names)
}
