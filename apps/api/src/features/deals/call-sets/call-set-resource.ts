import { Decimal, formatDecimal } from '@vadium/margin'
import { acceptCallSet, type CallSet, markToMarketRequestStates, statesOf } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { Viewer } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { tooLate } from '../lifecycle/time-to-answer.ts'
import { issueOf, notForRole, offer } from '../parties/offer.ts'
import { type CallSetRecord, pendingOf } from './call-set-record.ts'

/** A call set as the API shows it. */
export function callSetResource(set: CallSetRecord, viewer: Viewer): CallSet {
  return {
    id: set.id,
    agreement_id: set.agreementId,
    lender_id: set.lenderId,
    borrower_id: set.borrowerId,
    creator_id: set.creatorId,
    direction: set.direction,
    request_ids: set.requests.map(({ id }) => id),
    ...sumMembers(set),
    statuses: sumsByStatus(set),
    expire_time: set.expireAt,
    create_time: set.createdAt,
    actions: [
      offer(
        'accept',
        notForRole(acceptCallSet, viewer.role) ?? issueOf(acceptanceFault(set, viewer)),
      ),
    ],
  }
}

/** The sum of a set, and what it had to reach. */
export function sumMembers(set: Pick<CallSetRecord, 'totalNotionalUsd' | 'minimumNotionalUsd'>) {
  return {
    total_notional_usd: usd(set.totalNotionalUsd),
    minimum_notional_usd: usd(set.minimumNotionalUsd),
  }
}

const usd = (text: string) => formatDecimal(new Decimal(text), 2)

function sumsByStatus({ requests }: CallSetRecord): CallSet['statuses'] {
  return statesOf(markToMarketRequestStates).flatMap((status) => {
    const those = requests.filter((request) => request.status === status)
    if (those.length === 0) return []
    const sum = those.reduce((total, { notionalUsd }) => total.plus(notionalUsd), new Decimal(0))
    return [{ status, requests: those.length, notional_usd: formatDecimal(sum, 2) }]
  })
}

/** Why an organization cannot accept a set now, whatever may be in the way of a request of it. */
export function acceptanceFault(
  set: CallSetRecord,
  { organizationId, nowMs }: Pick<Viewer, 'organizationId' | 'nowMs'>,
): Refusal | undefined {
  if (set.creatorId === organizationId) {
    return new Refusal('PARTY_NOT_PERMITTED', [
      { field: 'action', issue: 'only the counterparty may do this' },
    ])
  }
  if (pendingOf(set).length === 0) {
    return notNow('call_set_id', 'none of its requests awaits an answer', set.id)
  }
  return tooLate(set, { nowMs })
}

/** The answer is the same whether the set is missing or belongs to other organizations. */
export function callSetNotFound(id: string): Refusal {
  return new Refusal('CALL_SET_NOT_FOUND', [
    { field: 'call_set_id', issue: 'is not a call set of this organization', value: id },
  ])
}
