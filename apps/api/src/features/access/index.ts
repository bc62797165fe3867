// What other features may use.
export { AccountService } from './accounts/account.service.ts'
export { CounterpartyTraffic } from './counterparties/counterparty-traffic.ts'
export { knownCounterparty } from './counterparties/known-counterparty.ts'
export { inScope, scopeValues } from './organizations/organization-scope.ts'
export { OrganizationService } from './organizations/organization.service.ts'
