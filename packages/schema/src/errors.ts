import { type Static, Type } from '@sinclair/typebox'
import { enumeration } from './enumeration.ts'

/** The canonical error names, each with its usual HTTP status. */
export const errorCodes = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  FAILED_PRECONDITION: 422,
  FAILED_DEPENDENCY: 424,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
} as const
export type ErrorCode = keyof typeof errorCodes
export type ErrorStatus = (typeof errorCodes)[ErrorCode]

/**
 * What a client does with a refusal when the call may be sent again at all:
 * `never`, the same call would be refused again; `after_wait`, the answer says when;
 * `resync_clock`, sign again with the server's time, which is in the details;
 * `back_off`, the outcome is unknown, so only a call that is safe to repeat is repeated.
 */
export type RetryAdvice = 'never' | 'after_wait' | 'resync_clock' | 'back_off'

interface ReasonDefinition {
  readonly code: ErrorCode
  /** Only where it differs from the usual status of the code. */
  readonly status?: ErrorStatus
  readonly retry: RetryAdvice
  readonly message: string
}

/** Every reason an operation may give for not doing what it was asked, each defined once. */
export const errorReasons = {
  REQUEST_MALFORMED: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The request is not well-formed HTTP, or its target or headers are not as required.',
  },
  REQUEST_TOO_LARGE: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The request is larger than this service reads.',
  },
  REQUEST_TIMEOUT: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The request did not arrive in time.',
  },
  CONTENT_TYPE_UNSUPPORTED: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The body must be sent as application/json.',
  },
  BODY_MALFORMED: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The body is not one well-formed JSON object.',
  },
  BODY_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The body is not as this operation expects it.',
  },
  PARAMETER_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'A query parameter is not as this operation expects it.',
  },
  PAGE_TOKEN_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The page token is not one this service gave for these filters.',
  },
  EVENT_POSITION_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The position is not one this service gave to this organization.',
  },
  UNAUTHENTICATED: {
    code: 'UNAUTHENTICATED',
    retry: 'never',
    message: 'The request carries no valid signature.',
  },
  TIMESTAMP_OUT_OF_WINDOW: {
    code: 'UNAUTHENTICATED',
    retry: 'resync_clock',
    message: "The request was signed too far from the server's time.",
  },
  ROLE_NOT_PERMITTED: {
    code: 'PERMISSION_DENIED',
    retry: 'never',
    message: 'The role of this credential does not include the operation.',
  },
  ORGANIZATION_SUSPENDED: {
    code: 'PERMISSION_DENIED',
    retry: 'never',
    message: 'The organization of this credential is suspended.',
  },
  ROUTE_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such operation. /openapi.json lists those that exist.',
  },
  POSITION_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such position.',
  },
  MARK_TO_MARKET_REQUEST_OPEN: {
    code: 'ABORTED',
    retry: 'never',
    message: 'A mark-to-market request of this position awaits an answer or a retry.',
  },
  POSITION_QUANTITY_CHANGING: {
    code: 'ABORTED',
    retry: 'never',
    message: 'A return, a recall or the close of this position is changing its quantity.',
  },
  POSITION_NOT_ACTIVE: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'The position is not active, so it cannot be marked to market.',
  },
  COLLATERAL_MANAGED_BY_AGENT: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'A tri-party agent manages the collateral of this position.',
  },
  TRANSFER_STATUS_UNKNOWN: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'There is no such transfer status.',
  },
  CUSTODIAN_UNKNOWN: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'There is no such custodian.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'A write needs an Idempotency-Key of 1 to 255 visible ASCII characters.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'This Idempotency-Key was used for another request.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    code: 'ABORTED',
    retry: 'back_off',
    message: 'The request of this Idempotency-Key is still being worked on.',
  },
  INVALID_STATE: {
    code: 'ABORTED',
    retry: 'never',
    message: 'What was asked is not possible in the present state. /state-machines lists what is.',
  },
  ALREADY_EXISTS: {
    code: 'ABORTED',
    retry: 'never',
    message: 'There is one already.',
  },
  QUANTITY_NOT_AVAILABLE: {
    code: 'ABORTED',
    retry: 'never',
    message: 'The quantity is not there, or has been committed elsewhere.',
  },
  PREVIEW_STALE: {
    code: 'ABORTED',
    retry: 'never',
    message: 'The inputs have moved since that preview; the details show the new one.',
  },
  PARTY_NOT_PERMITTED: {
    code: 'PERMISSION_DENIED',
    retry: 'never',
    message: 'This is for another party of the deal to do.',
  },
  REFERENCE_UNKNOWN: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'A member names something that does not exist here.',
  },
  STATUS_UNKNOWN: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'There is no such status.',
  },
  QUANTITY_TOO_FINE: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'A quantity has more decimals than its asset.',
  },
  VALUE_INVALID: {
    code: 'INVALID_ARGUMENT',
    status: 422,
    retry: 'never',
    message: 'A value is well-formed but cannot be taken.',
  },
  AGREEMENT_MISSING: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'There is no agreement in effect between the lender and the borrower.',
  },
  WALLET_UNSUITABLE: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'A wallet does not belong to its party or does not hold the asset.',
  },
  CALCULATION_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The calculation is not one that this service gave for this position.',
  },
  MARK_TO_MARKET_NOT_DUE: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'Nothing can be submitted: what is due is below the minimum or rounds to nothing.',
  },
  NOTHING_DISPUTED: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'The counter-figure is not below the figure of the request.',
  },
  ORGANIZATION_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such organization.',
  },
  CREDENTIAL_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such credential.',
  },
  AGREEMENT_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such agreement.',
  },
  ORDER_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such order.',
  },
  TRANSFER_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such transfer.',
  },
  MARK_TO_MARKET_REQUEST_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such mark-to-market request.',
  },
  NOTIFICATION_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such notification.',
  },
  CHAT_ENTRY_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such entry in this chat.',
  },
  ORDER_REQUEST_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such order request.',
  },
  INSTRUCTION_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such instruction to a custodian.',
  },
  PRICE_SOURCE_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such price source.',
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such webhook endpoint.',
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    code: 'NOT_FOUND',
    retry: 'never',
    message: 'There is no such webhook delivery.',
  },
  PRICE_MISSING: {
    code: 'FAILED_DEPENDENCY',
    retry: 'never',
    message: 'There is no price for an asset of this position.',
  },
  PRICE_STALE: {
    code: 'FAILED_DEPENDENCY',
    retry: 'never',
    message: 'The newest price for an asset of this position is too old.',
  },
  MUTED_BY_COUNTERPARTY: {
    code: 'PERMISSION_DENIED',
    retry: 'never',
    message: 'The counterparty has muted this organization.',
  },
  PENDING_ORDERS_EXHAUSTED: {
    code: 'ABORTED',
    retry: 'never',
    message: 'Too many orders already await its answer.',
  },
  COUNTERPARTY_LIMITED: {
    code: 'RESOURCE_EXHAUSTED',
    retry: 'after_wait',
    message: 'Too many messages or new orders to this counterparty.',
  },
  RATE_LIMITED: {
    code: 'RESOURCE_EXHAUSTED',
    retry: 'after_wait',
    message: 'Too many requests in this window.',
  },
  STREAMS_EXHAUSTED: {
    code: 'RESOURCE_EXHAUSTED',
    retry: 'after_wait',
    message: 'This credential, or its organization, has as many streams open as it may.',
  },
  OVERLOADED: {
    code: 'RESOURCE_EXHAUSTED',
    retry: 'after_wait',
    message: 'The service cannot do this now. Nothing was done.',
  },
  INTERNAL: {
    code: 'INTERNAL',
    retry: 'back_off',
    message: 'Something went wrong on our side. The request id finds it in our logs.',
  },
} as const satisfies Record<string, ReasonDefinition>

