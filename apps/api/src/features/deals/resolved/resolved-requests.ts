import { Decimal, formatDecimal, valuePosition } from '@vadium/margin'
import {
  acceptCallSet,
  acceptedInChat,
  acceptOrder,
  acceptOrderRequest,
  type AnsweredResource,
  type ApprovableOperation,
  type approvableOperations,
  changeOrderWallets,
  createCallSet,
  createMarkToMarketRequest,
  createOrder,
  createOrderRequest,
  disputeMarkToMarketRequest,
  getOrder,
  resolveChatAction,
  type ResolvedRequest,
  sendCollateral,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { CallSetIds } from '../call-sets/call-set-calculation.ts'
import type { DefaultFacts } from '../close-outs/default-facts.ts'
import type { PriceBook, PriceReading } from '../../prices/index.ts'
import type { CalculationIds } from '../mark-to-market/calculation-id.ts'
import type { DeclaredFacts } from '../deal-requests/deciding-facts.ts'
import type { OrderRequestFacts } from '../order-requests/order-request-facts.ts'
import type { OrderRepository } from '../orders/orders.repository.ts'
import type { DefaultsReader } from '../parties/declared-defaults.ts'
import { issueOf } from '../parties/offer.ts'
import type { PositionRepository } from '../positions/position.repository.ts'
import { bookedWorth } from '../transfers/transfer-worth.ts'
import { ResolvedCallSets } from './resolved-call-sets.ts'
import { exchangeMembers } from './resolved-substitutions.ts'
import { ResolvedCalls } from './resolved-calls.ts'
import { ResolvedCloseOuts } from './resolved-close-outs.ts'
import type { Covered, Draft, Found, Look, Movement, ResolvedDeal } from './resolved-deal.ts'
import { partyOf } from './resolved-party.ts'
import { ResolvedOrderRequests } from './resolved-order-requests.ts'
import { ResolvedOrders } from './resolved-orders.ts'
import { bodyOf, idIn, type StoredRequest } from './stored-request.ts'

interface Parts {
  readonly database: TenantDatabase
  readonly defaults: DefaultsReader
  readonly callFacts: DeclaredFacts
  readonly requestFacts: OrderRequestFacts
  readonly orders: OrderRepository
  readonly positions: PositionRepository
  readonly calculationIds: CalculationIds
  readonly callSetIds: CallSetIds
  readonly facts: DefaultFacts
  readonly prices: PriceBook
  /** The clock of the book. */
  readonly clock: Clock
}

/** The operations on deals that may need approval, and whose movements are known before. */
type DealOperation = {
  [Name in ApprovableOperation]: (typeof approvableOperations)[Name] extends AnsweredResource
    ? Name
    : never
}[ApprovableOperation]

type Resolver = (look: Look, stored: StoredRequest) => Promise<Found>

type Readings = ReadonlyMap<string, PriceReading>

/**
 * What stored requests about deals mean: their ids and calculations in names and figures. It reads
 * with the rights of the caller and changes nothing.
 */
export class ResolvedRequests {
  readonly #parts: Parts
  readonly #resolvers: Readonly<Record<string, Resolver>>
  readonly #callSets: ResolvedCallSets

  constructor(parts: Parts) {
    this.#parts = parts
    this.#callSets = new ResolvedCallSets(parts)
    const closeOuts = new ResolvedCloseOuts(parts)
    const calls = new ResolvedCalls(parts)
    this.#resolvers = {
      ...this.#ofDeals(calls),
      sendCollateral: (look, stored) =>
        calls.send(look, idIn(stored, 'position_id'), bodyOf(sendCollateral, stored)),
      resolveChatAction: this.#acceptanceInChat.bind(this),
      terminateCloseOut: (look, stored) => closeOuts.terminate(look, idIn(stored, 'close_out_id')),
    }
  }

  /** Null if it is not about a deal, or if the caller does not see the deal. */
  async resolve(caller: Caller, stored: StoredRequest): Promise<ResolvedRequest | Refusal | null> {
    if (!getOrder.roles.some((role) => role === caller.role)) return null
    const look = { caller, nowMs: this.#parts.clock.now() }
    if (stored.operation === createCallSet.id) {
      return (await this.#callSets.create(look, bodyOf(createCallSet, stored))) ?? null
    }
    if (stored.operation === acceptCallSet.id) {
      const body = bodyOf(acceptCallSet, stored)
      return (await this.#callSets.accept(look, idIn(stored, 'call_set_id'), body)) ?? null
    }
    const resolver = Object.hasOwn(this.#resolvers, stored.operation)
      ? this.#resolvers[stored.operation]
      : undefined
    if (resolver === undefined) return null
    const draft = await resolver(look, stored)
    if (draft === undefined) return null
    return draft instanceof Refusal ? draft : this.#shown(look, draft)
  }

  #ofDeals(calls: ResolvedCalls): Readonly<Record<DealOperation, Resolver>> {
    const orders = new ResolvedOrders(this.#parts)
    const requests = new ResolvedOrderRequests(this.#parts)
    const order = (stored: StoredRequest) => idIn(stored, 'order_id')
    const call = (stored: StoredRequest) => idIn(stored, 'mark_to_market_request_id')
    const request = (stored: StoredRequest) => idIn(stored, 'order_request_id')
    return {
      createOrder: (look, stored) => orders.create(look, bodyOf(createOrder, stored)),
      acceptOrder: (look, stored) =>
        orders.accept(look, order(stored), bodyOf(acceptOrder, stored)),
      closeOrder: (look, stored) => orders.close(look, order(stored)),
      retryOrder: (look, stored) => orders.retry(look, order(stored)),
      abandonOrder: (look, stored) => orders.abandon(look, order(stored)),
      changeOrderWallets: (look, stored) =>
        orders.changeWallets(look, order(stored), bodyOf(changeOrderWallets, stored)),
      createMarkToMarketRequest: (look, stored) =>
        calls.create(look, bodyOf(createMarkToMarketRequest, stored)),
      acceptMarkToMarketRequest: (look, stored) => calls.accept(look, call(stored)),
      disputeMarkToMarketRequest: (look, stored) =>
        calls.dispute(look, call(stored), bodyOf(disputeMarkToMarketRequest, stored)),
      retryMarkToMarketRequest: (look, stored) => calls.retry(look, call(stored)),
      createOrderRequest: (look, stored) =>
        requests.create(look, bodyOf(createOrderRequest, stored)),
      acceptOrderRequest: (look, stored) =>
        requests.accept(look, request(stored), bodyOf(acceptOrderRequest, stored)),
      retryOrderRequest: (look, stored) => requests.retry(look, request(stored)),
    }
  }

  /** An acceptance in a thread is that of the resource of its entry. */
  async #acceptanceInChat(look: Look, stored: StoredRequest): Promise<Found> {
    const { caller } = look
    const entry = await this.#parts.database.readOne<AnsweredEntry>(caller, {
      name: 'answered entry',
      text: `SELECT resource, resource_id AS id FROM chat_entries
        WHERE id = $1 AND order_id = $2 AND $3 IN (lender_id, borrower_id)`,
      values: [idIn(stored, 'entry_id'), idIn(stored, 'order_id'), caller.organizationId],
    })
    if (entry === undefined || entry instanceof Refusal) return entry
    if (entry.resource === null) return undefined
    if (bodyOf(resolveChatAction, stored).decision !== 'accept') return undefined
    const operation = acceptedInChat[entry.resource]
    const params = { [`${entry.resource}_id`]: entry.id }
    return this.#resolvers[operation]?.(look, { operation, params, body: stored.body })
  }

  async #shown({ caller, nowMs }: Look, draft: Draft): Promise<ResolvedRequest> {
    const {
      deal,
      movements,
      wallet_changes = [],
      rate = null,
      maturity = null,
      terms = null,
      close_out = null,
      asked_prices = null,
    } = draft
    const given = draft.exchanged === undefined ? [] : [draft.exchanged.given.asset]
    const assets = [deal.asset, deal.collateralAsset, ...given]
    const prices = await this.#parts.prices.read(assets, nowMs)
    const other = deal.lender.id === caller.organizationId ? deal.borrower : deal.lender
    return {
      as_of: new Date(nowMs).toISOString(),
      order_id: deal.orderId,
      order_id_pretty: deal.orderNumber,
      position_id: deal.positionId,
      counterparty_id: other.id,
      counterparty_name: other.name,
      movements: movements.map((movement) => movementOf(deal, movement, prices)),
      wallet_changes,
      rate,
      maturity,
      terms,
      substitution:
        draft.exchanged === undefined ? null : exchangeMembers(deal, draft.exchanged, prices),
      coverage: coverageOf(draft, prices),
      close_out,
      asked_prices,
      reason: issueOf(draft.refusal) ?? null,
    }
  }
}

/** An entry of a thread. A message is about nothing that is answered. */
type AnsweredEntry =
  | { readonly resource: AnsweredResource; readonly id: string }
  | { readonly resource: null; readonly id: null }

function movementOf(
  deal: ResolvedDeal,
  { leg, when, quantity, sender, notionalUsd, wallets, ...movement }: Movement,
  prices: Readings,
): ResolvedRequest['movements'][number] {
  const { token = leg === 'collateral' ? deal.collateralAsset : deal.asset } = movement
  const receiver = sender === 'lender' ? 'borrower' : 'lender'
  const wallet = leg === 'collateral' ? leg : 'asset'
  return {
    leg,
    when,
    token,
    quantity,
    notional_usd: notionalUsd ?? worthOf(quantity, prices.get(token)),
    sender: partyOf(deal, sender, wallet, wallets?.[sender]),
    receiver: partyOf(deal, receiver, wallet, wallets?.[receiver]),
  }
}

function worthOf(quantity: string | null, reading: PriceReading | undefined): string | null {
  if (quantity === null || reading?.kind !== 'current') return null
  return bookedWorth(quantity, reading.priceUsd)
}

function coverageOf(
  { deal, coverage, exchanged }: Draft,
  prices: Readings,
): ResolvedRequest['coverage'] {
  const asset = prices.get(deal.asset)
  const collateral = prices.get(deal.collateralAsset)
  const given = exchanged === undefined ? collateral : prices.get(exchanged.given.asset)
  if (coverage === undefined || asset?.kind !== 'current' || collateral?.kind !== 'current') {
    return null
  }
  if (given?.kind !== 'current') return null
  const percent = ({ assetQuantity, collateralQuantity }: Covered, { priceUsd } = collateral) => {
    // More may be asked for than is held by now.
    if (new Decimal(collateralQuantity).isNegative()) return null
    const { ccrPercent } = valuePosition({
      assetQuantity,
      assetPriceUsd: asset.priceUsd,
      collateralQuantity,
      collateralPriceUsd: priceUsd,
    })
    return ccrPercent === null ? null : formatDecimal(ccrPercent, 2)
  }
  return {
    before_percent: coverage.before === null ? null : percent(coverage.before),
    after_percent: percent(coverage.after, given),
    requirement_percent: coverage.levels?.requirementPercent ?? null,
    margin_call_percent: coverage.levels?.marginCallPercent ?? null,
    liquidation_percent: coverage.levels?.liquidationPercent ?? null,
    before: coverage.before === null ? null : quantitiesOf(coverage.before),
    after: quantitiesOf(coverage.after),
    asset_price_usd: asset.priceUsd,
    collateral_price_usd: collateral.priceUsd,
  }
}

const quantitiesOf = ({ assetQuantity, collateralQuantity }: Covered) => ({
  asset_quantity: assetQuantity,
  collateral_quantity: collateralQuantity,
})
