import type { PreviewInput, PreviewInputs } from '@vadium/margin'
import type { UsablePrice } from '../../prices/index.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import {
  movableLot,
  type PositionTerms,
  requirementOf,
  topUpPercent,
} from '../positions/valued-position.ts'

/** What a preview depends on of its caller. */
interface PreviewingCaller {
  readonly roleMayCreate: boolean
  /** Whether it borrows, and a default of it is declared and there. */
  readonly receiverInDefault: boolean
}

/** The inputs of a preview, each with its source and time. */
export function previewInputs(
  position: MarkablePosition,
  assetPrice: UsablePrice,
  collateralPrice: UsablePrice,
  caller: PreviewingCaller,
  now: string,
): PreviewInputs {
  const { terms } = position
  const held = (value: string): PreviewInput => ({
    value,
    source: `position ${position.id}`,
    observedAt: position.updatedAt,
  })
  const moving = (value: string): PreviewInput => ({
    value,
    source: `transfers of order ${position.orderNumber}`,
    observedAt: now,
  })
  const agreed = (value: string): PreviewInput => ({
    value,
    source: `terms of order ${position.orderNumber}`,
    observedAt: null,
  })
  /** Every amount is a multiple of the smallest unit, with or without an agreed lot. */
  const lot = (value: string | null): PreviewInput => {
    const movable = movableLot(value, position.collateralDecimals)
    if (movable === value) return agreed(value)
    return {
      value: movable,
      source: `smallest unit of ${position.collateralAsset}`,
      observedAt: null,
    }
  }
  const quoted = ({ priceUsd, source, observedAt }: UsablePrice): PreviewInput => ({
    value: priceUsd,
    source,
    observedAt,
  })
  return {
    asset: position.asset,
    collateral_asset: position.collateralAsset,
    lender: position.lender.organizationId,
    borrower: position.borrower.organizationId,
    role_may_create: caller.roleMayCreate,
    ...(caller.receiverInDefault && { receiver_in_default: true }),
    asset_quantity: held(position.assetQuantity),
    asset_price: quoted(assetPrice),
    collateral_quantity: held(position.collateralQuantity),
    collateral_price: quoted(collateralPrice),
    deliveries_in_transit: moving(position.deliveriesInTransit),
    returns_in_transit: moving(position.returnsInTransit),
    disputed_quantity: held(position.collateralDisputedQuantity),
    ...requirement(position, agreed),
    threshold_usd: agreed(terms.thresholdUsd),
    minimum_notional_top_up_usd: agreed(terms.minimumNotionalTopUpUsd),
    minimum_notional_release_usd: agreed(terms.minimumNotionalReleaseUsd),
    lot_top_up: lot(terms.lotTopUp),
    lot_release: lot(terms.lotRelease),
    margin_call_percent: agreed(terms.marginCallPercent),
    liquidation_percent: agreed(terms.liquidationPercent),
    ...levels(terms, agreed),
  }
}

/** An absent input keeps the version of the formulas that a verifier in use knows. */
function levels(
  terms: PositionTerms,
  agreed: (value: string) => PreviewInput,
): Pick<PreviewInputs, 'top_up_percent' | 'release_percent'> {
  const level = topUpPercent(terms)
  return {
    ...(level !== null && { top_up_percent: agreed(level) }),
    ...(terms.releasePercent !== null && { release_percent: agreed(terms.releasePercent) }),
  }
}

function requirement(
  position: MarkablePosition,
  agreed: (value: string) => PreviewInput,
): { requirement_percent: PreviewInput } | { haircut: PreviewInput } {
  const one = requirementOf(position)
  return 'haircut' in one
    ? { haircut: agreed(one.haircut) }
    : { requirement_percent: agreed(one.requirementPercent) }
}
