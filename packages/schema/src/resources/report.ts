import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { AssetSymbol } from './custody.ts'
import { CollateralType } from './mark-to-market-preview.ts'
import { PositionStatus } from './position.ts'
import { TransferCategory, TransferStatus } from './transfer.ts'

export const DealSide = enumeration(['lender', 'borrower'], {
  title: 'DealSide',
  description: 'The side of the deal on which the organization of the caller is.',
})
export type DealSide = Static<typeof DealSide>

export const TransferDirection = enumeration(['received', 'sent'], {
  title: 'TransferDirection',
  description: 'Which way it moved, as the organization of the caller sees it.',
})
export type TransferDirection = Static<typeof TransferDirection>

const unknown = 'Null before the book was taken over: nothing is known of it then.'
const unpriced = 'Null where no price was current then.'

/** The deal that a row is about, and who is on the other side. */
const deal = {
  position_id: Uuid,
  order_id: Uuid,
  order_id_pretty: Type.Integer({ description: 'The number of the order, for people.' }),
  side: DealSide,
  counterparty_id: described(Uuid, 'The other side.'),
  counterparty_name: Type.String(),
}

export const PositionReportRow = Type.Object(
  {
    ...deal,
    status: nullable(PositionStatus, `How far it was. ${unknown}`),
    asset: AssetSymbol,
    asset_quantity: nullable(DecimalString, `What was lent. ${unknown}`),
    collateral_asset: AssetSymbol,
    collateral_type: CollateralType,
    collateral_quantity: nullable(
      DecimalString,
      `Settled collateral, what was on its way back still included. ${unknown}`,
    ),
    deliveries_in_transit: nullable(
      DecimalString,
      `Collateral on its way to the lender. ${unknown}`,
    ),
    returns_in_transit: nullable(DecimalString, `Collateral on its way back. ${unknown}`),
    rate_percent: described(DecimalString, 'Interest a year, in percent.'),
    interest_accrued: nullable(
      DecimalString,
      `Interest since it became active, in the asset, rounded up. ${unknown}`,
    ),
    asset_price_usd: nullable(DecimalString, unpriced),
    collateral_price_usd: nullable(DecimalString, unpriced),
    asset_notional_usd: nullable(DecimalString, `Value of the asset. ${unpriced}`),
    collateral_value_usd: nullable(DecimalString, `Value of the collateral. ${unpriced}`),
    ltv_percent: nullable(DecimalString, 'Loan to value, rounded up. Null without a value.'),
    ccr_percent: nullable(DecimalString, 'Collateral coverage, rounded down. Null without one.'),
    margin_call_reached: nullable(Type.Boolean(), `Coverage was at the level. ${unpriced}`),
    liquidation_reached: nullable(Type.Boolean(), `Coverage was at the level. ${unpriced}`),
    create_time: Timestamp,
  },
  {
    title: 'PositionReportRow',
    additionalProperties: false,
    description: 'A position as it stood at a time, at the prices of that time.',
  },
)
export type PositionReportRow = Static<typeof PositionReportRow>

const usd = (description: string) =>
  nullable(DecimalString, `${description}, in USD. Null where a price of it was not current then.`)
const netUsd = usd('What others owe less what is owed: lent and posted, less borrowed and held')

export const CounterpartyExposureRow = Type.Object(
  {
    counterparty_id: described(Uuid, 'The other side.'),
    counterparty_name: Type.String(),
    open_positions: Type.Integer({ description: 'Positions with it that were not closed.' }),
    lent_usd: usd('What it had borrowed'),
    borrowed_usd: usd('What it had lent'),
    collateral_held_usd: usd('Collateral of it that was held'),
    collateral_posted_usd: usd('Collateral that was posted to it'),
    net_usd: netUsd,
    unpriced_assets: Type.Array(AssetSymbol, {
      description: 'Assets among these that had no price that was current then.',
    }),
    unknown_positions: Type.Integer({
      description: 'Positions not counted: the book was taken over later.',
    }),
  },
  {
    title: 'CounterpartyExposureRow',
    additionalProperties: false,
    description: 'What an organization and one counterparty had of each other at a time.',
  },
)
export type CounterpartyExposureRow = Static<typeof CounterpartyExposureRow>

