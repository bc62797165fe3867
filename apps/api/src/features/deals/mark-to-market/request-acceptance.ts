import { isUnderWay } from '../transfers/attempts.ts'
import { countingTransfers, type RequestRecord } from './request-record.ts'

/** What accepting means: of a dispute, conceding it or letting the counter-figure stand, by who does it. */
export function acceptance(
  request: RequestRecord,
  organizationId: string,
): 'accept' | 'concede' | 'settle' | 'conclude' {
  if (request.status !== 'DISPUTED') return 'accept'
  // Where it is not known who asked, nothing is instructed that nobody is known to have agreed on.
  const mayConcede = request.creatorId !== null && request.creatorId !== organizationId
  return mayConcede ? 'concede' : counterValuationMove(request)
}

/** How a counter-figure comes to stand: while the undisputed part is on its way, or after. */
export function counterValuationMove(request: RequestRecord): 'settle' | 'conclude' {
  return countingTransfers(request).some(isUnderWay) ? 'settle' : 'conclude'
}
