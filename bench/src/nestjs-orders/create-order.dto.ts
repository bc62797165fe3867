import { IsIn, IsUUID, Length, Matches } from 'class-validator'

/** A decimal above or equal to zero, as text. */
const decimal = /^\d{1,20}(\.\d{1,18})?$/

/** The body of `POST /orders`, as that of the service. */
export class CreateOrderDto {
  @IsUUID('loose')
  declare readonly lender_id: string

  @IsUUID('loose')
  declare readonly borrower_id: string

  @Length(1, 32)
  declare readonly asset: string

  @Matches(decimal)
  declare readonly asset_quantity: string

  @Matches(decimal)
  declare readonly rate_percent: string

  @Length(1, 32)
  declare readonly collateral_asset: string

  @IsIn(['BILATERAL', 'RESTRICTED'])
  declare readonly collateral_type: string

  @Matches(decimal)
  declare readonly collateral_quantity: string

  @Length(1, 128)
  declare readonly asset_wallet_id: string

  @Length(1, 128)
  declare readonly collateral_wallet_id: string
}
