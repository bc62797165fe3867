// What other features may use.
export { defaultRules } from './approval-policy.service.ts'
export type { ApprovalDemands } from './approval-demand.ts'
export { approvalRefusal } from './approval-lifecycle.ts'
export { type ApprovalFacts, approvalFactColumns } from './approval-record.ts'
export type { ApprovalWorker } from './approval-worker.ts'
