import type { Scenario } from '@vadium/api/scenario'

export type CustodianId = 'fireblocks' | 'bitgo' | 'anchorage' | 'copper' | 'simulated'

export const custodianNames: Readonly<Record<CustodianId, string>> = {
  fireblocks: 'Fireblocks',
  bitgo: 'BitGo',
  anchorage: 'Anchorage Digital',
  copper: 'Copper',
  simulated: 'Simulated custody',
}

/** All custodians are simulated, so that the demo moves nothing at a real one. */
export function custodians(): Scenario['custodians'] {
  return Object.entries(custodianNames).map(([id, name]) => ({ id, name, adapter: 'simulated' }))
}
