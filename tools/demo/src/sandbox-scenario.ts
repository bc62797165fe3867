import type { Scenario } from '@vadium/api/scenario'
import { foundingTime, timestamp } from './calendar.ts'
import { readableUuid } from './identifiers.ts'
import { assets } from './reference/assets.ts'
import { custodianNames } from './reference/custodians.ts'
import { organizationId, organizations } from './reference/organizations.ts'

/** The profile of the operator of a sandbox. */
export const sandboxProfile = 'sandbox-operator'

/** The book of a new sandbox: an operator, assets and a custodian. There are no deals yet. */
export function sandboxScenario({ publicKey }: { readonly publicKey: string }): Scenario {
  const accountId = readableUuid('account', 1)
  return {
    name: 'Sandbox',
    organizations: organizations().filter(({ slug }) => slug === 'vadium'),
    accounts: [
      {
        id: accountId,
        organization_id: organizationId('vadium'),
        name: 'Sandbox operator',
        kind: 'person',
      },
    ],
    credentials: [
      {
        id: readableUuid('credential', 1),
        account_id: accountId,
        role: 'operator',
        public_key: publicKey,
        created_at: timestamp(foundingTime),
      },
    ],
    custodians: [{ id: 'simulated', name: custodianNames.simulated, adapter: 'simulated' }],
    assets: assets(),
    wallets: [],
    agreements: [],
    prices: [],
    market_cuts: [],
    history: [],
  }
}
