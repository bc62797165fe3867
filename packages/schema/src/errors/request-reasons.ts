import type { ReasonDefinition } from './codes.ts'

/** Reasons that concern the request itself: its form, its signature, its limits. */
export const requestReasons = {
  REQUEST_MALFORMED: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The request is not valid HTTP, or its target or a header is invalid.',
  },
  REQUEST_TOO_LARGE: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The request exceeds the size limit.',
  },
  REQUEST_TIMEOUT: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The request did not arrive in time.',
  },
  CONTENT_TYPE_UNSUPPORTED: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The body must have the content type application/json.',
  },
  BODY_MALFORMED: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The body is not a valid JSON object.',
  },
  BODY_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The body does not match the schema of this operation.',
  },
  PARAMETER_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'A path or query parameter does not match the schema of this operation.',
  },
  PAGE_TOKEN_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The page token is invalid for these filters.',
  },
  EVENT_POSITION_INVALID: {
    code: 'INVALID_ARGUMENT',
    retry: 'never',
    message: 'The event cursor is invalid for this organization.',
  },
  UNAUTHENTICATED: {
    code: 'UNAUTHENTICATED',
    // Another program may have signed the same request with this key in the same millisecond.
    retry: 'sign_again',
    message: 'The request has no valid signature.',
  },
  TIMESTAMP_OUT_OF_WINDOW: {
    code: 'UNAUTHENTICATED',
    retry: 'resync_clock',
    message: "The timestamp of the request is too far from the server's time.",
  },
  ROLE_NOT_PERMITTED: {
    code: 'PERMISSION_DENIED',
    retry: 'never',
    message: "This credential's role may not perform the operation.",
  },
  APPROVALS_PENDING: {
    code: 'ABORTED',
    retry: 'never',
    message: 'Too many requests of this account await approval.',
  },
  APPROVED_REQUESTS_EXHAUSTED: {
    code: 'RESOURCE_EXHAUSTED',
    retry: 'after_wait',
    message: 'Too many approved requests of the organization wait to be carried out.',
  },
  APPROVER_NOT_PERMITTED: {
    code: 'PERMISSION_DENIED',
    retry: 'never',
    message: 'This account may not decide on the request.',
  },
  ORGANIZATION_SUSPENDED: {
    code: 'PERMISSION_DENIED',
    retry: 'never',
    message: "The caller's organization is suspended.",
  },
  MAIL_OFF: {
    code: 'FAILED_PRECONDITION',
    retry: 'never',
    message: 'This service sends no mail.',
  },
  MAIL_CODES_LIMITED: {
    code: 'ABORTED',
    retry: 'never',
    message: 'Too many codes or unverified mail addresses were asked for in 24 hours.',
  },
  MAIL_REQUESTS_LIMITED: {
    code: 'ABORTED',
    retry: 'never',
    message: 'The account has added, changed or tested mail addresses too often.',
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
    message: 'This Idempotency-Key was used for a different request.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    code: 'ABORTED',
    retry: 'back_off',
    message: 'A request with this Idempotency-Key is still in progress.',
  },
  RATE_LIMITED: {
    code: 'RESOURCE_EXHAUSTED',
    retry: 'after_wait',
    message: 'Too many requests in this window.',
  },
  STREAMS_EXHAUSTED: {
    code: 'RESOURCE_EXHAUSTED',
    retry: 'after_wait',
    message: 'The credential or its organization has reached its limit of open streams.',
  },
  OVERLOADED: {
    code: 'RESOURCE_EXHAUSTED',
    retry: 'after_wait',
    message: 'The service cannot handle the request now. Nothing was changed.',
  },
  INTERNAL: {
    code: 'INTERNAL',
    retry: 'back_off',
    message: 'Internal error. The request_id identifies the request in the logs of the service.',
  },
} as const satisfies Record<string, ReasonDefinition>
