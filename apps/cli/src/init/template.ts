import type { TSchema } from '@sinclair/typebox'
import { MarginTerms, termDefaults } from '@vadium/schema'
import type { InstallationFile } from './installation-file.ts'

/** Of each two members, an agreement has one. The other is null. */
const without: ReadonlySet<string> = new Set(['haircut', 'dispute_tolerance_percent'])

/** Terms to begin with, from the defaults and the examples of the schema. */
export function termsTemplate(): Record<string, unknown> {
  const properties: readonly [string, TSchema][] = Object.entries(MarginTerms.properties)
  const examples = properties.map(([member, schema]): [string, unknown] => {
    const [first] = (schema.examples ?? schema['enum'] ?? []) as unknown[]
    return [member, without.has(member) ? null : first]
  })
  return { ...Object.fromEntries<unknown>(examples), ...termDefaults }
}

/** A file with every member: a lender, a borrower, their agreement and two prices. */
export function installationTemplate(): Omit<InstallationFile, 'agreements'> & {
  readonly agreements: readonly object[]
} {
  const assets = ['BTC', 'USDC']
  return {
    custodians: [{ id: 'simulated', name: 'Simulated custodian', adapter: 'simulated' }],
    assets: [
      { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
      { symbol: 'USDC', name: 'USD Coin', normalized_symbol: 'USDC', decimals: 6 },
    ],
    organizations: [
      {
        slug: 'harbor',
        name: 'Harbor Bank Treasury',
        accounts: [
          { name: 'Ada', kind: 'person', role: 'admin', key_file: 'keys/harbor-admin.key' },
        ],
        wallets: [
          {
            id: 'harbor-treasury',
            custodian: 'simulated',
            name: 'Treasury',
            address: 'simulated:harbor-treasury',
            assets,
          },
        ],
      },
      {
        slug: 'kestrel',
        name: 'Kestrel Market Making',
        accounts: [
          { name: 'Ben', kind: 'person', role: 'admin', key_file: 'keys/kestrel-admin.key' },
        ],
        wallets: [
          {
            id: 'kestrel-desk',
            custodian: 'simulated',
            name: 'Desk',
            address: 'simulated:kestrel-desk',
            assets,
          },
        ],
      },
    ],
    agreements: [{ lender: 'harbor', borrower: 'kestrel', terms: termsTemplate() }],
    price_sources: ['desk-1'],
    prices: [
      { asset: 'BTC', source: 'desk-1', price_usd: '60000' },
      { asset: 'USDC', source: 'desk-1', price_usd: '1' },
    ],
  }
}
