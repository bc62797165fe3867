import { Config } from '@vadium/api/config'
import type { Scenario } from '@vadium/api/scenario'
import type { Role } from '@vadium/schema'
import { Book } from './book.ts'
import { day, hour, marketCutOf, minute, startOfDay, timestamp } from './calendar.ts'
import { DealHistory } from './deal-history.ts'
import type { PublicKeys } from './demo/profiles.ts'
import { readableUuid } from './demo/readable-uuid.ts'
import { assets } from './demo/reference/assets.ts'
import { custodianNames } from './demo/reference/custodians.ts'
import {
  organizationId,
  type OrganizationSlug,
  organizationTable,
} from './demo/reference/organizations.ts'
import { holdingsOf } from './demo/reference/wallets.ts'
import type { Party } from './party.ts'

interface SandboxProfile {
  /** The name of its key. */
  readonly name: string
  readonly organization: OrganizationSlug
  readonly role: Role
}

export const sandboxProfile = 'sandbox-operator'

/** All credentials of a sandbox. An admin does what execution does, and accepts agreements. */
export const sandboxProfiles: readonly SandboxProfile[] = [
  { name: sandboxProfile, organization: 'vadium', role: 'operator' },
  { name: 'sandbox-lender', organization: 'harbor', role: 'admin' },
  { name: 'sandbox-borrower', organization: 'kestrel', role: 'admin' },
]

const custodian = 'simulated'
const source = 'sandbox-feed'

/** Assets that `npm run demo` does not quote: its figures are the same beside this deal. */
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
  const book = new Book({
    name: 'Sandbox',
    begunAt: timestamp(startOfDay(time) - 30 * day),
    custodians: [{ id: custodian, name: custodianNames.simulated, adapter: 'simulated' }],
    assets: assets(),
    source,
  })
  const [, lender, borrower] = sandboxProfiles.map((profile, i) =>
    addParty(book, profile, i + 1, publicKeys[profile.name] ?? ''),
  )
  if (lender === undefined || borrower === undefined) throw new Error('a sandbox has two sides')
  for (const [asset, price_usd] of Object.entries(usd)) {
    book.livePrice(asset, price_usd)
    book.scenario.market_cuts.push({ asset, cut_at: timestamp(lastCut(time)), price_usd })
  }
  book.scenario.agreements.push(agreement(lender, borrower, time))
  open(book, lender, borrower, time)
  return book.scenario
}

/** When a sandbox starts unless its settings say otherwise. */
function usualTime(): number {
  const time: unknown = Config.properties.SANDBOX_TIME.default
  return Date.parse(String(time))
}

/** The last market cut before the sandbox starts. */
function lastCut(time: number): number {
  const cut = marketCutOf(time)
  return cut <= time ? cut : cut - day
}

function addParty(
  book: Book,
  { organization, role }: SandboxProfile,
  number: number,
  publicKey: string,
): Party {
  const { name, custody } = organizationTable[organization]
  const party = book.party(organization, custodian, {
    id: organizationId(organization),
    name,
    account: {
      id: readableUuid('account', number),
      name: role === 'operator' ? 'Sandbox operator' : `${name}, lending desk`,
      kind: 'person',
    },
    wallets: holdingsOf(organization, custody && { treasury: custodian, collateral: custodian }),
  })
  party.enroll(role, publicKey, { id: readableUuid('credential', number) })
  return party
}

function agreement(lender: Party, borrower: Party, time: number): Scenario['agreements'][number] {
  const effective = startOfDay(time) - 20 * day
  return {
    id: readableUuid('agreement', 1),
    lender_id: lender.id,
    borrower_id: borrower.id,
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
          default_causes: ['LIQUIDATION_LEVEL'],
          close_out_discount: '0.03',
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
function open(book: Book, lender: Party, borrower: Party, time: number): void {
  const start = startOfDay(time) - 3 * day + 9 * hour
  const at = (minutes: number) => timestamp(start + minutes * minute)
  for (const [asset, price_usd] of Object.entries(usd)) book.quoteOnce(at(0), asset, price_usd)
  const deal = new DealHistory(book.history, {
    name: 'loan',
    lender,
    borrower,
    creator: 'borrower',
    asset: 'USDT',
    asset_quantity: '2000000',
    rate_percent: '5.25',
    collateral_asset: 'ETH',
    collateral_quantity: '1200',
    collateral_type: 'BILATERAL',
  })
  deal.create(at(1))
  deal.answer(at(3), 'accept')
  deal.report(at(20), 'collateral', 'completed', { request_state: 'completed' })
  deal.report(at(25), 'asset', 'completed', { request_state: 'completed' })
}
