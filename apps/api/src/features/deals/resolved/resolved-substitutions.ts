import { formatDecimal, leastCollateral } from '@vadium/margin'
import type { createOrderRequest, OperationBody, ResolvedRequest } from '@vadium/schema'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { PriceReading } from '../../prices/index.ts'
import type { OrderRequestRecord } from '../order-requests/order-request-record.ts'
import { quantityOf } from '../orders/order-creation.ts'
import { walletsFaultNow } from '../orders/order-wallets.ts'
import { notEligible } from '../order-requests/substitution-creation.ts'
import { type GivenTerms, givenTerms } from '../order-requests/substitution-record.ts'
import { smallestUnit } from '../positions/valued-position.ts'
import { readNames } from './names.repository.ts'
import type { Draft, Exchanged, Look, Movement, ResolvedDeal } from './resolved-deal.ts'

/** What a substitution gives, and between which wallets, as far as they are named. */
export interface Given {
  readonly requestId: string | null
  readonly asset: string
  /** Decimal string. */
  readonly quantity: string
  readonly lenderWalletId: string | null
  readonly borrowerWalletId: string
  /** The wallet that its body names. */
  readonly namedWalletId: string | undefined
}

interface Covering {
  readonly assetQuantity: string
  readonly collateralAsset: string
  readonly collateralQuantity: string
}

/** The collateral that a body names. Undefined if it names it in part only. */
export function givenByBody(body: OperationBody<typeof createOrderRequest>): Given | undefined {
  const { kind, collateral_asset: asset, collateral_quantity: quantity } = body
  const { collateral_wallet_id: borrowerWalletId } = body
  if (kind !== 'substitution' || asset === undefined) return undefined
  if (quantity === undefined || borrowerWalletId === undefined) return undefined
  return {
    ...{ requestId: null, asset, quantity, lenderWalletId: null, borrowerWalletId },
    namedWalletId: borrowerWalletId,
  }
}

/** The collateral of a request, with the wallet that its acceptance names. */
export function givenByRequest(
  { id, substitution }: OrderRequestRecord,
  walletId: string | undefined,
): Given | undefined {
  if (substitution === null) return undefined
  const { asset, quantity, lenderWalletId, borrowerWalletId } = substitution
  return {
    ...{ requestId: id, asset, quantity, borrowerWalletId },
    lenderWalletId: lenderWalletId ?? walletId ?? null,
    namedWalletId: walletId,
  }
}

/** What an exchange moves and makes of a deal. */
export async function resolvedExchange(
  { database, look }: { readonly database: TenantDatabase; readonly look: Look },
  given: Given,
  deal: { readonly orderId: string; readonly asset: string; readonly covering: Covering },
  when: Movement['when'],
): Promise<Omit<Draft, 'deal'> | Refusal> {
  const { covering, asset } = deal
  const named = given.namedWalletId === undefined ? {} : { collateral: given.namedWalletId }
  const held = { asset, collateralAsset: given.asset }
  const [names, terms, wallets] = await Promise.all([
    readNames(database, look.caller, {
      orderId: deal.orderId,
      orderRequestId: given.requestId,
      walletIds: [given.borrowerWalletId, given.lenderWalletId].filter((id) => id !== null),
      organizationIds: [],
    }),
    database.readOne<GivenTerms>(look.caller, {
      name: 'terms of given collateral',
      text: givenTerms,
      values: [deal.orderId, given.asset],
    }),
    walletsFaultNow(database, look.caller, named, held),
  ])
  if (names instanceof Refusal) return names
  if (terms instanceof Refusal || terms === undefined) {
    return terms ?? { movements: [] }
  }
  if (wallets instanceof Refusal) return wallets
  const { collateralAsset, collateralQuantity, assetQuantity } = covering
  const wallet = (id: string | null) =>
    id === null ? { id, name: null, custodian: null } : names.wallet(id)
  const exchanged = { before: covering, given, terms }
  return {
    movements: [
      {
        ...{ leg: 'collateral', when, token: given.asset, sender: 'borrower' },
        quantity: given.quantity,
        wallets: { lender: wallet(given.lenderWalletId), borrower: wallet(given.borrowerWalletId) },
      },
      {
        ...{ leg: 'collateral', when: 'afterwards', token: collateralAsset, sender: 'lender' },
        quantity: collateralQuantity,
      },
    ],
    exchanged,
    coverage: {
      before: { assetQuantity, collateralQuantity },
      after: { assetQuantity, collateralQuantity: given.quantity },
      levels: terms.terms,
    },
    refusal:
      terms.terms === null
        ? notEligible(given.asset, terms)
        : (tooFine(given, terms) ?? wallets.fault),
  }
}

