import type { CloseOut } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { Viewer } from '../lifecycle/lifecycle.ts'
import { type CloseOutFacts, defaultFact } from './close-out-facts.ts'
import { closeOutLifecycle } from './close-out-lifecycle.ts'
import { type CloseOutRecord, waitsForTransfers } from './close-out-record.ts'

/** A close-out as the API shows it, at the prices of now. */
export function closeOutResource(
  record: CloseOutRecord,
  viewer: Viewer,
  facts: CloseOutFacts,
): CloseOut {
  const { fact, ...members } = closeOutMembers(record)
  return {
    ...members,
    status: record.status,
    fact: { ...fact, holds: holdsNow(record, facts) },
    statement: record.statement,
    waits_for: waitsFor(record),
    excess_late: record.excessLate && record.status === 'CLOSING_OUT',
    transfer_ids: record.transfers.map(({ id }) => id),
    update_time: record.updatedAt,
    actions: closeOutLifecycle.offered(record, viewer, facts),
  }
}

/** What does not change after the termination. */
export function closeOutMembers(record: CloseOutRecord) {
  return {
    id: record.id,
    cause: record.cause,
    position_id: record.positionId,
    order_id: record.orderId,
    order_id_pretty: record.orderNumber,
    lender_id: record.lenderId,
    borrower_id: record.borrowerId,
    declarer_id: record.creatorId,
    note: record.note,
    fact: {
      resource: record.factResource,
      resource_id: record.factResourceId,
      occasion: record.occasion,
      due_day: record.factDueOn,
      since_time: record.factSince,
    },
    earliest_terminate_time: record.earliestTerminateAt,
    terminate_time: record.terminatedAt,
    create_time: record.createdAt,
  }
}

function waitsFor(record: CloseOutRecord): CloseOut['waits_for'] {
  const { countedUntil: until, transfersUnderWay } = record
  if (until === null || !waitsForTransfers(record)) return null
  return { transfer_ids: transfersUnderWay.map(({ id }) => id), until_time: until }
}

function holdsNow(record: CloseOutRecord, facts: CloseOutFacts): boolean | null {
  if (record.status !== 'NOTICE') return null
  return defaultFact(record, { cause: record.cause, declarerId: record.creatorId }, facts).holds
}

/** The answer is the same whether it is missing or belongs to other organizations. */
export function closeOutNotFound(id: string): Refusal {
  return new Refusal('CLOSE_OUT_NOT_FOUND', [
    { field: 'close_out_id', issue: 'is not a close-out of this organization', value: id },
  ])
}
