import { Decimal } from '@vadium/margin'
import { foldedName, termDefaults } from '@vadium/schema'
import { dayMs, instantText } from '../../platform/instant.ts'
import { publicKeyFault } from '../../platform/signing/public-key.ts'
import { type PriceQuote, priceSourceId } from '../prices/index.ts'
import { IndexById } from './index-by-id.ts'
import type { Scenario } from './scenario.ts'
import { ScenarioError } from './scenario-error.ts'

/** How long a version of a scenario could be accepted, after it was. */
const acceptDays = 14

/** The rows of each table. Rows come before the rows that refer to them. */
export type TableRows = readonly (readonly [table: string, rows: readonly object[]])[]

/**
 * The rows of the reference data of a scenario. Organizations are active during the history.
 * @throws ScenarioError with the path of the first inconsistency.
 */
export function referenceRows(scenario: Scenario): TableRows {
  const index = indexes(scenario)
  return [
    ['organizations', scenario.organizations],
    [
      'accounts',
      scenario.accounts.map((account, i) => {
        index.organizations.at(`accounts[${i}].organization_id`, account.organization_id)
        return account
      }),
    ],
    ['credentials', credentialRows(scenario, index)],
    ['custodians', scenario.custodians],
    ['assets', scenario.assets],
    ...walletRows(scenario, index),
    ...calendarRows(scenario),
    ...agreementRows(scenario, index),
    [
      'market_cuts',
      scenario.market_cuts.map((cut, i) => {
        index.assets.at(`market_cuts[${i}].asset`, cut.asset)
        return cut
      }),
    ],
  ]
}

/**
 * The quotes of a scenario. One without a time is observed now.
 * @throws ScenarioError if a quote is invalid.
 */
export function scenarioQuotes(scenario: Scenario, nowMs: number): PriceQuote[] {
  const assets = new IndexById('assets', scenario.assets, (asset) => asset.symbol)
  return scenario.prices.map((price, i) => {
    const path = `prices[${i}]`
    assets.at(`${path}.asset`, price.asset)
    if (!new Decimal(price.price_usd).isPositive() || new Decimal(price.price_usd).isZero()) {
      throw new ScenarioError(`${path}.price_usd`, 'must be above zero')
    }
    const observedAt = price.observed_at ?? new Date(nowMs).toISOString()
    if (Date.parse(observedAt) > nowMs) {
      throw new ScenarioError(`${path}.observed_at`, 'must not be in the future')
    }
    return { asset: price.asset, source: price.source, priceUsd: price.price_usd, observedAt }
  })
}

/** The price sources of accounts. All other sources named by prices belong to the service. */
export function priceSourceRows(scenario: Scenario, now: string): object[] {
  const { accounts } = indexes(scenario)
  return (scenario.price_sources ?? []).map(({ source, account_id }, i) => {
    accounts.at(`price_sources[${i}].account_id`, account_id)
    return { id: priceSourceId(source), source, account_id, created_at: now }
  })
}

type Indexes = ReturnType<typeof indexes>

function indexes(scenario: Scenario) {
  const byId = (item: { id: string }) => item.id
  const terms = scenario.agreements.flatMap((agreement) =>
    agreement.versions.map((version) => ({ ...agreement, ...version.terms })),
  )
  return {
    organizations: new IndexById('organizations', scenario.organizations, byId),
    accounts: new IndexById('accounts', scenario.accounts, byId),
    credentials: new IndexById('credentials', scenario.credentials, (c) => c.public_key),
    custodians: new IndexById('custodians', scenario.custodians, byId),
    assets: new IndexById('assets', scenario.assets, (asset) => asset.symbol),
    wallets: new IndexById('wallets', scenario.wallets, byId),
    calendars: new IndexById('calendars', scenario.calendars ?? [], byId),
    terms: new IndexById('agreements', terms, byId),
  }
}

function credentialRows(scenario: Scenario, index: Indexes): object[] {
  return scenario.credentials.map((credential, i) => {
    const { public_key: text, ...rest } = credential
    const fault = publicKeyFault(text)
    if (fault !== undefined) throw new ScenarioError(`credentials[${i}].public_key`, fault)
    const account = index.accounts.at(`credentials[${i}].account_id`, credential.account_id)
    const key = Buffer.from(text, 'base64url').toString('hex')
    return { ...rest, organization_id: account.organization_id, public_key: `\\x${key}` }
  })
}

