import type { EarlierScenario as Scenario } from '@vadium/api/scenario'

export type CustodianId = 'fireblocks' | 'bitgo' | 'anchorage' | 'copper' | 'simulated'

/** What people call each custodian. */
export const custodianNames: Readonly<Record<CustodianId, string>> = {
  fireblocks: 'Fireblocks',
  bitgo: 'BitGo',
  anchorage: 'Anchorage Digital',
  copper: 'Copper',
  simulated: 'Simulated custody',
}

/** All of them are played by the simulated adapter: a demo moves nothing at a real provider. */
export function custodians(): Scenario['custodians'] {
  return Object.entries(custodianNames).map(([id, name]) => ({ id, name, adapter: 'simulated' }))
}
