import { PoolOverloadedError } from '../db/database-failure.ts'
import { OwnShareRefusal, Refusal } from '../refusal.ts'

const ofOwnLimits = new Set(['RATE_LIMITED', 'STREAMS_EXHAUSTED'])

/**
 * Whether the outcome of a request, an answer or an error, shows that its organization asks for more
 * than it may have itself. A limit of the process may have been reached by others.
 */
export function exceedsOwnLimits(outcome: unknown): boolean {
  if (outcome instanceof PoolOverloadedError) return outcome.isOwnShare
  if (outcome instanceof OwnShareRefusal) return true
  return outcome instanceof Refusal && ofOwnLimits.has(outcome.reason)
}
