import { isUnderWay } from '../transfers/attempts.ts'
import { countingTransfers, type RequestRecord } from './request-record.ts'

/**
 * The transition of an acceptance. In a dispute, conceding or accepting the counter-valuation,
 * depending on the side.
 */
export function acceptance(
  request: RequestRecord,
  organizationId: string,
): 'accept' | 'concede' | 'settle' | 'conclude' {
  if (request.status !== 'DISPUTED') return 'accept'
  return request.creatorId === organizationId ? counterValuationMove(request) : 'concede'
}

/** Whether a transition of an acceptance instructs a transfer. A counter-valuation needs none. */
export function instructs(move: ReturnType<typeof acceptance>): boolean {
  return move === 'accept' || move === 'concede'
}

/**
 * The transition of accepting a counter-valuation, while the undisputed part is under way or
 * afterwards.
 */
export function counterValuationMove(request: RequestRecord): 'settle' | 'conclude' {
  return countingTransfers(request).some(isUnderWay) ? 'settle' : 'conclude'
}
