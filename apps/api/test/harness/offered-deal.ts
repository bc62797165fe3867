import {
  acceptCallSet,
  acceptMarkToMarketRequest,
  acceptOrder,
  acceptOrderRequest,
  cancelMarkToMarketRequest,
  cancelOrder,
  cancelOrderClose,
  cancelOrderRequest,
  cancelTransfer,
  changeOrderWallets,
  type ChatEntry,
  abandonOrder,
  closeOrder,
  createMarkToMarketRequest,
  createOrderRequest,
  disputeMarkToMarketRequest,
  listChatEntries,
  type MarkToMarketRequest,
  type Operation,
  type Order,
  type OrderRequest,
  type OrderRequestKind,
  orderRequestKinds,
  type Position,
  previewMarkToMarketRequest,
  rejectMarkToMarketRequest,
  rejectOrder,
  rejectOrderRequest,
  resolveChatAction,
  retryMarkToMarketRequest,
  retryOrder,
  retryOrderRequest,
  type Role,
  sendCollateral,
} from '@vadium/schema'
import { openTransfer } from '../../src/features/deals/transfers/transfer-book.repository.ts'
import {
  transferLifecycle,
  transferRecord,
} from '../../src/features/deals/transfers/transfer-lifecycle.ts'
import type { Caller } from '../../src/platform/signing/caller.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import type { WriteTransaction } from '../../src/platform/writes/write-transaction.ts'
import type { Key, Party } from './book.ts'
import { succeed } from './call.ts'
import { spareOf } from './spare-wallets.ts'
import type { World } from './world/world.ts'

const dayMs = 86_400_000

type Side = 'lender' | 'borrower'

/** A caller of one side, in one role. */
export interface Person {
  readonly side: Side
  readonly party: Party
  readonly caller: Caller
  readonly key: Key
}

/** The members that an operation leaves to its caller. */
export interface Choice {
  /** The part of the lent quantity that goes back; all of it if left out. */
  readonly quantity?: string | undefined
  /** The counter-valuation of a dispute, in percent of the request. */
  readonly counterPercent: number
  /** In how many days a new rate applies; from its acceptance on if left out. */
  readonly rateInDays?: number | undefined
}

const plainChoice: Choice = { counterPercent: 0 }

/** An action as a resource shows it to a caller, and how that caller performs it. */
export interface ShownAction {
  /** The resource, its state and the action. */
  readonly name: string
  readonly operation: Operation
  readonly available: boolean
  readonly reason: string | null
  /** Undefined while the resource of the action does not exist. */
  readonly attempt: ((tx: WriteTransaction, choice?: Choice) => Promise<unknown>) | undefined
}

type Attempt = NonNullable<ShownAction['attempt']>
type Attempts = Readonly<Record<string, readonly [Operation, Attempt | undefined]>>

/** The two sides of a world's deals, each in the roles that act and read. */
export class OfferedDeals {
  readonly people: readonly Person[]
  readonly #world: World

  /** Call it before the service is started. */
  constructor(world: World, roles: readonly Role[]) {
    this.#world = world
    const sides = ['lender', 'borrower'] as const
    this.people = sides.flatMap((side) => roles.map((role) => person(world, side, role)))
  }

