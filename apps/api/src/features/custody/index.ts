// What other features may use.
export { CustodyAdapters } from './custody-adapters.ts'
export { bookPastReport } from './past-report.ts'
export { CustodyWorker } from './custody-worker.ts'
export { IdlePolls } from './simulated/idle-polls.ts'
export { rememberPastInstructions } from './simulated/past-instructions.ts'
export { SettlementService } from './settlement.service.ts'
export { stateLabel } from './state-labels.ts'