export type ErrorReason = keyof typeof errorReasons

/** Every status an operation may answer besides its success. */
export const errorStatuses = [400, 401, 403, 404, 409, 422, 424, 429, 500] as const

/** The definition of a reason, with the status it is usually answered with. */
export function errorReason(reason: ErrorReason): ReasonDefinition & { status: ErrorStatus } {
  const definition: ReasonDefinition = errorReasons[reason]
  return { ...definition, status: definition.status ?? errorCodes[definition.code] }
}

/**
 * The code and status with which an operation gives a reason. An operation that has no 401 of its own
 * answers 403 to a caller it does not know.
 */
export function errorAnswer(
  reason: ErrorReason,
  statuses: readonly ErrorStatus[] = errorStatuses,
): { code: ErrorCode; status: ErrorStatus } {
  const { code, status } = errorReason(reason)
  if (status === 401 && !statuses.includes(401)) return { code: 'PERMISSION_DENIED', status: 403 }
  return { code, status }
}

export const ErrorDetail = Type.Object(
  {
    field: Type.String({ description: 'The member, parameter or header that is meant.' }),
    issue: Type.String({ description: 'What is wrong with it, and what was expected.' }),
    value: Type.Optional(
      Type.String({ description: 'A value that helps, such as an id or the time of the server.' }),
    ),
    allowed: Type.Optional(Type.Array(Type.String(), { description: 'The values that exist.' })),
  },
  { title: 'ErrorDetail', additionalProperties: false },
)
export type ErrorDetail = Static<typeof ErrorDetail>

export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: enumeration(Object.keys(errorCodes) as ErrorCode[], {
          description: 'The canonical name of the error.',
        }),
        message: Type.String({ description: 'For people. Programs decide by `reason`.' }),
        reason: enumeration(Object.keys(errorReasons) as ErrorReason[], {
          description: 'The precise and stable reason.',
        }),
        details: Type.Optional(Type.Array(ErrorDetail)),
        request_id: Type.String({ description: 'Also in the header X-Request-Id.' }),
      },
      { additionalProperties: false },
    ),
  },
  { title: 'Error', additionalProperties: false },
)
export type ErrorBody = Static<typeof ErrorBody>
