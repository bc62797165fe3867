import { Decimal, formatDecimal, type MostToSend, transferNotional } from '@vadium/margin'
import { type OperationBody, type sendCollateral, statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { together } from '../../../platform/writes/together.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import { type NewestQuotes, type PriceBook, usablePrice } from '../../prices/index.ts'
import { heldRetiredFault } from '../blockers/own-retired-wallets.ts'
import { agreedTerms } from '../mark-to-market/agreed-terms.ts'
import { quantityOf } from '../orders/order-creation.ts'
import { lockDealOfPosition } from '../parties/deal.ts'
import { releaseBlocker } from '../positions/mark-blocker.ts'
import { alreadySending, leastWorth, mostOf } from '../positions/sending-blocker.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import { markableWithin, type QuotedPosition } from '../positions/position-book.ts'
import { positionNotFound } from '../positions/position.service.ts'
import { readDocument } from '../transfers/transfer-book.repository.ts'
import { dealWallets, type TransferDesk } from '../transfers/transfer-desk.service.ts'
import { bookedUsd, isBeyondBooking } from '../transfers/transfer-worth.ts'
import { domainBounds } from '../../../platform/decimal-bounds.ts'

type SendBody = OperationBody<typeof sendCollateral>

interface Parts {
  readonly desk: TransferDesk
  readonly prices: PriceBook
  readonly traffic: CounterpartyTraffic
}

/**
 * Sends collateral that nobody has called for. It answers no request and needs no answer: security
 * harms nobody.
 */
export class VoluntaryCollateral {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @returns the transfer as its stored JSON text. */
  async send(
    tx: WriteTransaction,
    positionId: string,
    { quantity: text }: SendBody,
  ): Promise<string | Refusal> {
    const [orderId, quoted, terms, retired] = await together([
      lockDealOfPosition(tx, positionId),
      markableWithin(tx, positionId),
      agreedTerms(tx, positionId),
      heldRetiredFault(tx, { positionId }, ['collateral']),
    ])
    if (orderId === undefined || terms === undefined) return positionNotFound(positionId)
    if (quoted instanceof Refusal) return quoted
    const { position } = quoted
    const isLender = tx.organizationId === position.lender.organizationId
    const own = isLender ? releaseBlocker(position, 'Release') : undefined
    const fault = own ?? (await underWayFault(tx, orderId))
    if (fault !== undefined) return fault
    const asset = { symbol: position.collateralAsset, decimals: position.collateralDecimals }
    const quantity = quantityOf('quantity', text, asset)
    if (quantity instanceof Refusal) return quantity
    const worth = await this.#worth(tx, position, quantity)
    if (worth instanceof Refusal) return worth
    const tooMuch = isLender
      ? this.#releaseFault(tx, quoted, quantity)
      : deliveryFault(position, quantity)
    const refusal =
      tooMuch ?? retired ?? (await this.#parts.traffic.admitCollateral(tx, position.id))
    if (refusal !== undefined) return refusal
    const { lenderWalletId, borrowerWalletId } = terms
    const { id } = await this.#parts.desk.instruct(
      tx,
      {
        id: orderId,
        number: position.orderNumber,
        lenderId: position.lender.organizationId,
        borrowerId: position.borrower.organizationId,
      },
      {
        category: 'voluntary',
        leg: 'collateral',
        token: position.collateralAsset,
        quantity,
        notionalUsd: bookedUsd(worth),
        senderWalletId: isLender ? lenderWalletId : borrowerWalletId,
        receiverWalletId: isLender ? borrowerWalletId : lenderWalletId,
      },
      dealWallets(tx, orderId),
    )
    return readDocument(tx, id)
  }

  /**
   * The worth of a quantity at the last known price, in cents; or why it is too little or too much.
   */
  async #worth(
    tx: WriteTransaction,
    position: MarkablePosition,
    quantity: string,
  ): Promise<Decimal | Refusal> {
    const { collateralAsset, terms } = position
    const prices = await this.#parts.prices.lastKnownWithin(tx, [collateralAsset], tx.nowMs)
    const priceUsd = prices.get(collateralAsset)
    if (priceUsd === undefined) {
      return new Refusal('PRICE_MISSING', [{ field: collateralAsset, issue: 'has no price' }])
    }
    const worth = new Decimal(quantity).times(priceUsd)
    const least = leastWorth(terms)
    if (worth.lessThan(least) && !(await owesCalledCollateral(tx, position))) {
      const issue = `must be worth at least ${formatDecimal(least, 2)} USD: one ${collateralAsset} is worth ${priceUsd} USD`
      return invalid(issue, quantity)
    }
    return isBeyondBooking(worth)
      ? invalid('is worth more than can be booked', quantity)
      : transferNotional(quantity, priceUsd)
  }

  /** Why the lender cannot send a quantity at current prices, with the figures. */
  #releaseFault(
    { nowMs }: WriteTransaction,
    { position, quotes }: QuotedPosition,
    quantity: string,
  ): Refusal | undefined {
    const most = this.#most(position, quotes, nowMs)
    if (most instanceof Refusal) return most
    if (most.most.greaterThanOrEqualTo(quantity)) return undefined
    return new Refusal('QUANTITY_NOT_AVAILABLE', [
      {
        field: 'quantity',
        issue: `is more than leaves the requirement met: at most ${formatDecimal(most.most)} ${position.collateralAsset}`,
        value: quantity,
      },
      figure('most', 'in units of the collateral', most.most),
      figure(
        'shortfall',
        'required − credited, in USD; below zero is an excess',
        most.shortfallUsd,
      ),
      figure('credited_price', 'of one unit of the collateral, in USD', most.creditedPriceUsd),
      figure(
        'releasable_quantity',
        'settled, not on its way back and not disputed',
        most.releasableQuantity,
      ),
    ])
  }

  #most(position: MarkablePosition, quotes: NewestQuotes, nowMs: number): MostToSend | Refusal {
    const assets = [position.asset, position.collateralAsset]
    const readings = this.#parts.prices.readingsOf(assets, quotes, nowMs)
    const asset = usablePrice(position.asset, readings)
    if (asset instanceof Refusal) return asset
    const collateral = usablePrice(position.collateralAsset, readings)
    if (collateral instanceof Refusal) return collateral
    return mostOf(position, asset.priceUsd, collateral.priceUsd)
  }
}

