import { approvalSecondsMax, type listAuditEntries, type OperationQuery } from '@vadium/schema'
import { timeOfId } from '../../../platform/ids.ts'
import { instantText } from '../../../platform/instant.ts'
import { periodFault } from '../../../platform/lists/period.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import { entryTimes } from '../../../platform/writes/audit-trail.ts'

/** The filters of the list. An entry must match all that are given. */
export type AuditSelection = Omit<
  OperationQuery<typeof listAuditEntries>,
  'page_size' | 'page_token'
>

/** When the entries happened: `from` is included, `to` is not. */
export interface AuditPeriod {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Times of five-digit years would be compared wrongly as texts. */
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')
/** How long after an approval was requested its write is carried out at the latest. */
const approvalMs = approvalSecondsMax * 1000

/**
 * The periods in which the entries that match can be, or a refusal of a time. The entries are in
 * one of them: in the second one only if the first one has none.
 */
export function auditPeriods({
  from,
  to,
  request_id,
}: AuditSelection): readonly [AuditPeriod, AuditPeriod?] | Refusal {
  const fault = periodFault({ from, to })
  if (fault !== undefined) return fault
  // A request id begins with the time of the request.
  const requestedMs = request_id === undefined ? undefined : timeOfId(request_id)
  if (requestedMs === undefined) return [{ from, to }]
  const within = (beginMs: number, endMs: number): AuditPeriod => ({
    from: later(from, instantText(requestedMs + beginMs)),
    to: earlier(to, instantText(Math.min(requestedMs + endMs, lastMs))),
  })
  // A write that needed approval has the id of the approval, and its line when it is carried out.
  const { beforeMs, afterMs } = entryTimes
  return [within(-beforeMs, afterMs), within(afterMs, approvalMs + afterMs)]
}

/** Times of RFC 3339 in UTC are in the order of their texts. */
const later = (one: string | undefined, other: string) =>
  one === undefined || one < other ? other : one
const earlier = (one: string | undefined, other: string) =>
  one === undefined || one > other ? other : one
