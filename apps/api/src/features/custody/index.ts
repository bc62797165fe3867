// What other features may use.
export { CustodyAdapters } from './custody-adapters.ts'
export { CustodyWorker } from './custody-worker.ts'
export { isCancellationRequested, requestCancellation } from './instruction.repository.ts'
export { IdlePolls } from './simulated/idle-polls.ts'
export { cancellationRequestedLabel } from './state-labels.ts'
