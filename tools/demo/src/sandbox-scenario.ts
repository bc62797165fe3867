import type { EarlierScenario as Scenario } from '@vadium/api/scenario'
import { readableUuid } from './identifiers.ts'
import { assets } from './reference/assets.ts'
import { custodianNames } from './reference/custodians.ts'
import { organizationId, organizations } from './reference/organizations.ts'

/** The name under which the key of a sandbox's operator is kept. */
export const sandboxProfile = 'sandbox-operator'

/** What a sandbox begins with: who runs it, assets and a custodian. Nobody lends or borrows yet. */
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
        created_at: '2025-09-01T09:30:00.000Z',
      },
    ],
    custodians: [{ id: 'simulated', name: custodianNames.simulated, adapter: 'simulated' }],
    assets: assets(),
    wallets: [],
    agreements: [],
    prices: [],
    market_cuts: [],
    orders: [],
    positions: [],
    mark_to_market_requests: [],
    order_requests: [],
    transfers: [],
  }
}
