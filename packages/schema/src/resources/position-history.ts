import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { TermsVersion } from './agreement.ts'
import { TriggerPrice } from './calculation.ts'
import { AssetSymbol } from './custody.ts'
import { PositionStatus } from './position.ts'
import { valueMembers } from './value-members.ts'

const DatedPrice = Type.Object(
  {
    price_usd: described(DecimalString, 'The price of one unit in USD.', '59120.5'),
    source: text('Where the price comes from.', 'median of desk-1, kraken'),
    observe_time: described(Timestamp, 'When the price was observed.'),
  },
  { title: 'DatedPrice', additionalProperties: false, description: 'A price with its origin.' },
)

const unpriced = 'Null if an asset had no current price then.'

export const PositionValuation = Type.Object(
  {
    time: described(Timestamp, 'The time of the market cut or of the movement.'),
    cause: enumeration(['market_cut', 'movement'], {
      description: 'What the entry is for: a market cut, or a movement in the journal.',
    }),
    movement: nullable(
      enumeration(['instruct', 'settle', 'revert', 'appropriate']),
      'instruct: a quantity went on its way. settle: it arrived. revert: it went back. appropriate: a close-out kept it. Null at a market cut.',
    ),
    transfer_id: nullable(
      Uuid,
      'The transfer of the movement. Null at a market cut, and if a close-out has moved something without a transfer.',
    ),
    mark_to_market_request_id: nullable(
      Uuid,
      'The mark-to-market request of the transfer. Null if there is none.',
    ),
    order_request_id: nullable(Uuid, 'The order request of the transfer. Null if there is none.'),
    status: described(PositionStatus, 'The status at the time.'),
    asset_quantity: described(DecimalString, 'The quantity lent, in units of the asset.', '2.5'),
    collateral_asset: described(AssetSymbol, 'The symbol of the collateral asset at the time.'),
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
    asset_price: nullable(DatedPrice, 'The price of the asset. Null if there was none.'),
    collateral_price: nullable(DatedPrice, 'The price of the collateral. Null if there was none.'),
    terms_version: described(
      TermsVersion,
      'The version of the agreement whose terms applied at the time.',
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
  },
  {
    title: 'PositionValuation',
    additionalProperties: false,
    description:
      'A position at the time of a market cut or a movement. Its figures are those of the report of positions as of that time.',
  },
)
export type PositionValuation = Static<typeof PositionValuation>

const PriceLine = Type.Object(
  {
    asset: AssetSymbol,
    at_last_market_cut: nullable(DatedPrice, 'At the last market cut. Null if there was none.'),
    at_last_m2m: nullable(
      DatedPrice,
      'At the last completed mark-to-market, or at the opening before the first one. Of the collateral, null before the first one.',
    ),
    now: nullable(DatedPrice, 'The current price. Null if there is none.'),
    state: enumeration(['current', 'stale', 'missing'], {
      description:
        'Whether there is a current price, the newest quotes are too old, or none exists.',
    }),
    newest_observe_time: nullable(
      Timestamp,
      'When the current price was observed, or the newest quote if it is too old. Null if there is none.',
    ),
  },
  {
    title: 'PriceLine',
    additionalProperties: false,
    description:
      'The prices of one asset of a position: at the last market cut, when last marked, now.',
  },
)

export const PositionPrices = Type.Object(
  {
    position_id: described(Uuid, 'The position.'),
    asset: described(PriceLine, 'The prices of the asset that is lent.'),
    collateral: described(PriceLine, 'The prices of the collateral.'),
    trigger_prices: Type.Array(TriggerPrice, {
      description:
        'The prices at which a call, a release or a level is reached while everything else stays equal: top_up, release, margin_call, liquidation. Rounded to 20 decimals to the side on which it is reached. A price follows from the current price of the other asset, and is null without it.',
    }),
  },
  {
    title: 'PositionPrices',
    additionalProperties: false,
    description: 'The prices of a position, and those at which something would happen.',
  },
)
export type PositionPrices = Static<typeof PositionPrices>
