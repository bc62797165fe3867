import { countingTransfers, isUnderWay, type StandingRequest } from './standing-request.ts'

/** What accepting means: of a dispute, conceding it or letting the counter-figure stand, by who does it. */
export function acceptance(
  request: StandingRequest,
  organizationId: string,
): 'accept' | 'concede' | 'settle' | 'conclude' {
  if (request.status !== 'DISPUTED') return 'accept'
  // Where it is not known who asked, nothing is instructed that nobody is known to have agreed on.
  const mayConcede = request.creatorId !== null && request.creatorId !== organizationId
  return mayConcede ? 'concede' : lettingStand(request)
}

/** How a counter-figure comes to stand: while the undisputed part is on its way, or after. */
export function lettingStand(request: StandingRequest): 'settle' | 'conclude' {
  return countingTransfers(request).some(isUnderWay) ? 'settle' : 'conclude'
}
