// What other features may use.
export type { CalledPositions } from './call-sets/call-set-preview.service.ts'
export { type DeadlineHandlers, DeadlineWorker, endDeadline } from './deadlines/deadline-worker.ts'
export { callPositions, clearCalls } from './deadlines/automatic-calls.ts'
export {
  type AutomaticCallKind,
  clearDeadline,
  type DeadlineKind,
  dueTime,
  setDeadline,
} from './deadlines/deadlines.ts'
export { recordReversal, recordSettlement } from './journal/journal.ts'
export type { Viewer } from './lifecycle/lifecycle.ts'
export { worthOfResource } from './resource-worth.ts'
export { mustMove } from './lifecycle/state-moves.ts'
export { hasExpired } from './lifecycle/time-to-answer.ts'
export type { MarkToMarketService } from './mark-to-market/mark-to-market.service.ts'
export type { ComputedPreview, PreviewService } from './mark-to-market/preview.service.ts'
export {
  agreedCollateralBefore,
  collateralBefore,
  generalTerms,
  termsBefore,
} from './terms/terms-of-deal.ts'
export { isCounterparty, knownAssets } from './orders/reference-data.ts'
export { lockDealOfPosition } from './parties/deal.ts'
export { CounterpartyLimitReader } from './limits/counterparty-limits.ts'
export { hasLimit } from './limits/limited-deals.ts'
export { notifyOfExceeded, recordExceeded } from './limits/limit-notifications.ts'
export {
  exceededLimits,
  type OfferedOrder,
  type UsedLimits,
  useOf,
} from './limits/limits-in-effect.ts'
export { issueOf, offer, type OfferedAction } from './parties/offer.ts'
export {
  accruedInterest,
  bearingQuantity,
  interestPeriodsUntil,
  rateNow,
  rateNowFrom,
} from './positions/accrued-interest.ts'
export { statedInterestOf } from './positions/stated-interest-of.ts'
export type { CoverageHistories } from './positions/coverage-history.ts'
export { type DuePosition, type DuePositions, duePositions } from './positions/due-positions.ts'
export {
  closedQuantity,
  interestBasis,
  interestChangesBefore,
  type KeptInterestChange,
} from './positions/interest-changes.ts'
export type { DefaultsReader } from './parties/declared-defaults.ts'
export { earliestTerminateAt } from './close-outs/earliest-termination.ts'
export { noticeIsOpen, noticesOfOrder } from './parties/open-notice.ts'
export { type Figured, type HeldFor, withHeldReleases } from './positions/held-releases.ts'
export type { ListedPosition } from './positions/listed-position.ts'
export { positionNotFound } from './positions/position.service.ts'
export { selectListed } from './positions/position-columns.ts'
export { type PositionFigures, PositionValuer } from './positions/position-figures.ts'
export { RevaluationService } from './positions/revaluation.service.ts'
export type { PositionTerms, ValuedPosition, WatchedPosition } from './positions/valued-position.ts'
export { failedTransfers, type FailedTransfers } from './retries/failed-transfers.ts'
export { withRetries } from './retries/retry-offer.ts'
export type { ResolvedRequests } from './resolved/resolved-requests.ts'
export { cancellationRequestedLabel } from './transfers/cancellation-request.ts'
export {
  type BookedTransfer,
  openTransfer,
  openTransfers,
  type TransferProgress,
  writeExternalId,
  writeLabel,
  writeProgress,
} from './transfers/transfer-book.repository.ts'
export { countsUnderWay, isGivenBack } from './transfers/counting-transfers.ts'
export { countsIn } from './transfers/ending-close-out.ts'
export type { TransferListener } from './transfers/transfer-change.ts'
export { transferLifecycle, type TransferRecord } from './transfers/transfer-lifecycle.ts'
export { notifyCollateral, notifyTransferFailure } from './transfers/transfer-notifications.ts'
export { bookedUsd } from './transfers/transfer-worth.ts'