const quantity = (description: string) => described(DecimalString, description)

export const AssetExposureRow = Type.Object(
  {
    asset: AssetSymbol,
    open_positions: Type.Integer({ description: 'Positions in it that were not closed.' }),
    lent_quantity: quantity('What others had borrowed.'),
    borrowed_quantity: quantity('What others had lent.'),
    collateral_held_quantity: quantity('Collateral that was held.'),
    collateral_posted_quantity: quantity('Collateral that was posted.'),
    net_quantity: quantity('Lent and posted, less borrowed and held.'),
    price_usd: nullable(DecimalString, unpriced),
    lent_usd: usd('What others had borrowed'),
    borrowed_usd: usd('What others had lent'),
    collateral_held_usd: usd('Collateral that was held'),
    collateral_posted_usd: usd('Collateral that was posted'),
    net_usd: netUsd,
    unknown_positions: Type.Integer({
      description: 'Positions not counted: the book was taken over later.',
    }),
  },
  {
    title: 'AssetExposureRow',
    additionalProperties: false,
    description: 'What an organization and others had of each other in one asset at a time.',
  },
)
export type AssetExposureRow = Static<typeof AssetExposureRow>

export const CollateralMovementRow = Type.Object(
  {
    time: described(Timestamp, 'When it settled.'),
    ...deal,
    transfer_id: nullable(Uuid, 'Null where it was there when the book was taken over.'),
    category: nullable(
      TransferCategory,
      'What the transfer was for. Null where it was there when the book was taken over.',
    ),
    direction: TransferDirection,
    asset: AssetSymbol,
    quantity: described(DecimalString, 'What moved; above zero.'),
    balance: described(
      DecimalString,
      'The settled collateral of the order after it, what is on its way back still included.',
    ),
  },
  {
    title: 'CollateralMovementRow',
    additionalProperties: false,
    description: 'Collateral that settled with one side or the other, as the journal has it.',
  },
)
export type CollateralMovementRow = Static<typeof CollateralMovementRow>

const Day = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'A day, by UTC.',
})

export const InterestRow = Type.Object(
  {
    ...deal,
    asset: AssetSymbol,
    from_day: described(Day, 'The first day that bore this interest.'),
    to_day: described(Day, 'The first day that did not.'),
    days: Type.Integer({ description: 'The days between the two.' }),
    quantity: described(DecimalString, 'What bore interest.'),
    rate_percent: described(DecimalString, 'Interest a year, in percent.'),
    day_count: described(Type.String(), 'How a year is counted: ACT/360 or ACT/365.'),
    interest: described(
      DecimalString,
      'In the asset: by how much the interest of the position, rounded up, has grown. The lender earns it, the borrower owes it.',
    ),
  },
  {
    title: 'InterestRow',
    additionalProperties: false,
    description: 'Interest of one position over days of one quantity and one rate.',
  },
)
export type InterestRow = Static<typeof InterestRow>

export const TransferReportRow = Type.Object(
  {
    id: Uuid,
    external_transfer_id: Type.String({
      description: 'The identifier under which the provider knows the transfer.',
    }),
    category: TransferCategory,
    status: nullable(
      TransferStatus,
      'How far it was. Null where it came into the book with a status that it reached later.',
    ),
    direction: TransferDirection,
    counterparty_id: described(Uuid, 'The other side.'),
    counterparty_name: Type.String(),
    asset: AssetSymbol,
    quantity: described(DecimalString, 'What moves.'),
    notional_usd: described(DecimalString, 'Value in USD when the transfer was made.'),
    order_id: Uuid,
    order_id_pretty: Type.Integer({ description: 'The number of the order, for people.' }),
    sender_custodian: Type.String(),
    sender_wallet_address: Type.String(),
    receiver_custodian: Type.String(),
    receiver_wallet_address: Type.String(),
    create_time: Timestamp,
    update_time: described(Timestamp, 'When it came to be as far as it is known to be.'),
  },
  {
    title: 'TransferReportRow',
    additionalProperties: false,
    description: 'A transfer as it stood at a time.',
  },
)
export type TransferReportRow = Static<typeof TransferReportRow>
