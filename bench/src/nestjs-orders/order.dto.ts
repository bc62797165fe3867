import type { OrderEntity } from './order.entities.ts'

/** An order in an answer and in its events. */
export class OrderDto {
  readonly id: string
  readonly number: number
  readonly status: string
  readonly creator_id: string
  readonly lender_id: string
  readonly borrower_id: string
  readonly asset: string
  readonly asset_quantity: string
  readonly rate_percent: string
  readonly collateral_asset: string
  readonly collateral_type: string
  readonly collateral_quantity: string
  readonly asset_wallet_id: string
  readonly collateral_wallet_id: string
  readonly create_time: Date

  constructor(order: OrderEntity) {
    this.id = order.id
    this.number = order.number
    this.status = order.status
    this.creator_id = order.creatorId
    this.lender_id = order.lenderId
    this.borrower_id = order.borrowerId
    this.asset = order.asset
    this.asset_quantity = order.assetQuantity
    this.rate_percent = order.ratePercent
    this.collateral_asset = order.collateralAsset
    this.collateral_type = order.collateralType
    this.collateral_quantity = order.collateralQuantity
    this.asset_wallet_id = order.assetWalletId
    this.collateral_wallet_id = order.collateralWalletId
    this.create_time = order.createdAt
  }
}