function tooFine({ asset, quantity }: Given, { decimals }: GivenTerms): Refusal | undefined {
  if (decimals === null) return undefined
  const asked = quantityOf('collateral_quantity', quantity, { symbol: asset, decimals })
  return asked instanceof Refusal ? asked : undefined
}

/** What goes back again, of a substitution whose transfer back has failed. */
export async function goingBackAgain(
  { database, look }: { readonly database: TenantDatabase; readonly look: Look },
  { id, orderId, transfers, ...request }: OrderRequestRecord,
): Promise<Movement[] | Refusal> {
  const { substitution, collateralAsset } = request
  const failed = transfers.at(-1)
  if (substitution === null || failed === undefined) return []
  const { lenderWalletId, borrowerWalletId } = substitution
  const { replacedLenderWalletId, replacedBorrowerWalletId } = substitution
  const isSwitched = substitution.decision === 'switch'
  const walletIds = [lenderWalletId, borrowerWalletId, replacedLenderWalletId]
  const names = await readNames(database, look.caller, {
    orderId,
    orderRequestId: id,
    walletIds: [...walletIds, replacedBorrowerWalletId].filter((one) => one !== null),
    organizationIds: [],
  })
  if (names instanceof Refusal) return names
  const wallet = (old: string | null, given: string | null) =>
    names.wallet((isSwitched ? old : given) ?? '')
  return [
    {
      ...{ leg: 'collateral', when: 'at_once', sender: 'lender', quantity: failed.quantity },
      token: isSwitched ? collateralAsset : substitution.asset,
      wallets: {
        lender: wallet(replacedLenderWalletId, lenderWalletId),
        borrower: wallet(replacedBorrowerWalletId, borrowerWalletId),
      },
    },
  ]
}

/** The exchange as an answer shows it, with the least quantity at the prices of now. */
export function exchangeMembers(
  { asset }: Pick<ResolvedDeal, 'asset'>,
  { before, given, terms: { decimals, terms } }: Exchanged,
  prices: ReadonlyMap<string, PriceReading>,
): ResolvedRequest['substitution'] {
  const lent = prices.get(asset)
  const collateral = prices.get(given.asset)
  const least =
    terms === null ||
    decimals === null ||
    lent?.kind !== 'current' ||
    collateral?.kind !== 'current'
      ? undefined
      : leastCollateral({
          assetQuantity: before.assetQuantity,
          assetPriceUsd: lent.priceUsd,
          collateralPriceUsd: collateral.priceUsd,
          terms: {
            ...(terms.haircut === null
              ? { requirementPercent: terms.requirementPercent ?? '' }
              : { haircut: terms.haircut }),
            thresholdUsd: terms.thresholdUsd,
          },
          smallestUnit: smallestUnit(decimals),
        })
  return {
    before_asset: before.collateralAsset,
    before_quantity: before.collateralQuantity,
    after_asset: given.asset,
    after_quantity: given.quantity,
    after_price_usd: collateral?.kind === 'current' ? collateral.priceUsd : null,
    least_quantity: least === undefined ? null : formatDecimal(least.least),
    required_usd: least === undefined ? null : formatDecimal(least.requiredUsd),
    credited_price_usd: least === undefined ? null : formatDecimal(least.creditedPriceUsd),
  }
}
