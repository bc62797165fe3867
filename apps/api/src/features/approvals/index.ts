// What other features may use.
export { defaultRules } from './approval-policy.service.ts'
