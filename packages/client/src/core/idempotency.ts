import { headerNames } from '@vadium/schema/protocol'
import { ApprovalRequiredError, VadiumError, VadiumServiceError } from './errors.ts'
import { reasonsOfWrites } from '../types/errors.ts'
import type { Operation } from './operation.ts'
import type { TransportReply } from './transport.ts'

/** The keys that the service accepts. */
const keyPattern = /^[!-~]{1,255}$/

/**
 * The idempotency key of all attempts of a call. Undefined for an operation that only reads.
 *
 * @throws TypeError when the given key is invalid, or when the operation only reads.
 */
export function idempotencyKeyOf(
  operation: Operation,
  given: string | undefined,
): string | undefined {
  if (operation.safe) {
    if (given === undefined) return undefined
    throw new TypeError(`${operation.id} only reads, so it takes no idempotencyKey.`)
  }
  if (given === undefined) return crypto.randomUUID()
  if (typeof given === 'string' && keyPattern.test(given)) return given
  throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters.')
}

/**
 * Whether the last error of a write shows that the write had no effect. If the outcome of an
 * earlier attempt is unknown, only a refusal by the operation itself or an approval shows that,
 * because the service keeps its decision under the idempotency key. An earlier refusal, such as of
 * a signature or by the rate limit, does not.
 *
 * Ask it with `wasUnknown` true about the error of a call under the key of an earlier call of unknown
 * outcome: the `outcome` of the error is that of the later call alone.
 *
 * @example
 * isSettled(rateLimited, createOrder, true) // false: the earlier call may have had an effect
 */
export function isSettled(error: VadiumError, operation: Operation, wasUnknown: boolean): boolean {
  if (error.outcome === 'unknown') return false
  if (!wasUnknown || error instanceof ApprovalRequiredError) return true
  return error instanceof VadiumServiceError && isOwn(error, operation)
}

/** Whether an operation itself refuses with a reason, and not the checks of every request. */
function isOwn({ reason }: VadiumServiceError, { reasons }: Operation): boolean {
  if (reasons !== undefined) return reasons.includes(reason)
  if (reason.endsWith('_NOT_FOUND')) return reason !== 'ROUTE_NOT_FOUND'
  return reasonsOfWrites.split(' ').includes(reason)
}

const replayed = new WeakSet<object>()

/** Marks an answer, or an error, that repeats the answer of an earlier call. */
export function noteReplay(answer: object, headers: TransportReply['headers']): void {
  if (headers.get(headerNames.idempotencyReplayed) === 'true') replayed.add(answer)
}

/**
 * Whether the answer of a write, or its ApprovalRequiredError, repeats the answer of an earlier
 * call with the same `idempotencyKey`. This call then changed nothing.
 */
export function wasReplayed(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && replayed.has(answer)
}