/** Whether a notice is open that the sender has not met a call: then it may send what is due. */
async function owesCalledCollateral(
  tx: WriteTransaction,
  { id, hasNotice }: MarkablePosition,
): Promise<boolean> {
  if (!hasNotice) return false
  const notice = await tx.row(
    `SELECT FROM close_outs
     WHERE position_id = $1 AND status = 'NOTICE' AND cause = 'UNMET_CALL' AND creator_id <> $2`,
    [id, tx.organizationId],
  )
  return notice !== undefined
}

/** The sum of what is pledged must be one that the book can hold. */
function deliveryFault(position: MarkablePosition, quantity: string): Refusal | undefined {
  const { collateralAsset, collateralQuantity, deliveriesInTransit } = position
  const pledged = new Decimal(collateralQuantity).plus(deliveriesInTransit).plus(quantity)
  const { below } = domainBounds.quantity
  return pledged.lessThan(below)
    ? undefined
    : invalid(`must leave less than ${below} ${collateralAsset} pledged`, quantity)
}

/** One at a time, so that nobody is flooded. */
async function underWayFault(tx: WriteTransaction, orderId: string): Promise<Refusal | undefined> {
  const row = await tx.row<{ id: string }>(
    `SELECT id FROM transfers
     WHERE order_id = $1 AND sender_organization_id = $2 AND category = 'voluntary'
       AND status ${oneOf(statusSets.transfer.underWay)}`,
    [orderId, tx.organizationId],
  )
  if (row === undefined) return undefined
  return alreadySending(row.id)
}

const figure = (field: string, issue: string, value: Decimal) => ({
  field,
  issue,
  value: formatDecimal(value),
})

const invalid = (issue: string, value: string) =>
  new Refusal('VALUE_INVALID', [{ field: 'quantity', issue, value }])
