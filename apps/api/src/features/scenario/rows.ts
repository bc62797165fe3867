import { Decimal } from '@vadium/margin'
import { publicKeyFault } from '../../platform/signing/public-key.ts'
import { type StoredTransfer, transferRow } from '../deals/index.ts'
import { type PriceQuote, priceSourceId } from '../prices/index.ts'
import { IndexById } from './index-by-id.ts'
import type { EarlierScenario, Scenario, ScenarioTransfer } from './scenario.ts'
import { assetBackAt, transfersByOrder, wasActive } from './position-past.ts'
import { ScenarioError } from './scenario-error.ts'

/** The rows of each table. Rows come before the rows that refer to them. */
export type TableRows = readonly (readonly [table: string, rows: readonly object[]])[]

/**
 * The rows of the reference data of a scenario. Organizations are active during the history.
 * @throws ScenarioError with the path of the first inconsistency.
 */
export function referenceRows(scenario: Scenario | EarlierScenario): TableRows {
  const index = referenceIndexes(scenario)
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

/** The rows of the deals of a book in the earlier format. */
export function earlierRows(scenario: EarlierScenario): TableRows {
  const index = indexes(scenario)
  return [
    ['orders', orderRows(scenario, index)],
    ['deadlines', deadlineRows(scenario, index)],
    ['positions', positionRows(scenario, index)],
    ['mark_to_market_requests', requestRows('mark_to_market_requests', scenario, index)],
    ['order_requests', requestRows('order_requests', scenario, index)],
    [
      'transfers',
      scenario.transfers.map((transfer, i) =>
        transferRow(storedTransfer(transfer, `transfers[${i}]`, index)),
      ),
    ],
  ]
}

/**
 * The quotes of a scenario. One without a time is observed now.
 * @throws ScenarioError if a quote is invalid.
 */
export function scenarioQuotes(scenario: Scenario | EarlierScenario, nowMs: number): PriceQuote[] {
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
export function priceSourceRows(scenario: Scenario | EarlierScenario, now: string): object[] {
  const { accounts } = referenceIndexes(scenario)
  return (scenario.price_sources ?? []).map(({ source, account_id }, i) => {
    accounts.at(`price_sources[${i}].account_id`, account_id)
    return { id: priceSourceId(source), source, account_id, created_at: now }
  })
}

type ReferenceIndexes = ReturnType<typeof referenceIndexes>

function referenceIndexes(scenario: Scenario | EarlierScenario) {
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
    terms: new IndexById('agreements', terms, byId),
  }
}

type Indexes = ReturnType<typeof indexes>

function indexes(scenario: EarlierScenario) {
  const byId = (item: { id: string }) => item.id
  return {
    ...referenceIndexes(scenario),
    orders: new IndexById('orders', scenario.orders, byId),
    positions: new IndexById('positions', scenario.positions, byId),
    markToMarketRequests: new IndexById(
      'mark_to_market_requests',
      scenario.mark_to_market_requests,
      byId,
    ),
  }
}

function credentialRows(scenario: Scenario | EarlierScenario, index: ReferenceIndexes): object[] {
  return scenario.credentials.map((credential, i) => {
    const { public_key: text, ...rest } = credential
    const fault = publicKeyFault(text)
    if (fault !== undefined) throw new ScenarioError(`credentials[${i}].public_key`, fault)
    const account = index.accounts.at(`credentials[${i}].account_id`, credential.account_id)
    const key = Buffer.from(text, 'base64url').toString('hex')
    return { ...rest, organization_id: account.organization_id, public_key: `\\x${key}` }
  })
}

function walletRows(scenario: Scenario | EarlierScenario, index: ReferenceIndexes): TableRows {
  const holdings: object[] = []
  const wallets = scenario.wallets.map(({ assets, custodian, ...wallet }, i) => {
    index.organizations.at(`wallets[${i}].organization_id`, wallet.organization_id)
    index.custodians.at(`wallets[${i}].custodian`, custodian)
    for (const [j, asset] of assets.entries()) {
      index.assets.at(`wallets[${i}].assets[${j}]`, asset)
      holdings.push({ wallet_id: wallet.id, asset })
    }
    return { ...wallet, custodian_id: custodian }
  })
  return [
    ['wallets', wallets],
    ['wallet_assets', holdings],
  ]
}

function agreementRows(scenario: Scenario | EarlierScenario, index: ReferenceIndexes): TableRows {
  const terms: object[] = []
  const versions: object[] = []
  const agreements = scenario.agreements.map(({ versions: own, ...agreement }, i) => {
    const { id, lender_id, borrower_id } = agreement
    index.organizations.at(`agreements[${i}].lender_id`, lender_id)
    index.organizations.at(`agreements[${i}].borrower_id`, borrower_id)
    for (const [j, { version, effective_at, terms: agreed }] of own.entries()) {
      const path = `agreements[${i}].versions[${j}].terms`
      if ((agreed.requirement_percent == null) === (agreed.haircut == null)) {
        throw new ScenarioError(path, 'must have either a requirement_percent or a haircut')
      }
      terms.push({ ...agreed, lender_id, borrower_id })
      versions.push({
        agreement_id: id,
        version,
        lender_id,
        borrower_id,
        terms_id: agreed.id,
        effective_at,
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

function orderRows(scenario: EarlierScenario, index: Indexes): object[] {
  return scenario.orders.map((order, i) => {
    const path = `orders[${i}]`
    const { lender_id, borrower_id } = index.terms.at(`${path}.terms_id`, order.terms_id)
    checkScale(
      `${path}.asset_quantity`,
      order.asset_quantity,
      index.assets.at(`${path}.asset`, order.asset),
    )
    const collateral = index.assets.at(`${path}.collateral_asset`, order.collateral_asset)
    if (order.collateral_quantity != null) {
      checkScale(`${path}.collateral_quantity`, order.collateral_quantity, collateral)
    }
    const creator_id = order.creator_id?.toLowerCase() ?? lender_id
    if (![lender_id, borrower_id].some((side) => side.toLowerCase() === creator_id.toLowerCase())) {
      throw new ScenarioError(`${path}.creator_id`, 'is neither the lender nor the borrower')
    }
    for (const side of ['lender', 'borrower'] as const) {
      for (const leg of ['asset', 'collateral'] as const) {
        const member = `${side}_${leg}_wallet_id` as const
        const walletId = order[member]
        if (walletId == null) continue
        const wallet = index.wallets.at(`${path}.${member}`, walletId)
        if (wallet.organization_id === (side === 'lender' ? lender_id : borrower_id)) continue
        throw new ScenarioError(`${path}.${member}`, `is not a wallet of the ${side}`)
      }
    }
    return { ...order, lender_id, borrower_id, creator_id }
  })
}

/** Resources that await an answer until a deadline. */
function deadlineRows(scenario: EarlierScenario, index: Indexes): object[] {
  return scenario.orders.flatMap(({ id, status, expire_at, terms_id }, i) => {
    if (status !== 'PENDING_ACCEPTANCE' || expire_at == null) return []
    const { lender_id, borrower_id } = index.terms.at(`orders[${i}].terms_id`, terms_id)
    return [{ kind: 'order', resource_id: id, lender_id, borrower_id, due_at: expire_at }]
  })
}

function positionRows(scenario: EarlierScenario, index: Indexes): object[] {
  const transfers = transfersByOrder(scenario)
  return scenario.positions.map((position, i) => {
    const path = `positions[${i}]`
    const order = index.orders.at(`${path}.order_id`, position.order_id)
    const { lender_id, borrower_id } = index.terms.at(path, order.terms_id)
    const collateral = index.assets.at(path, order.collateral_asset)
    checkScale(
      `${path}.asset_quantity`,
      position.asset_quantity,
      index.assets.at(path, order.asset),
    )
    checkScale(`${path}.collateral_quantity`, position.collateral_quantity, collateral)
    const disputed = position.collateral_disputed_quantity ?? '0'
    checkScale(`${path}.collateral_disputed_quantity`, disputed, collateral)
    const own = transfers.get(order.id) ?? []
    return {
      ...position,
      collateral_disputed_quantity: disputed,
      lender_id,
      borrower_id,
      active_at: wasActive(position, own) ? position.created_at : null,
      asset_back_at: assetBackAt(position, own),
    }
  })
}

function requestRows(
  list: 'mark_to_market_requests' | 'order_requests',
  scenario: EarlierScenario,
  index: Indexes,
): object[] {
  return scenario[list].map((request, i) => {
    const path = `${list}[${i}].position_id`
    const position = index.positions.at(path, request.position_id)
    const { lender_id, borrower_id } = index.terms.at(
      path,
      index.orders.at(path, position.order_id).terms_id,
    )
    return { ...request, lender_id, borrower_id }
  })
}

function storedTransfer(transfer: ScenarioTransfer, path: string, index: Indexes): StoredTransfer {
  const order = index.orders.at(`${path}.order_id`, transfer.order_id)
  const { lender_id, borrower_id } = index.terms.at(path, order.terms_id)
  const sender = index.wallets.at(`${path}.sender_wallet_id`, transfer.sender_wallet_id)
  const receiver = index.wallets.at(`${path}.receiver_wallet_id`, transfer.receiver_wallet_id)
  const parties = [lender_id, borrower_id].sort().join()
  if ([sender.organization_id, receiver.organization_id].sort().join() !== parties) {
    throw new ScenarioError(path, 'is not between the lender and the borrower of its order')
  }
  const token = index.assets.at(`${path}.token`, transfer.token)
  checkScale(`${path}.quantity`, transfer.quantity, token)
  const moved = { asset: order.asset, collateral: order.collateral_asset, interest: token.symbol }
  if (moved[transfer.leg] !== token.symbol) {
    throw new ScenarioError(`${path}.token`, `is not the ${transfer.leg} of its order`)
  }
  checkRequest(transfer, path, index)
  const { sender_wallet_id: _sender, receiver_wallet_id: _receiver, ...own } = transfer
  const provider = sender.custodian
  return { ...own, order_number: order.number, lender_id, borrower_id, sender, receiver, provider }
}

/** A mark-to-market request may have transfers only of the order of its position. */
function checkRequest(transfer: ScenarioTransfer, path: string, index: Indexes): void {
  const { mark_to_market_request_id: id } = transfer
  if (id == null) return
  const request = index.markToMarketRequests.at(`${path}.mark_to_market_request_id`, id)
  const position = index.positions.at(path, request.position_id)
  if (position.order_id === transfer.order_id && transfer.category === 'm2m') return
  throw new ScenarioError(
    `${path}.mark_to_market_request_id`,
    'must be a request on the position of this order, and the category must be m2m',
  )
}

/** A quantity finer than the asset's smallest unit is refused, never rounded. */
function checkScale(
  path: string,
  quantity: string,
  asset: { symbol: string; decimals: number },
): void {
  if (new Decimal(quantity).decimalPlaces() <= asset.decimals) return
  throw new ScenarioError(path, `has more than the ${asset.decimals} decimals of ${asset.symbol}`)
}