  /**
   * Every action that a caller is shown as available or not, of an order and all that belongs to
   * it.
   */
  async shownTo(who: Person, orderId: string): Promise<ShownAction[]> {
    const { service } = this.#world
    const { orders, positions, markToMarketListing, orderRequestListing } = service.services
    const order = kept(await orders.get(who.caller, orderId))
    const actions = [
      ...this.#ofOrder(who, order),
      ...(await this.#ofThread(who, orderId)),
      ...(await this.#ofTransfers(who, orderId)),
    ]
    if (order.position_id === null) return actions
    const of = { position_id: order.position_id }
    const position = kept(await positions.get(who.caller, of))
    const margin = kept(await markToMarketListing.reader(who.caller, of)(undefined, 50))
    const changes = kept(await orderRequestListing.reader(who.caller, of)(undefined, 50))
    return [
      ...actions,
      ...this.#ofPosition(who, position),
      ...margin.items.flatMap((request) => this.#ofMarginRequest(who, request)),
      ...(await this.#ofCallSets(who, margin.items)),
      ...changes.items.flatMap((request) => this.#ofOrderRequest(who, request)),
    ]
  }

  #ofOrder(who: Person, order: Order): ShownAction[] {
    const { id, status, position_id, actions } = order
    const { orders } = this.#world.service.services
    const { caller } = who
    return shown(`order ${status}`, actions, {
      accept: [acceptOrder, (tx) => orders.accept(tx, caller, id, this.#world.wallets(who.party))],
      reject: [rejectOrder, (tx) => orders.reject(tx, caller, id)],
      cancel: [cancelOrder, (tx) => orders.cancel(tx, caller, id)],
      retry: [retryOrder, (tx) => orders.retry(tx, caller, id)],
      abandon: [abandonOrder, (tx) => orders.abandon(tx, caller, id)],
      close: [closeOrder, (tx) => orders.close(tx, caller, id)],
      cancel_close: [cancelOrderClose, (tx) => orders.cancelClose(tx, caller, id)],
      change_wallets: [
        changeOrderWallets,
        (tx) => orders.changeWallets(tx, caller, id, otherWallet(who, order)),
      ],
      ...this.#changes(who, position_id),
    })
  }

  #ofPosition(who: Person, { id, order_id, status, actions }: Position): ShownAction[] {
    const { markToMarket, markToMarketPreviews, orders, voluntaryCollateral } =
      this.#world.service.services
    const { caller } = who
    return shown(`position ${status}`, actions, {
      preview: [
        previewMarkToMarketRequest,
        () => markToMarketPreviews.preview(caller, { position_id: id }),
      ],
      create_mark_to_market_request: [
        createMarkToMarketRequest,
        async (tx) => {
          const body = { position_id: id, explain: true }
          const previewed = await markToMarketPreviews.preview(caller, body)
          if (previewed instanceof Refusal) return previewed
          const calculation_id = previewed.calculation?.calculation_id ?? ''
          return markToMarket.create(tx, caller, { position_id: id, calculation_id })
        },
      ],
      send_collateral: [
        sendCollateral,
        async (tx) => {
          const answer = await voluntaryCollateral.send(tx, id, { quantity: '100' })
          const most = answer instanceof Refusal ? mostIn(answer) : undefined
          return most === undefined ? answer : voluntaryCollateral.send(tx, id, { quantity: most })
        },
      ],
      close: [closeOrder, (tx) => orders.close(tx, caller, order_id)],
      ...this.#changes(who, id),
    })
  }

  /** The requests to the other side. Without a position there are none. */
  #changes({ caller }: Person, positionId: string | null): Attempts {
    const { orderRequests } = this.#world.service.services
    return Object.fromEntries(
      orderRequestKinds.map((kind) => {
        const attempt: Attempt = (tx, choice = plainChoice) => {
          const asked = askedBy[kind]?.(tx, choice) ?? quantityOf(choice)
          const position_id = positionId ?? ''
          return orderRequests.create(tx, caller, { position_id, kind, ...asked })
        }
        return [kind, [createOrderRequest, positionId === null ? undefined : attempt] as const]
      }),
    )
  }

  #ofMarginRequest(who: Person, request: MarkToMarketRequest): ShownAction[] {
    const { markToMarket } = this.#world.service.services
    const { id, status, direction, notional_usd, actions } = request
    const { caller } = who
    const counter = (percent: number) =>
      percent === 0 ? '0' : ((Number(notional_usd) * percent) / 100).toFixed(2)
    return shown(`mark-to-market ${direction} ${status}`, actions, {
      accept: [acceptMarkToMarketRequest, (tx) => markToMarket.accept(tx, caller, id)],
      reject: [rejectMarkToMarketRequest, (tx) => markToMarket.reject(tx, caller, id)],
      cancel: [cancelMarkToMarketRequest, (tx) => markToMarket.cancel(tx, caller, id)],
      retry: [retryMarkToMarketRequest, (tx) => markToMarket.retry(tx, caller, id)],
      dispute: [
        disputeMarkToMarketRequest,
        (tx, { counterPercent } = plainChoice) => {
          const body = { counter_notional_usd: counter(counterPercent), reason: 'PRICE' as const }
          return markToMarket.dispute(tx, caller, id, body)
        },
      ],
    })
  }

  /** The sets of some requests, each once. */
  async #ofCallSets(
    { caller }: Person,
    requests: readonly MarkToMarketRequest[],
  ): Promise<ShownAction[]> {
    const { callSets } = this.#world.service.services
    const ids = new Set(requests.flatMap(({ call_set_id }) => call_set_id ?? []))
    const actions: ShownAction[] = []
    for (const id of ids) {
      const set = kept(await callSets.get(caller, id))
      const statuses = set.statuses.map(({ status }) => status).join(' ')
      actions.push(
        ...shown(`call set ${statuses}`, set.actions, {
          accept: [acceptCallSet, (tx) => callSets.accept(tx, caller, id, {})],
        }),
      )
    }
    return actions
  }

  #ofOrderRequest(who: Person, { id, kind, status, actions }: OrderRequest): ShownAction[] {
    const { orderRequests } = this.#world.service.services
    const { caller } = who
    return shown(`${kind} ${status}`, actions, {
      accept: [acceptOrderRequest, (tx) => orderRequests.accept(tx, caller, id)],
      reject: [rejectOrderRequest, (tx) => orderRequests.reject(tx, caller, id)],
      cancel: [cancelOrderRequest, (tx) => orderRequests.cancel(tx, caller, id)],
      retry: [retryOrderRequest, (tx) => orderRequests.retry(tx, caller, id)],
    })
  }

  /** Its public form shows no actions, so the deciding table is read. */
  async #ofTransfers(who: Person, orderId: string): Promise<ShownAction[]> {
    const { writes, transferCancellation } = this.#world.service.services
    const { caller } = who
    const transfers = await this.#world.orders.transfers(orderId)
    return writes.byService(who.party.id, async (tx) => {
      const actions: ShownAction[] = []
      for (const { id } of transfers) {
        const booked = await openTransfer(tx, id)
        if (booked === undefined) throw new Error(`${who.party.id} has no transfer ${id}`)
        const transfer = transferRecord(booked)
        const { category, leg, status } = transfer
        const viewer = { ...caller, nowMs: tx.nowMs }
        const offered = transferLifecycle.offered(transfer, viewer, viewer)
        const attempt: Attempt = (attempted) => transferCancellation.request(attempted, id)
        actions.push(
          ...shown(`transfer of ${category} ${leg} ${status}`, offered, {
            cancel: [cancelTransfer, attempt],
          }),
        )
      }
      return actions
    })
  }

