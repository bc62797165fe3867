import type { EarlierScenario as Scenario } from '@vadium/api/scenario'
import { readableUuid } from '../identifiers.ts'
import type { AgreementName } from '../reference/agreements.ts'
import type { AssetSymbol } from '../reference/assets.ts'
import type { LatestEvent } from './latest-event.ts'

type Order = Scenario['orders'][number]
type Position = Scenario['positions'][number]

/** An order as it stands at the end of the book. Its history is made up so that it comes to this. */
export interface OrderPlan {
  readonly number: number
  readonly agreement: AgreementName
  readonly status: Order['status']
  readonly collateralType: Order['collateral_type']
  readonly asset: AssetSymbol
  readonly collateralAsset: AssetSymbol
  readonly ratePercent: string
  /** Lent, and settled as collateral, at the end; for a closed order, just before it closed. */
  readonly assetQuantity: string
  readonly collateralQuantity: string
  readonly disputedQuantity?: string
  /** Unix milliseconds. */
  readonly openedAt: number
  readonly closedAt?: number
  readonly liquidated?: boolean
  readonly latest?: LatestEvent
}

/** How far the position of an order is; undefined where it never came to one. */
export function positionStatus({ status }: OrderPlan): Position['status'] | undefined {
  switch (status) {
    case 'ACCEPTED':
    case 'OPENING':
      return 'OPENING'
    case 'ACTIVE':
    case 'CLOSING':
    case 'CLOSED':
      return status
    default:
      return undefined
  }
}

export function orderId(number: number): string {
  return readableUuid('order', number)
}

export function positionId(number: number): Position['id'] {
  return readableUuid('position', number)
}
