import type { acceptOrder, changeOrderWallets, createOrder, OperationBody } from '@vadium/schema'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { PriceBook } from '../../prices/index.ts'
import { paymentDue } from '../orders/interest-due.ts'
import { assetsAwaitingAnswer, changedTermsFault } from '../orders/order-acceptance.ts'
import { notAParty } from '../parties/deal.ts'
import type { OrderMove } from '../orders/order-blockers.ts'
import { orderLifecycle } from '../orders/order-lifecycle.ts'
import { sentBackByAbandoning } from '../orders/order-opening.ts'
import { type OrderRow, positionOf } from '../orders/order-row.ts'
import { replacementOf } from '../orders/order-transfers.ts'
import { alreadyNamed } from '../orders/order-wallet-change.ts'
import { type NamedWallets, walletsFaultNow, withWallets } from '../orders/order-wallets.ts'
import type { OrderRepository } from '../orders/orders.repository.ts'
import { unreplacedFailedTransfers } from '../transfers/attempts.ts'
import { type Names, readNames } from './names.repository.ts'
import {
  type Covered,
  dealOfOrder,
  type Draft,
  type Found,
  type Look,
  type Movement,
} from './resolved-deal.ts'

interface Parts {
  readonly database: TenantDatabase
  readonly orders: OrderRepository
  readonly prices: PriceBook
}

/** Of a new order, the deal has the wallets that its acceptance names. */
type DraftOfOrder = Omit<Draft, 'deal'> & Partial<Pick<Draft, 'deal'>>

type Wallets = Pick<OperationBody<typeof acceptOrder>, 'asset_wallet_id' | 'collateral_wallet_id'>

/** What stored requests about orders do. */
export class ResolvedOrders {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The wallets of the other side are named by its acceptance. */
  async create({ caller }: Look, body: OperationBody<typeof createOrder>): Promise<Found> {
    const lenderId = body.lender_id.toLowerCase()
    const borrowerId = body.borrower_id.toLowerCase()
    const own = walletsOfBody(body)
    const isLender = lenderId === caller.organizationId
    const assets = { asset: body.asset, collateralAsset: body.collateral_asset }
    const { database } = this.#parts
    const [names, wallets] = await Promise.all([
      readNames(database, caller, {
        orderId: null,
        walletIds: [own.asset, own.collateral],
        organizationIds: [lenderId, borrowerId],
      }),
      walletsFaultNow(database, caller, own, assets),
    ])
    if (names instanceof Refusal) return names
    if (wallets instanceof Refusal) return wallets
    const order = {
      lenderId,
      borrowerId,
      ...assets,
      lenderAssetWalletId: isLender ? own.asset : null,
      lenderCollateralWalletId: isLender ? own.collateral : null,
      borrowerAssetWalletId: isLender ? null : own.asset,
      borrowerCollateralWalletId: isLender ? null : own.collateral,
    }
    const covered = {
      assetQuantity: body.asset_quantity,
      collateralQuantity: body.collateral_quantity,
    }
    return {
      deal: dealOfOrder(order, names),
      movements: opening(covered, 'when_accepted'),
      rate: { before_percent: null, after_percent: body.rate_percent, effective_time: null },
      ...maturing(body.maturity_time ?? null),
      coverage: {
        before: null,
        after: covered,
        levels: null,
      },
      refusal: notAParty({ lenderId, borrowerId }, caller.organizationId) ?? wallets.fault,
    }
  }

