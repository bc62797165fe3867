import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { AssetSymbol } from './custody.ts'

export const collateralTypes = ['BILATERAL', 'RESTRICTED', 'TRIPARTY'] as const
export const CollateralType = enumeration(collateralTypes, {
  title: 'CollateralType',
  description:
    'BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender may not reuse it. TRIPARTY: an agent manages it.',
})
export type CollateralType = Static<typeof CollateralType>

const markToMarketDirections = ['TopUp', 'Release', 'None'] as const
export const MarkToMarketDirection = enumeration(markToMarketDirections, {
  title: 'MarkToMarketDirection',
  description:
    'TopUp: the borrower sends collateral. Release: the lender sends collateral back. None: nothing is due.',
})
export type MarkToMarketDirection = Static<typeof MarkToMarketDirection>

export const MarkToMarketParty = Type.Object(
  {
    custodian: identifier('The custodian of the wallet.', 64, 'fireblocks'),
    organization_id: described(Uuid, 'The organization.'),
    organization_name: text('The name of the organization.', 'Kestrel Market Making'),
    wallet_id: text('The id of the wallet at its custodian.', 'kestrel-collateral'),
    wallet_name: text('The name of the wallet.', 'Collateral'),
  },
  {
    title: 'MarkToMarketParty',
    additionalProperties: false,
    description: 'The sender or the receiver of the collateral.',
  },
)
export type MarkToMarketParty = Static<typeof MarkToMarketParty>

const ratio = (description: string, example: string) =>
  nullable(DecimalString, description, example)

export const MarkToMarketPreview = Type.Object(
  {
    asset: described(AssetSymbol, 'The symbol of the asset that is lent.'),
    asset_quantity: described(DecimalString, 'The quantity lent, in units of the asset.', '2.5'),
    asset_notional_usd: described(
      DecimalString,
      'The value of the asset in USD, with two decimals, rounded half to even.',
      '147801.25',
    ),
    collateral_asset: described(AssetSymbol, 'The symbol of the asset that is pledged.', 'USDC'),
    collateral_type: CollateralType,
    current_price: described(DecimalString, 'The current price of the asset in USD.', '59120.5'),
    price_at_last_m2m: described(
      DecimalString,
      'The price of the asset in USD at the last completed mark-to-market, or at the opening before the first one.',
      '58400',
    ),
    price_at_last_market: nullable(
      DecimalString,
      'The price of the asset in USD at the last market cut. Null before the first cut.',
      '58950',
    ),
    last_m2m_at: described(
      Timestamp,
      'When the last mark-to-market completed, or the opening before the first one.',
    ),
    direction: MarkToMarketDirection,
    m2m_collateral_amount: described(
      DecimalString,
      "The collateral to send, in units of the collateral asset, rounded to the agreement's lot: up for a top-up, down for a release.",
      '7391.5',
    ),
    m2m_notional_usd: described(
      DecimalString,
      'The shortfall or excess in USD before rounding to lots, truncated to cents.',
      '7391.31',
    ),
    minimum_notional_usd: described(
      DecimalString,
      'The smallest amount that may be submitted, in USD.',
      '10000',
    ),
    ltv_percent: ratio(
      'Loan to value (LTV) in percent, with two decimals, rounded up. Null without collateral.',
      '97.56',
    ),
    ccr_percent: ratio(
      'Collateral coverage ratio (CCR) in percent, with two decimals, rounded down. Null without notional.',
      '102.5',
    ),
    requirement_percent: Type.Number({
      description: 'The required coverage in percent; 100 if the agreement has a haircut instead.',
      examples: [105],
    }),
    can_submit_m2m: Type.Boolean({
      description: 'Whether the caller can submit this mark-to-market request now.',
    }),
    order_id: described(Uuid, 'The order of the position.'),
    order_id_pretty: Type.Integer({
      description: 'The number of the order, for people.',
      examples: [1042],
    }),
    position_id: described(Uuid, 'The position.'),
    sender: MarkToMarketParty,
    receiver: MarkToMarketParty,
  },
  {
    title: 'MarkToMarketPreview',
    additionalProperties: false,
    description: 'The mark-to-market request that could be created now.',
  },
)
export type MarkToMarketPreview = Static<typeof MarkToMarketPreview>
