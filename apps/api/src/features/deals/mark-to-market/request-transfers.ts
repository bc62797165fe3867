import { type Decimal, formatDecimal } from '@vadium/margin'
import type { PriceBook } from '../../prices/index.ts'
import { domainBounds } from '../../../platform/decimal-bounds.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { heldRetiredFault } from '../blockers/own-retired-wallets.ts'
import { releasableQuantity, undeliverableQuantity } from '../positions/position-book.ts'
import {
  type DealWallets,
  dealWallets,
  type TransferDesk,
  type WantedTransfers,
} from '../transfers/transfer-desk.service.ts'
import { bookedWorth } from '../transfers/transfer-worth.ts'
import { agreedTerms, type AgreedTerms } from './agreed-terms.ts'
import { quantityUnavailable } from './request-blockers.ts'
import type { RequestRecord } from './request-record.ts'
import { together } from '../../../platform/writes/together.ts'

/** What an instruction of a request needs. */
export interface InstructionMeans {
  readonly terms: AgreedTerms
  readonly wallets: DealWallets
  /** The current or last known price of the collateral in USD, for display only. */
  readonly priceUsd: string
  /** What may be sent back, or for a TopUp what is too much to be delivered. */
  readonly bound: string
}

export class RequestTransfers {
  readonly #desk: TransferDesk
  readonly #prices: PriceBook

  constructor(desk: TransferDesk, prices: PriceBook) {
    this.#desk = desk
    this.#prices = prices
  }

  /** Reads in one round trip what an instruction needs. The deal must be locked. */
  async meansOf(tx: WriteTransaction, request: RequestRecord): Promise<InstructionMeans> {
    const { collateralAsset, direction, orderId, positionId } = request
    const [terms, wallets, prices, bound] = await together([
      agreedTerms(tx, positionId),
      dealWallets(tx, orderId),
      this.#prices.lastKnownWithin(tx, [collateralAsset], tx.nowMs),
      direction === 'TopUp'
        ? undeliverableQuantity(tx, positionId)
        : releasableQuantity(tx, positionId),
    ])
    if (terms === undefined) throw new Error(`position ${positionId} is missing`)
    const priceUsd = prices.get(collateralAsset) ?? request.collateralPriceUsd
    return { terms, wallets, priceUsd, bound }
  }

  /** The same, and why the caller may not ask for an instruction: its wallet is retired. */
  heldMeansOf(
    tx: WriteTransaction,
    request: RequestRecord,
  ): Promise<[InstructionMeans, Refusal | undefined]> {
    return together([this.meansOf(tx, request), heldRetiredFault(tx, request, ['collateral'])])
  }

  /**
   * Instructs an amount of collateral: from the borrower for a TopUp, from the lender for a
   * Release. Nothing if it is zero. Refuses to send back more than is available, and to deliver
   * more than the book can hold. Each instruction needs new means.
   */
  async instruct(
    tx: WriteTransaction,
    request: RequestRecord,
    quantity: Decimal,
    means: InstructionMeans,
    replaces?: string,
  ): Promise<Refusal | undefined> {
    const wanted = { request, quantity, means, replaces }
    const refusal = instructionFault(wanted)
    if (refusal === undefined) await this.instructAll(tx, [wanted])
    return refusal
  }

  /** The same for requests of different deals, which {@link instructionFault} does not refuse. */
  async instructAll(tx: WriteTransaction, wanted: readonly WantedInstruction[]): Promise<void> {
    const moving = wanted.filter(({ quantity }) => !quantity.isZero())
    await this.#desk.instructOrders(tx, moving.map(transfersOf))
  }
}

/** An amount of collateral that a request moves. */
interface WantedInstruction {
  readonly request: RequestRecord
  readonly quantity: Decimal
  readonly means: InstructionMeans
  /** The failed transfer that it replaces. */
  readonly replaces?: string | undefined
}

/** Why an amount cannot be instructed: more than is available would go back, or be pledged. */
export function instructionFault({
  request,
  quantity,
  means: { bound },
}: WantedInstruction): Refusal | undefined {
  if (quantity.isZero()) return undefined
  if (request.direction === 'TopUp') {
    return quantity.lessThan(bound) ? undefined : tooMuchPledged(request, quantity)
  }
  return quantity.greaterThan(bound) ? quantityUnavailable(quantity, bound) : undefined
}

function transfersOf({ request, quantity, means, replaces }: WantedInstruction): WantedTransfers {
  const { borrowerWalletId, lenderWalletId } = means.terms
  const isTopUp = request.direction === 'TopUp'
  return {
    order: {
      id: request.orderId,
      number: request.orderNumber,
      lenderId: request.lenderId,
      borrowerId: request.borrowerId,
    },
    wanted: [
      {
        category: 'm2m',
        leg: 'collateral',
        token: request.collateralAsset,
        quantity: formatDecimal(quantity),
        notionalUsd: bookedWorth(quantity, means.priceUsd),
        senderWalletId: isTopUp ? borrowerWalletId : lenderWalletId,
        receiverWalletId: isTopUp ? lenderWalletId : borrowerWalletId,
        markToMarketRequestId: request.id,
        ...(replaces !== undefined && { replaces }),
      },
    ],
    wallets: means.wallets,
  }
}

/** What was sent without a call may be under way, and does not count before it is broadcast. */
function tooMuchPledged({ collateralAsset }: RequestRecord, quantity: Decimal): Refusal {
  const { below } = domainBounds.quantity
  const issue = `must leave less than ${below} ${collateralAsset} pledged, with all that is under way`
  return new Refusal('QUANTITY_NOT_AVAILABLE', [
    { field: 'collateral_amount', issue, value: formatDecimal(quantity) },
  ])
}
