import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { TermsVersion } from './agreement.ts'
import { AssetSymbol } from './custody.ts'
import { valueMembers } from './value-members.ts'
import { CollateralType } from './mark-to-market-preview.ts'
import { PositionStatus } from './position.ts'
import { TransferCategory, TransferStatus } from './transfer.ts'

export const DealSide = enumeration(['lender', 'borrower'], {
  title: 'DealSide',
  description: "The side of the caller's organization in the deal.",
})
export type DealSide = Static<typeof DealSide>

export const TransferDirection = enumeration(['received', 'sent'], {
  title: 'TransferDirection',
  description: "Whether the caller's organization received or sent it.",
})
export type TransferDirection = Static<typeof TransferDirection>

const unpriced = 'Null if there was no current price then.'

/** The deal of a row, and its counterparty. */
const deal = {
  position_id: described(Uuid, 'The position.'),
  order_id: described(Uuid, 'The order of the position.'),
  order_id_pretty: Type.Integer({
    description: 'The number of the order, for people.',
    examples: [1042],
  }),
  side: DealSide,
  counterparty_id: described(Uuid, 'The organization id of the counterparty.'),
  counterparty_name: text('The name of the counterparty.', 'Kestrel Market Making'),
}

export const PositionReportRow = Type.Object(
  {
    ...deal,
    status: described(PositionStatus, 'The status at the time.'),
    asset: described(AssetSymbol, 'The symbol of the asset that was lent.'),
    asset_quantity: described(DecimalString, 'The quantity lent, in units of the asset.', '2.5'),
    collateral_asset: described(AssetSymbol, 'The symbol of the collateral asset.', 'USDC'),
    collateral_type: CollateralType,
    collateral_quantity: described(
      DecimalString,
      'The settled collateral in units of the collateral asset, including returns in transit.',
      '160000',
    ),
    deliveries_in_transit: described(
      DecimalString,
      'The collateral in transit to the lender, in units of the collateral asset.',
      '0',
    ),
    returns_in_transit: described(
      DecimalString,
      'The collateral in transit to the borrower, in units of the collateral asset.',
      '0',
    ),
    rate_percent: described(DecimalString, 'The interest rate in percent a year.', '4.25'),
    terms_version: described(
      TermsVersion,
      'The version of the agreement whose terms applied at the time.',
    ),
    interest_accrued: described(
      DecimalString,
      'The interest accrued since the activation, in units of the asset, rounded up.',
      '0.00873288',
    ),
    asset_price_usd: nullable(
      DecimalString,
      `The price of the asset in USD. ${unpriced}`,
      '59120.5',
    ),
    collateral_price_usd: nullable(
      DecimalString,
      `The price of the collateral in USD. ${unpriced}`,
      '1',
    ),
    ...valueMembers(unpriced),
    margin_call_reached: nullable(
      Type.Boolean(),
      `Whether coverage was at or below the margin call level while the asset was lent. ${unpriced}`,
    ),
    liquidation_reached: nullable(
      Type.Boolean(),
      `Whether coverage was at or below the liquidation level while the asset was lent. ${unpriced}`,
    ),
    create_time: described(Timestamp, 'When the position was created.'),
  },
  {
    title: 'PositionReportRow',
    additionalProperties: false,
    description: 'A position at a time, valued at the prices of that time.',
  },
)
export type PositionReportRow = Static<typeof PositionReportRow>

const usd = (description: string) =>
  nullable(
    DecimalString,
    `${description}, in USD. Null if an asset in it had no current price then.`,
    '147801.25',
  )
const netUsd = usd('The net exposure: lent and posted, less borrowed and held')

export const CounterpartyExposureRow = Type.Object(
  {
    counterparty_id: described(Uuid, 'The organization id of the counterparty.'),
    counterparty_name: text('The name of the counterparty.', 'Kestrel Market Making'),
    open_positions: Type.Integer({
      description: 'The number of open positions with the counterparty.',
      examples: [4],
    }),
    lent_usd: usd('The value lent to the counterparty'),
    borrowed_usd: usd('The value borrowed from the counterparty'),
    collateral_held_usd: usd('The value of the collateral held from the counterparty'),
    collateral_posted_usd: usd('The value of the collateral posted to the counterparty'),
    net_usd: netUsd,
    claims_usd: usd(
      'What close-outs leave to be paid or sent, which no other value has: unpaid claims on the counterparty and what it sends back too late, less the same of the organization',
    ),
    unpriced_assets: Type.Array(AssetSymbol, {
      description: 'The assets in these values without a current price at the time.',
    }),
    lent_limit_usd: nullable(
      DecimalString,
      'The limit of what may be lent to the counterparty, as it was at the time. Null without one.',
      '5000000',
    ),
    uncovered_usd: nullable(
      DecimalString,
      'The uncovered amount under the limits of the time, in USD, rounded up to cents. Null without limits for the counterparty, or if one of its assets has no price.',
      '170000.00',
    ),
    uncovered_limit_usd: nullable(
      DecimalString,
      'The limit of the uncovered amount, as it was at the time. Null without one.',
      '500000',
    ),
  },
  {
    title: 'CounterpartyExposureRow',
    additionalProperties: false,
    description: 'The exposure of an organization to one counterparty at a time.',
  },
)
export type CounterpartyExposureRow = Static<typeof CounterpartyExposureRow>