function walletRows(scenario: Scenario, index: Indexes): TableRows {
  const holdings: object[] = []
  const names = new Set<string>()
  const wallets = scenario.wallets.map(({ assets, custodian, ...wallet }, i) => {
    index.organizations.at(`wallets[${i}].organization_id`, wallet.organization_id)
    const folded_name = foldedName(wallet.name)
    const named = `${wallet.organization_id} ${folded_name}`
    if (names.has(named)) {
      throw new ScenarioError(`wallets[${i}].name`, 'is that of another wallet of its organization')
    }
    names.add(named)
    index.custodians.at(`wallets[${i}].custodian`, custodian)
    for (const [j, asset] of assets.entries()) {
      index.assets.at(`wallets[${i}].assets[${j}]`, asset)
      holdings.push({ wallet_id: wallet.id, asset })
    }
    return { ...wallet, folded_name, custodian_id: custodian }
  })
  return [
    ['wallets', wallets],
    ['wallet_assets', holdings],
  ]
}

/** Each calendar has one version. */
function calendarRows({ calendars = [] }: Scenario): TableRows {
  const version = 1
  return [
    ['calendars', calendars.map(({ id }) => ({ id, version }))],
    [
      'calendar_versions',
      calendars.map(({ id: calendar_id, ...calendar }) => ({ calendar_id, version, ...calendar })),
    ],
  ]
}

type ScenarioTerms = Scenario['agreements'][number]['versions'][number]['terms']

function agreementRows(scenario: Scenario, index: Indexes): TableRows {
  const terms: object[] = []
  const versions: object[] = []
  const agreements = scenario.agreements.map(({ versions: own, ...agreement }, i) => {
    const { id, lender_id, borrower_id } = agreement
    index.organizations.at(`agreements[${i}].lender_id`, lender_id)
    index.organizations.at(`agreements[${i}].borrower_id`, borrower_id)
    for (const [j, { terms: agreed, ...version }] of own.entries()) {
      const path = `agreements[${i}].versions[${j}].terms`
      if ((agreed.requirement_percent == null) === (agreed.haircut == null)) {
        throw new ScenarioError(path, 'must have either a requirement_percent or a haircut')
      }
      terms.push(...termsRows(agreed, { lender_id, borrower_id }))
      for (const [k, { asset }] of (agreed.eligible_collateral ?? []).entries()) {
        index.assets.at(`${path}.eligible_collateral[${k}].asset`, asset)
      }
      for (const [k, calendar] of (agreed.calendars ?? []).entries()) {
        index.calendars.at(`${path}.calendars[${k}]`, calendar)
      }
      versions.push({
        ...version,
        agreement_id: id,
        lender_id,
        borrower_id,
        terms_id: agreed.id,
        expire_at: expireTimeOf(version),
      })
    }
    return agreement
  })
  return [
    ['margin_terms', terms],
    ['agreements', agreements],
    ['agreement_versions', versions],
  ]
}

/** General terms, and those of each of their eligible assets. */
function termsRows(agreed: ScenarioTerms, sides: object): object[] {
  const { eligible_collateral: eligible = [], ...own } = agreed
  const general = {
    ...{ ...termDefaults, ...own, ...sides },
    calendar_versions: (own.calendars ?? []).map(() => 1),
    eligible_collateral: eligible.map(({ id: _id, ...entry }) => entry).toSorted(byAsset),
  }
  const ofAssets = eligible.map(({ asset, ...entry }) => ({
    ...{ ...general, ...entry, general_id: agreed.id, collateral_asset: asset },
  }))
  return [general, ...ofAssets]
}

const byAsset = (one: { asset: string }, other: { asset: string }) =>
  one.asset < other.asset ? -1 : 1

/** Both sides have accepted the versions of a scenario. The time that they had for it is past. */
function expireTimeOf(version: {
  readonly lender_accepted_at: string
  readonly borrower_accepted_at: string
}): string {
  const { lender_accepted_at, borrower_accepted_at } = version
  const last = lender_accepted_at > borrower_accepted_at ? lender_accepted_at : borrower_accepted_at
  return instantText(Date.parse(last) + acceptDays * dayMs)
}
