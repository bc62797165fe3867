import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { errorAnswer, type ErrorReason, type ErrorStatus } from './errors.ts'
import type { Role } from './roles.ts'
import type { HttpMethod } from './signing.ts'

/**
 * One operation of the service. The routes of the API, the methods of the SDK, the commands of the
 * command line and the OpenAPI document are made from it.
 */
export interface Operation {
  readonly id: string
  readonly method: HttpMethod
  /** A parameter stands in it as `{order_id}`, and is a member of `params`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly description: string
  /** The words of the command line. */
  readonly command: readonly [noun: string, verb: string]
  /** The resource group, as the OpenAPI document and the SDK name it. */
  readonly group: string
  readonly roles: readonly Role[]
  /** Changes nothing. What is not safe takes an `Idempotency-Key`, so that it can be repeated too. */
  readonly safe: boolean
  /** What stands in the path. */
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  readonly response: TSchema
  /** Also answers `text/csv`, a row an item of the list in `response`, where the query has `format=csv`. */
  readonly csv?: true
  /** Answers `text/event-stream` without an end: a frame an item of `response`. */
  readonly streams?: true
  /** Served only where the service runs as a sandbox. */
  readonly sandboxOnly?: true
  /** Every status it may answer besides 200. */
  readonly errors: readonly ErrorStatus[]
  /** The reasons that are its own, besides those of every operation; see `operationReasons`. */
  readonly reasons: readonly ErrorReason[]
}

type Definition = Omit<Operation, 'errors'> & { readonly errors?: readonly ErrorStatus[] }

/**
 * Defines an operation, keeping the exact types of its parts. Its statuses follow from its reasons, unless
 * they are fixed.
 */
export function operation<const D extends Definition>(
  definition: D,
): D & { readonly errors: readonly ErrorStatus[] } {
  const errors = definition.errors ?? statusesOf(operationReasons({ ...definition, errors: [] }))
  return { ...definition, errors }
}

function statusesOf(reasons: readonly ErrorReason[]): readonly ErrorStatus[] {
  const statuses = new Set(reasons.map((reason) => errorAnswer(reason).status))
  return [...statuses].sort((a, b) => a - b)
}

/** The reasons that every operation may give. */
const sharedReasons: readonly ErrorReason[] = [
  'REQUEST_MALFORMED',
  'REQUEST_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'UNAUTHENTICATED',
  'TIMESTAMP_OUT_OF_WINDOW',
  'ROLE_NOT_PERMITTED',
  'ORGANIZATION_SUSPENDED',
  'RATE_LIMITED',
  'OVERLOADED',
  'INTERNAL',
]
const bodyReasons: readonly ErrorReason[] = [
  'CONTENT_TYPE_UNSUPPORTED',
  'BODY_MALFORMED',
  'BODY_INVALID',
]
const queryReasons: readonly ErrorReason[] = ['PARAMETER_INVALID']
const writeReasons: readonly ErrorReason[] = [
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_KEY_IN_USE',
]
const streamReasons: readonly ErrorReason[] = ['STREAMS_EXHAUSTED']
/** A service that is no sandbox has no such operation. */
const sandboxReasons: readonly ErrorReason[] = ['ROUTE_NOT_FOUND']

/** Every reason that an operation may give for not doing what it was asked. */
export function operationReasons(operation: Operation): readonly ErrorReason[] {
  return [
    ...sharedReasons,
    ...(operation.body ? bodyReasons : []),
    ...(operation.query || operation.params ? queryReasons : []),
    ...(operation.safe ? [] : writeReasons),
    ...(operation.streams ? streamReasons : []),
    ...(operation.sandboxOnly ? sandboxReasons : []),
    ...operation.reasons,
  ]
}

/** What stands in the path of an operation. */
export type OperationParams<O extends Operation> = O extends { params: infer P extends TSchema }
  ? Static<P>
  : undefined

/** What an operation takes as query parameters. */
export type OperationQuery<O extends Operation> = O extends { query: infer Q extends TSchema }
  ? Static<Q>
  : undefined

/** What an operation takes as its body. */
export type OperationBody<O extends Operation> = O extends { body: infer B extends TSchema }
  ? Static<B>
  : undefined

/** What an operation answers with status 200. */
export type OperationResponse<O extends Operation> = Static<O['response']>
