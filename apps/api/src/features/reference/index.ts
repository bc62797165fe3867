// What other features may use.
export { CustodianService } from './custodians/custodian.service.ts'