  accept(look: Look, id: string, body: OperationBody<typeof acceptOrder>): Promise<Found> {
    const named = walletsOfBody(body)
    return this.#of(look, id, 'accept', named, (order, names, unsuitable) => {
      const { assetQuantity, collateralQuantity, ratePercent, terms } = order
      const covered = { assetQuantity, collateralQuantity }
      const answered = withWallets(order, sideOf(order, look.caller), named)
      return {
        deal: dealOfOrder(answered, names),
        refusal: changedTermsFault(order, body.terms_version) ?? unsuitable,
        movements: opening(covered, 'at_once'),
        rate: { before_percent: null, after_percent: ratePercent, effective_time: null },
        ...maturing(order.maturityAt),
        coverage: {
          before: null,
          after: covered,
          levels: {
            requirementPercent: terms.requirement_percent,
            marginCallPercent: terms.margin_call_percent,
            liquidationPercent: terms.liquidation_percent,
          },
        },
      }
    })
  }

  close(look: Look, id: string): Promise<Found> {
    return this.#of(look, id, 'close', {}, (order) => ({ movements: returnOfAll(order) }))
  }

  retry(look: Look, id: string): Promise<Found> {
    return this.#of(look, id, 'retry', {}, (order) => {
      const interest = paymentDue(order, new Date(look.nowMs).toISOString())
      const failed = unreplacedFailedTransfers(order.legs).map((leg) => replacementOf(leg, order))
      const movements = interest === undefined ? failed : [interest]
      return { movements: movements.map((planned) => ({ ...planned, when: 'at_once' })) }
    })
  }

  abandon(look: Look, id: string): Promise<Found> {
    return this.#of(look, id, 'abandon', {}, (order) => ({
      movements: sentBackByAbandoning(order).map((planned) => ({ ...planned, when: 'at_once' })),
    }))
  }

  changeWallets(
    look: Look,
    id: string,
    body: OperationBody<typeof changeOrderWallets>,
  ): Promise<Found> {
    const { asset_wallet_id: asset, collateral_wallet_id: collateral } = body
    const named = {
      ...(asset !== undefined && { asset }),
      ...(collateral !== undefined && { collateral }),
    }
    return this.#of(look, id, 'change_wallets', named, (order, names, unsuitable) => {
      const before = dealOfOrder(order, names)[sideOf(order, look.caller)]
      const changes = (['asset', 'collateral'] as const).flatMap((leg) => {
        const after = named[leg]
        if (after === undefined || after === before[leg].id) return []
        const token = leg === 'asset' ? order.asset : order.collateralAsset
        return [{ leg, token, before: walletOf(before[leg]), after: walletOf(names.wallet(after)) }]
      })
      const unchanged = changes.length === 0 ? alreadyNamed(Object.keys(named)) : undefined
      return { movements: [], wallet_changes: changes, refusal: unsuitable ?? unchanged }
    })
  }

  async #of(
    { caller, nowMs }: Look,
    id: string,
    action: OrderMove,
    named: Partial<NamedWallets>,
    draftOf: (order: OrderRow, names: Names, unsuitable: Refusal | undefined) => DraftOfOrder,
  ): Promise<Found> {
    const { database, orders, prices } = this.#parts
    const look = { caller, nowMs }
    const found = await readOrder({ database, orders }, look, id, Object.values(named))
    if (found === undefined || found instanceof Refusal) return found
    const { order, names } = found
    const [readings, wallets] = await Promise.all([
      prices.read(assetsAwaitingAnswer([order]), nowMs),
      walletsFaultNow(database, caller, named, order),
    ])
    if (wallets instanceof Refusal) return wallets
    const asked = { organizationId: caller.organizationId, facts: { nowMs, prices: readings } }
    const draft = draftOf(order, names, wallets.fault)
    const refusal = orderLifecycle.refusalOf(order, action, asked) ?? draft.refusal
    return { deal: dealOfOrder(order, names), ...draft, refusal }
  }
}

/** An order with the names of its sides and wallets. Undefined if the caller does not see it. */
export async function readOrder(
  { database, orders }: Pick<Parts, 'database' | 'orders'>,
  { caller, nowMs }: Look,
  id: string,
  walletIds: readonly string[] = [],
): Promise<{ readonly order: OrderRow; readonly names: Names } | Refusal | undefined> {
  const order = await orders.find(caller, id, new Date(nowMs).toISOString())
  if (order === undefined || order instanceof Refusal) return order
  const organizationIds = [order.lenderId, order.borrowerId]
  const names = await readNames(database, caller, { orderId: order.id, walletIds, organizationIds })
  return names instanceof Refusal ? names : { order, names }
}

/** The transfers of a close: the asset, then the interest until that day, then the collateral. */
export function returnOfAll(order: OrderRow, when: Movement['when'] = 'at_once'): Movement[] {
  if (order.position === null) return []
  const { assetQuantity, collateralQuantity } = positionOf(order)
  return [
    { leg: 'asset', when, quantity: assetQuantity, sender: 'borrower' },
    { leg: 'interest', when: 'afterwards', quantity: null, sender: 'borrower' },
    { leg: 'collateral', when: 'afterwards', quantity: collateralQuantity, sender: 'lender' },
  ]
}

function opening({ assetQuantity, collateralQuantity }: Covered, when: Movement['when']) {
  return [
    { leg: 'asset', when, quantity: assetQuantity, sender: 'lender' },
    { leg: 'collateral', when, quantity: collateralQuantity, sender: 'borrower' },
  ] as const
}

/** The maturity that an order is created or accepted with, if it has one. */
const maturing = (time: string | null) =>
  time === null ? {} : { maturity: { before_time: null, after_time: time } }

const sideOf = ({ lenderId }: OrderRow, { organizationId }: Caller) =>
  lenderId === organizationId ? 'lender' : 'borrower'

const walletsOfBody = (body: Wallets): NamedWallets => ({
  asset: body.asset_wallet_id,
  collateral: body.collateral_wallet_id,
})

const walletOf = ({ id, name, custodian }: ReturnType<Names['wallet']>) => ({
  wallet_id: id,
  wallet_name: name,
  custodian,
})
