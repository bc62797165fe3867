import type { MarkToMarketPreviewResponse } from '@vadium/client'
import { Decimal, formatDecimal, valuePosition } from '@vadium/margin'

/** The collateral of a position once the transfer of a preview has settled, and what it covers. */
export interface AfterSettlement {
  /** What is settled now. */
  readonly heldQuantity: string
  readonly collateralQuantity: string
  /** At the prices of the preview. Null without a notional. */
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
  const heldQuantity = input('collateral_quantity')
  const amount = new Decimal(preview.m2m_collateral_amount)
  const moved = preview.direction === 'Release' ? amount.negated() : amount
  const collateralQuantity = formatDecimal(new Decimal(heldQuantity).plus(moved))
  const { ccrPercent } = valuePosition({
    assetQuantity: input('asset_quantity'),
    assetPriceUsd: input('asset_price'),
    collateralQuantity,
    collateralPriceUsd: input('collateral_price'),
  })
  return {
    heldQuantity,
    collateralQuantity,
    ccrPercent: ccrPercent === null ? null : formatDecimal(ccrPercent, 2),
  }
}
