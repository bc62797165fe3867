import { headerNames } from '@vadium/schema/protocol'
import type { AnswerWithResponse } from './call.ts'
import type { Approval } from '../types/approvals.ts'
import type { ErrorDetail } from '../types/errors.ts'
import {
  type AnswerFacts,
  ApprovalRequiredError,
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

/** Reads the status and the headers of an answer that its errors report. */
export function answerFacts(reply: TransportReply, now: number, service: string): AnswerFacts {
  return {
    status: reply.status,
    requestId: reply.headers.get(headerNames.requestId) ?? undefined,
    retryAfterMs: readRetryAfterMs(reply.headers, now),
    service,
  }
}

/** What `withResponse` says of an answer. */
export function responseOf(
  { headers }: TransportReply,
  { status, requestId }: AnswerFacts,
): Omit<AnswerWithResponse<never>, 'answer'> {
  return { status, requestId, headers }
}

/**
 * Reads the whole body.
 *
 * @throws VadiumReplyError `REPLY_TOO_LARGE` when the body exceeds `bytesMax`, without reading the
 *   rest. VadiumConnectionError.
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
    throw asCallError(error, facts)
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
 * Decodes the answer of an operation.
 *
 * @returns the answer, or the error with which a write that needs approval rejects.
 * @throws VadiumServiceError for an error of the service. VadiumReplyError for a malformed answer.
 */
export function decodeReply<O extends Operation>(
  operation: O,
  bytes: Uint8Array,
  facts: AnswerFacts,
): (Answer<O> & object) | ApprovalRequiredError {
  if (facts.status === 202 && !operation.safe) return approvalRequired(bytes, facts)
  if (facts.status !== 200) throw errorReply(bytes, facts)
  const body = parseObject(bytes, exactMembersOf(operation), facts)
  checkMembers(operation, body, 'the answer', facts)
  return body as Answer<O> & object
}

/** Decodes an answer with a status other than 200. */
export function errorReply(bytes: Uint8Array, facts: AnswerFacts): VadiumError {
  return serviceError(parseObject(bytes, none, facts), facts)
}

/**
 * Checks that each top-level member that is required is there, as the array or object that the
 * schema asks for. Nothing deeper is checked: a newer service may add members and values, and older
 * programs must still work.
 *
 * @param name What has the members, in a sentence.
 * @throws VadiumReplyError that names the first one that is not.
 */
export function checkMembers(
  { response: { required = [], properties = {} } }: Operation,
  body: Record<string, unknown>,
  name: string,
  facts: AnswerFacts,
): void {
  const missing = required.find((member) => {
    const value = body[member]
    const type = properties[member]?.type
    if (type === 'array') return !Array.isArray(value)
    if (type === 'object') return !isObject(value)
    return value === undefined
  })
  if (missing === undefined) return
  throw malformed(`The member ${missing} of ${name} is absent or invalid.`, facts)
}

/**
 * The object that `parse` returns.
 *
 * @param name What should be one, at the beginning of a sentence.
 * @throws VadiumReplyError if it returns something else, or throws.
 */
export function objectFrom(
  parse: () => unknown,
  name: string,
  facts: AnswerFacts,
): Record<string, unknown> {
  let value: unknown
  try {
    value = parse()
  } catch (error) {
    throw malformed(`${name} is not JSON.`, facts, error)
  }
  if (isObject(value)) return value
  throw malformed(`${name} is not a JSON object.`, facts)
}

const parseObject = (bytes: Uint8Array, exactMembers: ReadonlySet<string>, facts: AnswerFacts) =>
  objectFrom(
    () => parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), exactMembers),
    answerOf(facts),
    facts,
  )

/** Every answer of the service is JSON, so another one is most likely from a proxy. */
const answerOf = ({ status }: AnswerFacts) =>
  status === 200 ? 'The answer' : `The answer with status ${status}, probably of a proxy,`

function serviceError(body: Record<string, unknown>, facts: AnswerFacts): VadiumError {
  const { error } = body
  const given: Record<string, unknown> = isObject(error) ? error : {}
  const { code, reason, message, details, request_id } = given
  if (typeof code !== 'string' || typeof reason !== 'string' || typeof message !== 'string') {
    return malformed(`${answerOf(facts)} is not an error of this service.`, facts)
  }
  return new VadiumServiceError(
    { code, reason, message, details: Array.isArray(details) ? details.filter(isDetail) : [] },
    { ...facts, requestId: typeof request_id === 'string' ? request_id : facts.requestId },
  )
}

function approvalRequired(bytes: Uint8Array, facts: AnswerFacts): ApprovalRequiredError {
  const { approval } = parseObject(bytes, none, facts)
  if (!isApproval(approval)) throw malformed('The answer 202 has no approval.', facts)
  return new ApprovalRequiredError(approval, facts)
}

function isApproval(value: unknown): value is Approval {
  return isObject(value) && typeof value['id'] === 'string'
}

function isDetail(value: unknown): value is ErrorDetail {
  return isObject(value) && typeof value['field'] === 'string' && typeof value['issue'] === 'string'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is known of a complete answer once it is read in parts. */
export const noFacts = { status: 200, requestId: undefined, retryAfterMs: undefined }

export function malformed(message: string, facts: AnswerFacts, cause?: unknown): VadiumReplyError {
  return new VadiumReplyError('REPLY_MALFORMED', message, facts, cause)
}

export function tooLarge(what: string, bytesMax: number, facts: AnswerFacts): VadiumReplyError {
  const message = `${what} is larger than the ${bytesMax} bytes that replyBytesMax allows.`
  return new VadiumReplyError('REPLY_TOO_LARGE', message, facts)
}

/**
 * Checks the media type of an answer. An error page of a proxy could otherwise be read as CSV or as
 * a stream, because any text is valid there.
 *
 * @throws VadiumReplyError when the answer has another media type.
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
 * Returns the name of the list in an operation's answer.
 *
 * @throws TypeError when the answer has no list.
 */
export function listMemberOf({ id, response }: Operation): string {
  const { properties = {} } = response
  const list = Object.entries(properties).find(([, { type }]) => type === 'array')
  if (list === undefined) throw new TypeError(`${id} does not return a list.`)
  return list[0]
}

const exactMembers = new WeakMap<Operation, ReadonlySet<string>>()

/** Returns the names of the exact numbers in an operation's answer. */
export function exactMembersOf(operation: Operation): ReadonlySet<string> {
  const known = exactMembers.get(operation)
  if (known !== undefined) return known
  const names = new Set(operation.response.exact)
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
