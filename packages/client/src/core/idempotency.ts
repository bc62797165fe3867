import { headerNames } from '@vadium/schema/protocol'
import { VadiumError, VadiumServiceError } from './errors.ts'
import type { Operation } from './operation.ts'
import type { TransportReply } from './transport.ts'

/** Any key: visible ASCII, as much as the service keeps. */
const keyPattern = /^[!-~]{1,255}$/

/**
 * The key under which all attempts of a call take effect once; undefined for what changes nothing.
 *
 * @throws TypeError when the caller's key is none, or the operation takes none.
 */
export function idempotencyKeyOf(
  operation: Operation,
  given: string | undefined,
): string | undefined {
  if (operation.safe) {
    if (given === undefined) return undefined
    throw new TypeError(`${operation.id} changes nothing, so it takes no idempotencyKey.`)
  }
  if (given === undefined) return crypto.randomUUID()
  if (typeof given === 'string' && keyPattern.test(given)) return given
  throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters.')
}

/**
 * Whether nothing has come of a write, as far as its last error tells. An earlier attempt may have taken
 * effect unseen; then only a refusal of the operation itself says that it did not, because the service
 * keeps its decision under the key. What is refused before that, such as a signature or too many
 * requests, says nothing about it.
 */
export function isSettled(error: VadiumError, operation: Operation, wasUnknown: boolean): boolean {
  if (error.outcome === 'unknown') return false
  if (!wasUnknown) return true
  const { reasons = [] } = operation
  return error instanceof VadiumServiceError && reasons.includes(error.reason)
}

const replayed = new WeakSet<object>()

/** Remembers of an answer whether it had been given before. */
export function noteReplay(answer: object, headers: TransportReply['headers']): void {
  if (headers.get(headerNames.idempotencyReplayed) === 'true') replayed.add(answer)
}

/**
 * Whether an answer of a write is the one that an earlier call with the same `idempotencyKey` was given,
 * so that this call has changed nothing.
 */
export function wasReplayed(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && replayed.has(answer)
}