  async #ofThread(who: Person, order_id: string): Promise<ShownAction[]> {
    const { key } = who
    const { service } = this.#world
    const { entries } = await succeed(service, listChatEntries, { key, params: { order_id } })
    return entries.flatMap((entry) => this.#ofEntry(who, entry))
  }

  #ofEntry(who: Person, { id: entry_id, order_id, action }: ChatEntry): ShownAction[] {
    if (action === null) return []
    const { chats } = this.#world.service.services
    const attempt =
      (decision: 'accept' | 'reject'): Attempt =>
      (tx) => {
        const opens = decision === 'accept' && action.resource === 'order'
        const wallets = opens ? this.#world.wallets(who.party) : {}
        return chats.resolve(tx, who.caller, { order_id, entry_id }, { decision, ...wallets })
      }
    return shown(`entry of ${action.resource} ${action.awaits} ${action.state}`, action.actions, {
      accept: [resolveChatAction, attempt('accept')],
      reject: [resolveChatAction, attempt('reject')],
    })
  }
}

/** How much the lender may send at most, if that is above nothing. */
function mostIn({ details }: Refusal): string | undefined {
  const most = details.find(({ field }) => field === 'most')?.value
  return most === '0' ? undefined : most
}

/** A wallet that a side does not name now: a usual one in place of another, or a spare one. */
function otherWallet({ side, party }: Person, order: Order): Record<string, string> {
  const usual = {
    asset: party.wallet(order.asset),
    collateral: party.wallet(order.collateral_asset),
  }
  for (const leg of ['asset', 'collateral'] as const) {
    const named = order[`${side}_${leg}_wallet_id`]
    if (named !== usual[leg]) return { [`${leg}_wallet_id`]: usual[leg] }
  }
  return { asset_wallet_id: spareOf(usual.asset) }
}

function person({ book, lender, borrower }: World, side: Side, role: Role): Person {
  const party = side === 'lender' ? lender : borrower
  const key = party.credential(role)
  const { id, account_id } = found(
    book.scenario.credentials.find(({ public_key }) => public_key === key.publicKey),
  )
  const caller = {
    credentialId: id,
    accountId: account_id,
    organizationId: party.id,
    organizationStatus: 'active' as const,
    role,
    verified: false,
  }
  return { side, party, caller, key }
}

function shown(resource: string, actions: Order['actions'], attempts: Attempts): ShownAction[] {
  return actions.map(({ action, available, reason }) => {
    const [operation, attempt] = found(attempts[action])
    return { name: `${resource}: ${action}`, operation, available, reason, attempt }
  })
}

/** Each maturity is later than those that were asked for before. */
let maturitiesAsked = 0

/** What a request of a kind names, unless it is a quantity. */
const askedBy: Partial<
  Record<OrderRequestKind, (tx: WriteTransaction, choice: Choice) => Record<string, string>>
> = {
  rerate: rateOf,
  extend: ({ nowMs }) => {
    maturitiesAsked += 1
    return { maturity_time: new Date(nowMs + 100 * dayMs + maturitiesAsked).toISOString() }
  },
}

function rateOf({ nowMs }: WriteTransaction, { rateInDays: days }: Choice) {
  const time = days !== undefined && new Date(nowMs + days * dayMs).toISOString()
  return { rate_percent: '4', ...(time !== false && { effective_time: time }) }
}

function quantityOf({ quantity }: Choice) {
  return quantity === undefined ? {} : { quantity }
}

function kept<T>(answer: T | Refusal): T {
  if (answer instanceof Refusal) throw new Error(`refused to show: ${answer.reason}`)
  return answer
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the action is not known to this test')
  return value
}
