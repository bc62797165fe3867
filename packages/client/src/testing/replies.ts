import {
  exactNumberMembers,
  errorAnswer,
  errorReason,
  type ErrorReason,
  type Operation,
} from '@vadium/schema'
import type { ErrorDetail, ErrorReason as Reason } from '../types/errors.ts'
import { faultIn } from './schema-check.ts'

/** An answer on the wire. `lost` breaks the connection off instead. */
export interface FakeReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly stays?: true
  readonly lost?: true
}

/** What `refusal` takes besides the reason. */
export interface RefusalOptions {
  readonly details?: readonly ErrorDetail[]
  /** Sent where the status is 429. Default: 1. */
  readonly retryAfterSeconds?: number
}

/** A scripted answer that is not the success of the method. */
export class FakeFailure {
  readonly what: FakeReply | (RefusalOptions & { readonly reason: Reason })

  constructor(what: FakeFailure['what']) {
    this.what = what
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/** A refusal as the service answers it, with its status and its text. */
export function refusal(reason: Reason, options: RefusalOptions = {}): FakeFailure {
  return new FakeFailure({ reason, ...options })
}

/** An answer of something between the client and the service, such as a proxy. */
export function rawReply(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' },
): FakeFailure {
  return new FakeFailure({ status, headers, text })
}

/** The connection is lost after the request was sent: its outcome is unknown. */
export function lostConnection(): FakeFailure {
  return new FakeFailure({ status: 0, headers: {}, text: '', lost: true })
}

/** The answer of a failure to a call of the operation. */
export function failed({ what }: FakeFailure, operation: Operation): FakeReply {
  return 'reason' in what ? refused(what.reason, operation, what) : what
}

export function refused(
  reason: ErrorReason,
  operation: Operation | undefined,
  { details = [], retryAfterSeconds = 1 }: RefusalOptions = {},
): FakeReply {
  const { code, status } = errorAnswer(reason, operation?.errors)
  const { message } = errorReason(reason)
  const error = { code, message, reason, ...(details.length > 0 && { details }) }
  const headers = status === 429 ? { ...json, 'retry-after': String(retryAfterSeconds) } : json
  return { status, headers, text: JSON.stringify({ error }) }
}

/**
 * The answer of an operation as the service writes it.
 *
 * @throws TypeError if the schema of the operation does not accept it.
 */
export function answered(operation: Operation, answer: unknown): FakeReply {
  if (typeof answer === 'string') {
    const type = operation.file ?? 'text/csv; charset=utf-8'
    return { status: 200, headers: { 'content-type': type }, text: answer }
  }
  const text = JSON.stringify(answer)
  checkAnswer(operation, answer)
  return { status: 200, headers: json, text: withExactNumbers(operation, text) }
}

/**
 * A stream: its `ready` frame, a frame for each event or, without an id, of another type, and then
 * nothing more.
 */
export function streamed(operation: Operation, events: readonly object[]): FakeReply {
  const frames = events.map((event) => {
    const { id, type, time, data } = { ...event } as Record<string, unknown>
    const response = id === undefined ? operation.frames?.[String(type)] : undefined
    if (response !== undefined) {
      checkAnswer({ ...operation, response }, data)
      return `event: ${String(type)}\ndata: ${JSON.stringify(data)}\n\n`
    }
    checkAnswer(operation, event)
    const content = withExactNumbers(operation, JSON.stringify({ time, ...(data as object) }))
    return `id: ${String(id)}\nevent: ${String(type)}\ndata: ${content}\n\n`
  })
  const text = ['id: start\nevent: ready\ndata: {}\n\n', ...frames].join('')
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' }
  return { status: 200, headers, text, stays: true }
}

/** @throws TypeError that names the first member that is wrong. */
export function checkAnswer({ id, response }: Operation, answer: unknown): void {
  const exact = exactNumberMembers(response)
  const plain: unknown = JSON.parse(JSON.stringify(answer), (name, value: unknown) =>
    exact.has(name) && typeof value === 'string' ? Number(value) : value,
  )
  const fault = faultIn(response, plain)
  if (fault === undefined) return
  throw new TypeError(`The answer of ${id} is not valid: ${fault.path}: ${fault.message}.`)
}

/** The SDK has exact numbers as text; the service sends them as numbers. */
function withExactNumbers({ response }: Operation, text: string): string {
  let written = text
  for (const name of exactNumberMembers(response)) {
    written = written.replaceAll(
      new RegExp(`("${name}":)"(-?[0-9]+(?:\\.[0-9]+)?)"`, 'g'),
      (_, member: string, digits: string) => `${member}${digits}`,
    )
  }
  return written
}
