import type { MarkToMarketPreviewResponse } from '@vadium/client'
import { Decimal, formatDecimal, roundHalfEven, valuePosition } from '@vadium/margin'

/** The figures of a position once the transfer of a preview has settled, at its prices. */
export interface AfterSettlement {
  readonly before: {
    readonly collateralQuantity: string
    readonly collateralValueUsd: string
    readonly deliveriesInTransit: string
    readonly returnsInTransit: string
  }
  readonly collateralQuantity: string
  readonly collateralValueUsd: string
  readonly ltvPercent: string | null
  readonly ccrPercent: string | null
}

/** Undefined if the preview has no calculation. */
export function afterSettlement({
  preview,
  calculation,
}: MarkToMarketPreviewResponse): AfterSettlement | undefined {
  if (calculation === undefined) return undefined
  const values = new Map(calculation.inputs.map(({ name, value }) => [name, value]))
  const input = (name: string) => values.get(name) ?? '0'
  const held = input('collateral_quantity')
  const amount = new Decimal(preview.m2m_collateral_amount)
  const moved = preview.direction === 'Release' ? amount.negated() : amount
  const collateralQuantity = formatDecimal(new Decimal(held).plus(moved))
  const valued = (quantity: string) =>
    valuePosition({
      assetQuantity: input('asset_quantity'),
      assetPriceUsd: input('asset_price'),
      collateralQuantity: quantity,
      collateralPriceUsd: input('collateral_price'),
      deliveriesInTransit: input('deliveries_in_transit'),
      returnsInTransit: input('returns_in_transit'),
      disputedQuantity: input('disputed_quantity'),
    })
  const [before, after] = [valued(held), valued(collateralQuantity)]
  const usd = (value: Decimal) => formatDecimal(roundHalfEven(value, '0.01'), 2)
  const percent = (value: Decimal | null) => (value === null ? null : formatDecimal(value, 2))
  return {
    before: {
      collateralQuantity: held,
      collateralValueUsd: usd(before.collateralValueUsd),
      deliveriesInTransit: input('deliveries_in_transit'),
      returnsInTransit: input('returns_in_transit'),
    },
    collateralQuantity,
    collateralValueUsd: usd(after.collateralValueUsd),
    ltvPercent: percent(after.ltvPercent),
    ccrPercent: percent(after.ccrPercent),
  }
}
