// What other features may use.
export { CustodyAdapters } from './custody-adapters.ts'
export { CustodyWorker } from './custody-worker.ts'
export { askToCancel } from './instruction.repository.ts'
export { IdlePolls } from './simulated/idle-polls.ts'
export { askedToCancelLabel } from './state-labels.ts'
