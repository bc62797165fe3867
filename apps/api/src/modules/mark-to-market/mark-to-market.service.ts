import { calculatePreview } from '@vadium/margin'
import {
  type MarkToMarketParty,
  markToMarketCreators,
  type OperationBody,
  type OperationResponse,
  type previewMarkToMarketRequest,
} from '@vadium/schema'
import type { Clock } from '../../clock.ts'
import type { Asker } from '../../edge/operation-pipeline.ts'
import type { PriceBook, PriceReading } from '../../prices/price-book.ts'
import { Refusal } from '../../refusal.ts'
import type { MarkablePosition, PositionParty } from '../positions/markable-position.ts'
import type { PositionService } from '../positions/position.service.ts'
import { type CalculationIds, pinnedCalculation } from './calculation-id.ts'
import { previewInputs, type UsablePrice } from './preview-inputs.ts'

type PreviewBody = OperationBody<typeof previewMarkToMarketRequest>
type PreviewResponse = OperationResponse<typeof previewMarkToMarketRequest>

export class MarkToMarketService {
  readonly #positions: PositionService
  readonly #prices: PriceBook
  readonly #clock: Clock
  readonly #calculationIds: CalculationIds

  constructor(
    positions: PositionService,
    prices: PriceBook,
    clock: Clock,
    calculationIds: CalculationIds,
  ) {
    this.#positions = positions
    this.#prices = prices
    this.#clock = clock
    this.#calculationIds = calculationIds
  }

  /** What a mark-to-market request would be if the caller created it now. Changes nothing. */
  async preview(asker: Asker, body: PreviewBody): Promise<PreviewResponse | Refusal> {
    const position = await this.#positions.markable(asker, body.position_id)
    if (position instanceof Refusal) return position

    const now = this.#clock.now()
    const { asset, collateralAsset } = position
    const [readings, lastCut] = await Promise.all([
      this.#prices.read([asset, collateralAsset], now),
      this.#prices.lastMarketCut(asset, now),
    ])
    const assetPrice = usable(asset, readings.get(asset))
    const collateralPrice = usable(collateralAsset, readings.get(collateralAsset))
    if (assetPrice instanceof Refusal) return assetPrice
    if (collateralPrice instanceof Refusal) return collateralPrice

    const inputs = previewInputs(
      position,
      assetPrice,
      collateralPrice,
      markToMarketCreators.includes(asker.role),
      new Date(now).toISOString(),
    )
    const { figures, sender, calculation } = calculatePreview(inputs)
    const preview = {
      ...identity(position),
      ...figures,
      price_at_last_m2m: position.priceAtLastM2mUsd,
      price_at_last_market: lastCut?.priceUsd ?? null,
      last_m2m_at: position.lastM2mAt,
      sender: party(sender === 'borrower' ? position.borrower : position.lender),
      receiver: party(sender === 'borrower' ? position.lender : position.borrower),
    }
    if (body.explain !== true) return { preview }
    const pinned = pinnedCalculation(position.id, inputs, figures)
    const calculation_id = this.#calculationIds.write(pinned, asker.organizationId)
    return { preview, calculation: { calculation_id, ...calculation } }
  }
}

function identity(position: MarkablePosition) {
  return {
    asset: position.asset,
    collateral_asset: position.collateralAsset,
    collateral_type: position.collateralType,
    order_id: position.orderId,
    order_id_pretty: position.orderNumber,
    position_id: position.id,
  }
}

function usable(asset: string, reading: PriceReading = { kind: 'missing' }): UsablePrice | Refusal {
  if (reading.kind === 'current') return reading
  if (reading.kind === 'missing') {
    return new Refusal('PRICE_MISSING', [{ field: asset, issue: 'has no price' }])
  }
  return new Refusal('PRICE_STALE', [
    { field: asset, issue: 'its newest price is too old', value: reading.observedAt },
  ])
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
