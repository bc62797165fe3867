import type { CollateralType } from '@vadium/schema'
import type { AgreementName } from './reference/agreements.ts'
import type { AssetSymbol } from './reference/assets.ts'

/** What the two sides agree on. */
export interface DealTerms {
  /** The number of the order. */
  readonly number: number
  readonly agreement: AgreementName
  readonly collateralType: CollateralType
  readonly asset: AssetSymbol
  readonly collateralAsset: AssetSymbol
  readonly ratePercent: string
  readonly assetQuantity: string
  readonly collateralQuantity: string
}

/** The name of an order in the history. */
export function orderName(number: number): string {
  return `order-${number}`
}