const quantity = (description: string) =>
  described(DecimalString, `${description}, in units of the asset.`, '2.5')

export const AssetExposureRow = Type.Object(
  {
    asset: AssetSymbol,
    open_positions: Type.Integer({
      description: 'The number of open positions with the asset.',
      examples: [4],
    }),
    lent_quantity: quantity('The quantity lent'),
    borrowed_quantity: quantity('The quantity borrowed'),
    collateral_held_quantity: quantity('The collateral held'),
    collateral_posted_quantity: quantity('The collateral posted'),
    net_quantity: quantity('The net quantity: lent and posted, less borrowed and held'),
    price_usd: nullable(DecimalString, `The price of one unit in USD. ${unpriced}`, '59120.5'),
    lent_usd: usd('The value lent'),
    borrowed_usd: usd('The value borrowed'),
    collateral_held_usd: usd('The value of the collateral held'),
    collateral_posted_usd: usd('The value of the collateral posted'),
    net_usd: netUsd,
  },
  {
    title: 'AssetExposureRow',
    additionalProperties: false,
    description: 'The exposure of an organization in one asset at a time.',
  },
)
export type AssetExposureRow = Static<typeof AssetExposureRow>

export const CollateralMovementRow = Type.Object(
  {
    time: described(Timestamp, 'When the collateral settled.'),
    ...deal,
    transfer_id: nullable(
      Uuid,
      'The transfer. Null if a close-out has moved the collateral without one.',
    ),
    category: nullable(TransferCategory, 'The category of the transfer. Null without one.'),
    direction: enumeration(['sent', 'received', 'kept'], {
      description:
        "Seen from the caller's organization. kept: the lender has kept it in a close-out, so that it secures the order no longer.",
    }),
    asset: AssetSymbol,
    quantity: described(
      DecimalString,
      'The quantity moved, in units of the asset, above zero.',
      '80000',
    ),
    balance: described(
      DecimalString,
      'The settled collateral of the order after the movement, in units of the asset, including returns in transit.',
      '240000',
    ),
  },
  {
    title: 'CollateralMovementRow',
    additionalProperties: false,
    description: 'A movement of settled collateral in the journal.',
  },
)
export type CollateralMovementRow = Static<typeof CollateralMovementRow>

const Day = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'A UTC day.',
  examples: ['2026-03-02'],
})

export const InterestRow = Type.Object(
  {
    ...deal,
    asset: AssetSymbol,
    from_day: described(Day, 'The first day of the period.'),
    to_day: described(Day, 'The day after the last day of the period.'),
    days: Type.Integer({ description: 'The number of days of the period.', examples: [30] }),
    quantity: described(
      DecimalString,
      'The quantity that bore interest, in units of the asset.',
      '2.5',
    ),
    rate_percent: described(DecimalString, 'The interest rate in percent a year.', '4.25'),
    day_count: text('The day count convention: ACT/360 or ACT/365.', 'ACT/360'),
    interest: described(
      DecimalString,
      'The interest of the period, in units of the asset: the growth of the interest of the position, rounded up. The lender earns it, the borrower owes it.',
      '0.00885417',
    ),
  },
  {
    title: 'InterestRow',
    additionalProperties: false,
    description: 'The interest of one position over a period with one quantity and one rate.',
  },
)
export type InterestRow = Static<typeof InterestRow>

export const TransferReportRow = Type.Object(
  {
    id: described(Uuid, 'The id of the transfer.'),
    external_transfer_id: text('The id of the transfer at the provider.', 'vadium-7f3c21'),
    category: TransferCategory,
    status: described(TransferStatus, 'The status at the end of the period.'),
    direction: TransferDirection,
    counterparty_id: described(Uuid, 'The organization id of the counterparty.'),
    counterparty_name: text('The name of the counterparty.', 'Kestrel Market Making'),
    asset: AssetSymbol,
    quantity: described(DecimalString, 'The quantity, in units of the asset.', '2.5'),
    notional_usd: described(
      DecimalString,
      'The value in USD when the transfer was created.',
      '147801.25',
    ),
    order_id: described(Uuid, 'The order of the transfer.'),
    order_id_pretty: Type.Integer({
      description: 'The number of the order, for people.',
      examples: [1042],
    }),
    sender_custodian: text('The custodian of the sender.', 'fireblocks'),
    sender_wallet_address: text(
      "The address of the sender's wallet.",
      'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
    ),
    receiver_custodian: text('The custodian of the receiver.', 'copper'),
    receiver_wallet_address: text(
      "The address of the receiver's wallet.",
      'bc1q9d4ywgfnd8h43da5tpcxcn6ajv590cg6d3tg6a',
    ),
    create_time: described(Timestamp, 'When the transfer was created.'),
    update_time: described(Timestamp, 'When the transfer reached that status.'),
  },
  {
    title: 'TransferReportRow',
    additionalProperties: false,
    description: 'A transfer with its status at a time.',
  },
)
export type TransferReportRow = Static<typeof TransferReportRow>
