import type { ResolvedRequest } from '@vadium/schema'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { OrderRow, OrderWallets } from '../orders/order-row.ts'
import type { MarkablePosition, PositionParty } from '../positions/markable-position.ts'
import type { GivenTerms } from '../order-requests/substitution-record.ts'
import type { NamedWallet, Names } from './names.repository.ts'

export type Side = 'lender' | 'borrower'

/** Who looks at a stored request, and when. */
export interface Look {
  readonly caller: Caller
  /** Unix milliseconds, by the clock of the book. */
  readonly nowMs: number
}

/** One side of a deal, with its wallets as far as they are named. */
interface ResolvedSide {
  readonly id: string
  readonly name: string | null
  readonly asset: NamedWallet
  readonly collateral: NamedWallet
}

/** The deal of a stored request. */
export interface ResolvedDeal {
  readonly orderId: string | null
  readonly orderNumber: number | null
  readonly positionId: string | null
  readonly asset: string
  readonly collateralAsset: string
  readonly lender: ResolvedSide
  readonly borrower: ResolvedSide
}

/** What moves by a stored request. */
export interface Movement extends Pick<
  ResolvedRequest['movements'][number],
  'leg' | 'when' | 'quantity'
> {
  readonly sender: Side
  /** Default: that of its leg. */
  readonly token?: string
  /** Default: those of the deal. */
  readonly wallets?: Readonly<Record<Side, NamedWallet>>
  /** Default: the quantity at the current price. */
  readonly notionalUsd?: string
}

/** A collateral that takes the place of another one. */
export interface Exchanged {
  readonly before: {
    readonly assetQuantity: string
    readonly collateralAsset: string
    readonly collateralQuantity: string
  }
  readonly given: { readonly asset: string; readonly quantity: string }
  readonly terms: GivenTerms
}

/** The lent and the pledged quantity. Decimal strings. */
export interface Covered {
  readonly assetQuantity: string
  readonly collateralQuantity: string
}

/** The agreed levels of coverage in percent, as decimal strings. Null: not agreed. */
interface Levels {
  readonly requirementPercent: string | null
  readonly marginCallPercent: string | null
  readonly liquidationPercent: string | null
}

/** What a stored request does, before its figures depend on prices. */
export interface Draft extends Partial<
  Pick<
    ResolvedRequest,
    'wallet_changes' | 'rate' | 'maturity' | 'terms' | 'close_out' | 'asked_prices'
  >
> {
  readonly deal: ResolvedDeal
  readonly movements: readonly Movement[]
  readonly coverage?: {
    readonly before: Covered | null
    readonly after: Covered
    /** Null: there are no terms yet. */
    readonly levels: Levels | null
  }
  /** Of a substitution. The quantities after it are of the new collateral. */
  readonly exchanged?: Exchanged
  /** Why it would be refused now. */
  readonly refusal?: Refusal | undefined
}

/** Undefined: the caller does not see the deal. */
export type Found = Draft | Refusal | undefined

/** The deal of a position, with the wallets of the collateral. */
export function dealOfPosition(position: MarkablePosition): ResolvedDeal {
  const side = (party: PositionParty): ResolvedSide => ({
    id: party.organizationId,
    name: party.organizationName,
    asset: notNamed,
    collateral: { id: party.walletId, name: party.walletName, custodian: party.custodian },
  })
  return {
    orderId: position.orderId,
    orderNumber: position.orderNumber,
    positionId: position.id,
    asset: position.asset,
    collateralAsset: position.collateralAsset,
    lender: side(position.lender),
    borrower: side(position.borrower),
  }
}

const notNamed: NamedWallet = { id: null, name: null, custodian: null }

/** An order that exists, or one that a request asks for. */
type AnyOrder = OrderWallets &
  Pick<OrderRow, 'lenderId' | 'borrowerId' | 'asset' | 'collateralAsset'> &
  Partial<Pick<OrderRow, 'id' | 'number' | 'position'>>

/** The deal of an order, with the names that the caller may see. */
export function dealOfOrder(order: AnyOrder, names: Names): ResolvedDeal {
  const wallet = (id: string | null) => (id === null ? notNamed : names.wallet(id))
  return {
    orderId: order.id ?? null,
    orderNumber: order.number ?? null,
    positionId: order.position?.id ?? null,
    asset: order.asset,
    collateralAsset: order.collateralAsset,
    lender: {
      id: order.lenderId,
      name: names.organization(order.lenderId),
      asset: wallet(order.lenderAssetWalletId),
      collateral: wallet(order.lenderCollateralWalletId),
    },
    borrower: {
      id: order.borrowerId,
      name: names.organization(order.borrowerId),
      asset: wallet(order.borrowerAssetWalletId),
      collateral: wallet(order.borrowerCollateralWalletId),
    },
  }
}
