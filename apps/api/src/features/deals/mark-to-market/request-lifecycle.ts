import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  disputeMarkToMarketRequest,
  type MarkToMarketRequest,
  markToMarketRequestStates,
  rejectMarkToMarketRequest,
  retryMarkToMarketRequest,
} from '@vadium/schema'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import { acceptance } from './request-acceptance.ts'
import { type MarkToMarketMove, requestBlockers } from './request-blockers.ts'
import type { RequestRecord } from './request-record.ts'

/** What the two sides can do with a mark-to-market request. */
export const markToMarketLifecycle = new Lifecycle<
  MarkToMarketRequest['status'],
  MarkToMarketMove,
  RequestRecord
>({
  machine: markToMarketRequestStates,
  deadline: 'mark_to_market_request',
  operations: [
    ['accept', acceptMarkToMarketRequest],
    ['reject', rejectMarkToMarketRequest],
    ['cancel', cancelMarkToMarketRequest],
    ['dispute', disputeMarkToMarketRequest],
    ['retry', retryMarkToMarketRequest],
  ],
  moveOf: (request, action, organizationId) =>
    action === 'accept' ? acceptance(request, organizationId) : action,
  blockers: requestBlockers,
})
