import { Config } from '@vadium/api/config'
import type { Scenario } from '@vadium/api/scenario'
import type { Role } from '@vadium/schema'
import { day, hour, marketCutOf, minute, startOfDay, timestamp } from './calendar.ts'
import { readableUuid } from './identifiers.ts'
import type { PublicKeys } from './profiles.ts'
import { assets } from './reference/assets.ts'
import { custodianNames } from './reference/custodians.ts'
import {
  organizationId,
  organizations,
  type OrganizationSlug,
  organizationTable,
} from './reference/organizations.ts'
import { walletId, wallets } from './reference/wallets.ts'

interface SandboxProfile {
  /** The name of its key. */
  readonly name: string
  readonly organization: OrganizationSlug
  readonly role: Role
}

/** The profile of the operator of a sandbox. */
export const sandboxProfile = 'sandbox-operator'

/** All credentials of a sandbox. An admin does what execution does, and accepts agreements. */
export const sandboxProfiles: readonly SandboxProfile[] = [
  { name: sandboxProfile, organization: 'vadium', role: 'operator' },
  { name: 'sandbox-lender', organization: 'harbor', role: 'admin' },
  { name: 'sandbox-borrower', organization: 'kestrel', role: 'admin' },
]

const [lender, borrower] = ['harbor', 'kestrel'] as const
const custodian = 'simulated'
const source = 'sandbox-feed'
const orderName = 'loan'

/** Assets that `vadium demo` does not quote: its figures are the same beside this deal. */
const usd = { USDT: '1', ETH: '2500' } as const

/**
 * The book of a new sandbox: an operator, and a lender and a borrower with one open position. 1,200
 * ETH at 2,500 USD are the 150 % of 2,000,000 USDT that the terms require, so nothing is due until
 * the price moves. Below 2,333.33 USD, collateral can be called.
 *
 * @param publicKeys the public key of each profile.
 * @param time when the clock of the sandbox starts, in Unix milliseconds.
 */
export function sandboxScenario({
  publicKeys,
  time = usualTime(),
}: {
  readonly publicKeys: PublicKeys
  readonly time?: number
}): Scenario {
  const founded = timestamp(startOfDay(time) - 30 * day)
  const slugs = new Set<string>(sandboxProfiles.map(({ organization }) => organization))
  return {
    name: 'Sandbox',
    organizations: organizations()
      .filter(({ slug }) => slugs.has(slug))
      .map((organization) => ({ ...organization, created_at: founded })),
    accounts: sandboxProfiles.map(({ organization, role }, i) => ({
      id: readableUuid('account', i + 1),
      organization_id: organizationId(organization),
      name: role === 'operator' ? 'Sandbox operator' : deskOf(organization),
      kind: 'person',
    })),
    credentials: sandboxProfiles.map(({ name, role }, i) => ({
      id: readableUuid('credential', i + 1),
      account_id: readableUuid('account', i + 1),
      role,
      public_key: publicKeys[name] ?? '',
      created_at: founded,
    })),
    custodians: [{ id: custodian, name: custodianNames.simulated, adapter: 'simulated' }],
    assets: assets(),
    wallets: wallets()
      .filter(({ id }) => [lender, borrower].some((party) => id.startsWith(`${party}-`)))
      .map((wallet) => ({ ...wallet, custodian })),
    agreements: [agreement(time)],
    prices: Object.entries(usd).map(([asset, price_usd]) => {
      return { asset, source, price_usd, live: true }
    }),
    market_cuts: Object.entries(usd).map(([asset, price_usd]) => {
      return { asset, cut_at: timestamp(lastCut(time)), price_usd }
    }),
    history: opening(time),
  }
}

/** When a sandbox starts unless its settings say otherwise. */
function usualTime(): number {
  const time: unknown = Config.properties.SANDBOX_TIME.default
  return Date.parse(String(time))
}

const deskOf = (organization: OrganizationSlug) =>
  `${organizationTable[organization].name}, lending desk`

/** The last market cut before the sandbox starts. */
function lastCut(time: number): number {
  const cut = marketCutOf(time)
  return cut <= time ? cut : cut - day
}

function agreement(time: number): Scenario['agreements'][number] {
  const effective = startOfDay(time) - 20 * day
  return {
    id: readableUuid('agreement', 1),
    lender_id: organizationId(lender),
    borrower_id: organizationId(borrower),
    versions: [
      {
        version: 1,
        effective_at: timestamp(effective),
        lender_accepted_at: timestamp(effective - 2 * day),
        borrower_accepted_at: timestamp(effective - day),
        terms: {
          id: readableUuid('terms', 1),
          requirement_percent: '150',
          margin_call_percent: '140',
          liquidation_percent: '120',
          threshold_usd: '0',
          minimum_notional_top_up_usd: '10000',
          minimum_notional_release_usd: '10000',
          lot_top_up: '0.01',
          lot_release: '0.01',
          day_count: 'ACT/360',
          cure_time_seconds: 14_400,
          dispute_tolerance_usd: '5000',
          dispute_method: 'undisputed',
        },
      },
    ],
  }
}

/** The order and its transfers, three days before the sandbox starts. */
function opening(time: number): Scenario['history'] {
  const start = startOfDay(time) - 3 * day + 9 * hour
  const at = (minutes: number) => timestamp(start + minutes * minute)
  const walletsOf = (party: typeof lender | typeof borrower) => ({
    asset_wallet_id: walletId(party, 'treasury', 'USDT'),
    collateral_wallet_id: walletId(party, 'collateral', 'ETH'),
  })
  return [
    ...Object.entries(usd).map(([asset, price_usd]) => {
      return { at: at(0), quote: { asset, source, price_usd } }
    }),
    {
      at: at(1),
      by: readableUuid('account', 3),
      operation: 'createOrder',
      as: orderName,
      body: {
        lender_id: organizationId(lender),
        borrower_id: organizationId(borrower),
        asset: 'USDT',
        asset_quantity: '2000000',
        rate_percent: '5.25',
        collateral_asset: 'ETH',
        collateral_quantity: '1200',
        collateral_type: 'BILATERAL',
        ...walletsOf(borrower),
      },
    },
    {
      at: at(3),
      by: readableUuid('account', 2),
      operation: 'acceptOrder',
      on: orderName,
      body: walletsOf(lender),
    },
    ...(['collateral', 'asset'] as const).map((leg, i) => ({
      at: at(20 + 5 * i),
      transfer: { of: orderName, leg },
      state: 'completed' as const,
      request_state: 'completed',
    })),
  ]
}
