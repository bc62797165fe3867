import {
  calculatePreview,
  type CalculatedPreview,
  type PartyName,
  previewFigures,
  type PreviewFigures,
  type PreviewInputs,
} from '@vadium/margin'
import {
  type MarkToMarketParty,
  markToMarketCreators,
  type OperationBody,
  type OperationResponse,
  type previewMarkToMarketRequest,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import { type PriceBook, type PriceReading, usablePrice } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { heldFromBorrower } from '../blockers/notice-blockers.ts'
import type { DefaultsByPosition, DefaultsReader } from '../parties/declared-defaults.ts'
import type { MarkablePosition, PositionParty } from '../positions/markable-position.ts'
import { releaseBlocker } from '../positions/mark-blocker.ts'
import { markableWithin } from '../positions/position-book.ts'
import type { PositionService, PricedPosition } from '../positions/position.service.ts'
import { type CalculationIds, pinnedCalculation } from './calculation-id.ts'
import { previewInputs } from './preview-inputs.ts'

type PreviewBody = OperationBody<typeof previewMarkToMarketRequest>
type PreviewResponse = OperationResponse<typeof previewMarkToMarketRequest>

/** A preview with the position that it was computed from. */
export interface ComputedPreview extends CalculatedPreview {
  readonly position: MarkablePosition
  readonly inputs: PreviewInputs
}

interface Parts {
  readonly positions: PositionService
  readonly prices: PriceBook
  readonly clock: Clock
  readonly calculationIds: CalculationIds
  readonly defaults: DefaultsReader
}

/** Computes the figures of a possible mark-to-market request. */
export class PreviewService {
  readonly #positions: PositionService
  readonly #prices: PriceBook
  readonly #clock: Clock
  readonly #calculationIds: CalculationIds
  readonly #defaults: DefaultsReader

  constructor({ positions, prices, clock, calculationIds, defaults }: Parts) {
    this.#positions = positions
    this.#prices = prices
    this.#clock = clock
    this.#calculationIds = calculationIds
    this.#defaults = defaults
  }

  /** The figures of a mark-to-market request that the caller could create now. Changes nothing. */
  async preview(caller: Caller, body: PreviewBody): Promise<PreviewResponse | Refusal> {
    const nowMs = this.#clock.now()
    const priced = await this.#positions.priced(caller, body.position_id, nowMs)
    if (priced instanceof Refusal) return priced
    const { position, readings } = priced
    const defaults = isBorrowerUnderNotice(position, caller)
      ? await this.#defaults.read(caller, [position.id], nowMs)
      : undefined
    if (defaults instanceof Refusal) return defaults
    const inputs = inputsOf(position, readings, { ...caller, defaults }, nowMs)
    if (inputs instanceof Refusal) return inputs
    if (body.explain !== true) {
      const { figures, sender } = previewFigures(inputs)
      const held = releaseBlocker(position, figures.direction)
      return held ?? { preview: previewResource(priced, figures, sender) }
    }
    const { figures, sender, calculation } = calculatePreview(inputs)
    const held = releaseBlocker(position, figures.direction)
    if (held !== undefined) return held
    const pinned = pinnedCalculation(position, inputs, figures)
    const calculation_id = this.#calculationIds.write(pinned, caller.organizationId)
    return {
      preview: previewResource(priced, figures, sender),
      calculation: { calculation_id, ...calculation },
    }
  }

  /**
   * The calculation id of a preview now, from which a request can be created in the same
   * transaction.
   */
  async calculationIdWithin(
    tx: WriteTransaction,
    caller: Caller,
    positionId: string,
  ): Promise<string | Refusal> {
    const computed = await this.computeWithin(tx, caller, positionId)
    return computed instanceof Refusal ? computed : this.calculationIdOf(computed, caller)
  }

  /** The calculation id of a preview, from which its caller can create a request. */
  calculationIdOf(
    { position, inputs, figures }: ComputedPreview,
    { organizationId }: Pick<Caller, 'organizationId'>,
  ): string {
    return this.#calculationIds.write(pinnedCalculation(position, inputs, figures), organizationId)
  }

  /** The same figures under the lock of the deal, from which a request is created. */
  async computeWithin(
    tx: WriteTransaction,
    caller: Pick<Caller, 'organizationId' | 'role'>,
    positionId: string,
  ): Promise<ComputedPreview | Refusal> {
    const quoted = await markableWithin(tx, positionId)
    if (quoted instanceof Refusal) return quoted
    const { position, quotes } = quoted
    const readings = this.#prices.readingsOf(pricedAssets(position), quotes, tx.nowMs)
    const defaults = isBorrowerUnderNotice(position, caller)
      ? await this.#defaults.within(tx, [position.id])
      : undefined
    const inputs = inputsOf(position, readings, { ...caller, defaults }, tx.nowMs)
    if (inputs instanceof Refusal) return inputs
    const calculated = calculatePreview(inputs)
    const held = releaseBlocker(position, calculated.figures.direction)
    return held ?? { ...calculated, position, inputs }
  }
}

export const pricedAssets = ({ asset, collateralAsset }: MarkablePosition) => [
  asset,
  collateralAsset,
]

/** Whether the caller borrows, and a notice of a default is open. */
export function isBorrowerUnderNotice(
  { hasNotice, borrower }: MarkablePosition,
  { organizationId }: Pick<Caller, 'organizationId'>,
): boolean {
  return hasNotice && borrower.organizationId === organizationId
}

/** Who previews, with the declared defaults of its position if it is a borrower under notice. */
interface Previewer extends Pick<Caller, 'role'> {
  readonly defaults: DefaultsByPosition | undefined
}

/** The inputs of a preview, or the price that is missing or too old. */
export function inputsOf(
  position: MarkablePosition,
  readings: ReadonlyMap<string, PriceReading>,
  { role, defaults }: Previewer,
  nowMs: number,
): PreviewInputs | Refusal {
  const assetPrice = usablePrice(position.asset, readings)
  if (assetPrice instanceof Refusal) return assetPrice
  const collateralPrice = usablePrice(position.collateralAsset, readings)
  if (collateralPrice instanceof Refusal) return collateralPrice
  return previewInputs(
    position,
    assetPrice,
    collateralPrice,
    {
      roleMayCreate: markToMarketCreators.includes(role),
      receiverInDefault: heldFromBorrower({ positionId: position.id }, { defaults }) !== undefined,
    },
    new Date(nowMs).toISOString(),
  )
}

/** A preview as the API shows it. */
export function previewResource(
  { position, priceAtLastMarketUsd }: Pick<PricedPosition, 'position' | 'priceAtLastMarketUsd'>,
  figures: PreviewFigures,
  sender: PartyName,
): PreviewResponse['preview'] {
  return {
    asset: position.asset,
    collateral_asset: position.collateralAsset,
    collateral_type: position.collateralType,
    order_id: position.orderId,
    order_id_pretty: position.orderNumber,
    position_id: position.id,
    ...figures,
    price_at_last_m2m: position.priceAtLastM2mUsd,
    price_at_last_market: priceAtLastMarketUsd,
    last_m2m_at: position.lastM2mAt,
    ...transferParties(position, sender),
  }
}

/** Who sends and who receives, with their wallets. */
export function transferParties(
  { lender, borrower }: MarkablePosition,
  sender: PartyName,
): { readonly sender: MarkToMarketParty; readonly receiver: MarkToMarketParty } {
  const [from, to] = sender === 'borrower' ? [borrower, lender] : [lender, borrower]
  return { sender: party(from), receiver: party(to) }
}

function party(of: PositionParty): MarkToMarketParty {
  return {
    custodian: of.custodian,
    organization_id: of.organizationId,
    organization_name: of.organizationName,
    wallet_id: of.walletId,
    wallet_name: of.walletName,
  }
}
