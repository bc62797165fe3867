import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Deprecation } from './deprecation.ts'
import { mayNeedApproval } from './resources/approvable.ts'
import type { ErrorStatus } from './errors/codes.ts'
import { errorAnswer, type ErrorReason } from './errors/reasons.ts'
import type { Role } from './roles.ts'
import type { HttpMethod } from './signing.ts'

/**
 * One operation of the service. The API's routes, the SDK's methods, the CLI's commands and the
 * OpenAPI
 * document are made from it.
 */
export interface Operation {
  readonly id: string
  readonly method: HttpMethod
  /** A parameter is written as `{order_id}` and is a member of `params`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly description: string
  /** The noun and the verb of the CLI command. */
  readonly command: readonly [noun: string, verb: string]
  /** The name of the resource group in the OpenAPI document and in the SDK. */
  readonly group: string
  readonly roles: readonly Role[]
  /**
   * Whether it changes nothing. An unsafe operation takes an `Idempotency-Key`, so that it is
   * repeatable.
   */
  readonly safe: boolean
  /** The path parameters. */
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  /** A request without a body is one with none of its members. */
  readonly isBodyOptional?: true
  readonly response: TSchema
  /** Also answers `text/csv` for `format=csv`: one row for each item of the list in `response`. */
  readonly csv?: true
  /** Answers a file of this media type instead of JSON. Refusals are JSON as everywhere. */
  readonly file?: 'application/pdf'
  /**
   * Looks through many rows although it has no pages. Like lists, exports and reports, it may be
   * answered by a replica of the database.
   */
  readonly bulk?: true
  /** Answers an endless `text/event-stream`: each frame contains one `response`. */
  readonly streams?: true
  /** Frames of a stream that contain something else, by their event types. */
  readonly frames?: Readonly<Record<string, TSchema>>
  /** Set once it has been announced that the operation will end. */
  readonly deprecated?: Deprecation
  /** Served only by a sandbox. */
  readonly sandboxOnly?: true
  /** Every status of its answers other than 200. */
  readonly errors: readonly ErrorStatus[]
  /** Its own reasons. `operationReasons` adds those that operations share. */
  readonly reasons: readonly ErrorReason[]
}

type Definition = Omit<Operation, 'errors'> & { readonly errors?: readonly ErrorStatus[] }

/**
 * Defines an operation and keeps the exact types of its parts. The statuses follow from the reasons
 * unless the definition has `errors`.
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

/** The reasons of every operation. */
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
const approvalReasons: readonly ErrorReason[] = ['APPROVALS_PENDING']
const streamReasons: readonly ErrorReason[] = ['STREAMS_EXHAUSTED']
/** A service that is not a sandbox does not have the operation. */
const sandboxReasons: readonly ErrorReason[] = ['ROUTE_NOT_FOUND']

/** Every reason for which an operation may refuse a request. */
export function operationReasons(operation: Operation): readonly ErrorReason[] {
  return [
    ...sharedReasons,
    ...(operation.body ? bodyReasons : []),
    ...(operation.query || operation.params ? queryReasons : []),
    ...(operation.safe ? [] : writeReasons),
    ...(mayNeedApproval(operation) ? approvalReasons : []),
    ...(operation.streams ? streamReasons : []),
    ...(operation.sandboxOnly ? sandboxReasons : []),
    ...operation.reasons,
  ]
}

/** The path parameters as text, by name. Undefined for an operation without any. */
export type OperationParams<O extends Operation> = O extends { params: infer P extends TSchema }
  ? Static<P>
  : undefined

/** The query parameters, by name. Undefined for an operation without any. */
export type OperationQuery<O extends Operation> = O extends { query: infer Q extends TSchema }
  ? Static<Q>
  : undefined

/** The parsed JSON body. Undefined for an operation without one. */
export type OperationBody<O extends Operation> = O extends { body: infer B extends TSchema }
  ? Static<B>
  : undefined

/** The parsed JSON body of an answer with status 200. */
export type OperationResponse<O extends Operation> = Static<O['response']>
