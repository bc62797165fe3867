import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier } from '../enumeration.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'

export const collateralTypes = ['BILATERAL', 'RESTRICTED', 'TRIPARTY'] as const
export const CollateralType = enumeration(collateralTypes, {
  title: 'CollateralType',
  description:
    'BILATERAL: moves between the parties. RESTRICTED: bilateral, not to be reused. TRIPARTY: an agent manages it.',
})
export type CollateralType = Static<typeof CollateralType>

const markToMarketDirections = ['TopUp', 'Release', 'None'] as const
export const MarkToMarketDirection = enumeration(markToMarketDirections, {
  title: 'MarkToMarketDirection',
  description:
    'TopUp: the borrower sends collateral. Release: the lender sends some back. None: nothing is due.',
})
export type MarkToMarketDirection = Static<typeof MarkToMarketDirection>

export const MarkToMarketParty = Type.Object(
  {
    custodian: identifier('The custody provider.'),
    organization_id: Uuid,
    organization_name: Type.String(),
    wallet_id: Type.String(),
    wallet_name: Type.String(),
  },
  {
    title: 'MarkToMarketParty',
    additionalProperties: false,
    description: 'One side of a mark-to-market.',
  },
)
export type MarkToMarketParty = Static<typeof MarkToMarketParty>

const ratio = (description: string) => Type.Union([DecimalString, Type.Null()], { description })

export const MarkToMarketPreview = Type.Object(
  {
    asset: identifier('The asset that is borrowed.'),
    asset_quantity: described(DecimalString, 'Quantity of the asset.'),
    asset_notional_usd: described(
      DecimalString,
      'Value of the asset in USD, two decimals, rounded half to even.',
    ),
    collateral_asset: identifier('The asset that is pledged.'),
    collateral_type: CollateralType,
    current_price: described(DecimalString, 'Price of the asset used now, in USD.'),
    price_at_last_m2m: described(
      DecimalString,
      'Price of the asset in USD when the last mark-to-market completed; the opening before the first.',
    ),
    price_at_last_market: Type.Union([DecimalString, Type.Null()], {
      description: 'Price of the asset in USD at the last market cut. Null before the first cut.',
    }),
    last_m2m_at: Timestamp,
    direction: MarkToMarketDirection,
    m2m_collateral_amount: described(
      DecimalString,
      "Collateral to move, in the collateral asset, rounded to the agreement's lot: a top-up up, a release down.",
    ),
    m2m_notional_usd: described(
      DecimalString,
      'The shortfall or excess in USD before rounding, cut to cents.',
    ),
    minimum_notional_usd: described(DecimalString, 'Below this no mark-to-market is submitted.'),
    ltv_percent: ratio('Loan to value, two decimals, rounded up. Null without collateral.'),
    ccr_percent: ratio('Collateral coverage, two decimals, rounded down. Null without notional.'),
    requirement_percent: Type.Number({
      description: 'Required coverage in percent; 100 where the agreement has a haircut instead.',
    }),
    can_submit_m2m: Type.Boolean({
      description: 'Whether the caller can submit this mark-to-market now.',
    }),
    order_id: Uuid,
    order_id_pretty: Type.Integer({ description: 'The number of the order, for people.' }),
    position_id: Uuid,
    sender: MarkToMarketParty,
    receiver: MarkToMarketParty,
  },
  {
    title: 'MarkToMarketPreview',
    additionalProperties: false,
    description: 'What a mark-to-market request would be, if it were created now.',
  },
)
export type MarkToMarketPreview = Static<typeof MarkToMarketPreview>
