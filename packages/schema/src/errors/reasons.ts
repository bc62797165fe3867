import { type ErrorCode, errorCodes, type ErrorStatus, type ReasonDefinition } from './codes.ts'
import { dealReasons } from './deal-reasons.ts'
import { requestReasons } from './request-reasons.ts'
import { resourceReasons } from './resource-reasons.ts'

/** Every reason for which an operation refuses a request. Each is defined once. */
export const errorReasons = { ...requestReasons, ...resourceReasons, ...dealReasons } as const

export type ErrorReason = keyof typeof errorReasons

/** Every status of an answer other than success. */
export const errorStatuses = [400, 401, 403, 404, 409, 422, 424, 429, 500] as const

/** The definition of a reason, with its usual status. */
export function errorReason(reason: ErrorReason): ReasonDefinition & { status: ErrorStatus } {
  const definition: ReasonDefinition = errorReasons[reason]
  return { ...definition, status: definition.status ?? errorCodes[definition.code] }
}

/**
 * The code and status with which an operation answers a reason. An operation without a 401 answers
 * 403
 * to an unauthenticated caller.
 */
export function errorAnswer(
  reason: ErrorReason,
  statuses: readonly ErrorStatus[] = errorStatuses,
): { code: ErrorCode; status: ErrorStatus } {
  const { code, status } = errorReason(reason)
  if (status === 401 && !statuses.includes(401)) return { code: 'PERMISSION_DENIED', status: 403 }
  return { code, status }
}
