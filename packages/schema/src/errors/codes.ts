/** The canonical error names, with the usual HTTP status of each. */
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
 * Whether and how a client repeats a refused call:
 * `never`: the same call would be refused again;
 * `after_wait`: after the time that the answer gives;
 * `sign_again`: once, signed at another time;
 * `resync_clock`: once, signed at the server's time, which is in the details;
 * `back_off`: the outcome is unknown, so the client repeats only a call that is safe to repeat.
 */
export type RetryAdvice = 'never' | 'after_wait' | 'sign_again' | 'resync_clock' | 'back_off'

export interface ReasonDefinition {
  readonly code: ErrorCode
  /** Given only where it differs from the usual status of the code. */
  readonly status?: ErrorStatus
  readonly retry: RetryAdvice
  readonly message: string
}
