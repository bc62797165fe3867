import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { positionStates } from '../state-machines/position.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { MarginTerms } from './agreement.ts'
import { TermsVersion } from './agreement.ts'
import { AvailableActions } from './available-action.ts'
import { CoveragePoint, coveragePointsMax, coverageStepHours } from './coverage-point.ts'
import { AssetSymbol } from './custody.ts'
import { valueMembers } from './value-members.ts'
import { CollateralType, MarkToMarketDirection } from './mark-to-market-preview.ts'

export const PositionStatus = enumeration(statesOf(positionStates), {
  title: 'PositionStatus',
  description: 'Lifecycle status.',
})

const unpriced = 'Null if an asset has no current price.'

export const PositionTerms = Type.Object(
  {
    ...Type.Pick(MarginTerms, [
      'requirement_percent',
      'haircut',
      'margin_call_percent',
      'liquidation_percent',
      'top_up_when',
      'release_percent',
      'default_causes',
      'threshold_usd',
      'minimum_notional_top_up_usd',
      'minimum_notional_release_usd',
    ]).properties,
    lot_top_up: described(
      DecimalString,
      'A top-up is a multiple of this collateral quantity.',
      '0.000001',
    ),
    lot_release: described(
      DecimalString,
      'A release is a multiple of this collateral quantity.',
      '0.000001',
    ),
  },
  {
    title: 'PositionTerms',
    additionalProperties: false,
    description: 'The margin terms that the figures of a position follow from.',
  },
)
export type PositionTerms = Static<typeof PositionTerms>

export const Position = Type.Object(
  {
    id: described(Uuid, 'The id of the position.'),
    status: PositionStatus,
    order_id: described(Uuid, 'The order of the position.'),
    order_id_pretty: Type.Integer({
      description: 'The number of the order, for people.',
      examples: [1042],
    }),
    lender_id: described(Uuid, 'The organization that lends.'),
    lender_name: text('The name of the lender.', 'Harbor Bank Treasury'),
    borrower_id: described(Uuid, 'The organization that borrows.'),
    borrower_name: text('The name of the borrower.', 'Kestrel Market Making'),
    asset: described(AssetSymbol, 'The symbol of the asset that is lent.'),
    asset_quantity: described(DecimalString, 'The quantity lent, in units of the asset.', '2.5'),
    collateral_asset: described(AssetSymbol, 'The symbol of the collateral asset.', 'USDC'),
    collateral_type: CollateralType,
    collateral_quantity: described(
      DecimalString,
      'The settled collateral in units of the collateral asset, including returns in transit.',
      '160000',
    ),
    collateral_disputed_quantity: described(
      DecimalString,
      'The disputed part of the settled collateral, in units of the collateral asset.',
      '0',
    ),
    deliveries_in_transit: described(
      DecimalString,
      'The collateral in transit to the lender that counts, in units of the collateral asset. What the borrower sends without a call counts once it is broadcast.',
      '0',
    ),
    returns_in_transit: described(
      DecimalString,
      'The collateral in transit to the borrower, in units of the collateral asset.',
      '0',
    ),
    rate_percent: described(
      DecimalString,
      'The interest rate of today, in percent a year.',
      '4.25',
    ),
    interest_accrued: described(
      DecimalString,
      'The interest accrued until now, in units of the asset, rounded up. Each rate and quantity counts for its own days.',
      '0.00873288',
    ),
    interest_paid: described(
      DecimalString,
      'The interest that has been paid, in units of the asset.',
      '0.00501',
    ),
    open_close_out_ids: Type.Array(Uuid, {
      description:
        'The ids of its close-outs that are not over, oldest first: declared, being closed out, or with an unpaid claim.',
    }),
    current_price: nullable(
      DecimalString,
      `The current price of the asset in USD. ${unpriced}`,
      '59120.5',
    ),
    collateral_price: nullable(
      DecimalString,
      `The current price of the collateral in USD. ${unpriced}`,
      '1',
    ),
    price_time: nullable(Timestamp, `When the older of the two prices was observed. ${unpriced}`),
    ...valueMembers(unpriced),
    lent: Type.Boolean({
      description:
        'Whether the asset is lent: from the opening until a close has returned it. Only then can a level be reached.',
    }),
    margin_call_reached: nullable(
      Type.Boolean(),
      `Whether coverage is at or below the margin call level while the asset is lent. ${unpriced}`,
    ),
    liquidation_reached: nullable(
      Type.Boolean(),
      `Whether coverage is at or below the liquidation level while the asset is lent. ${unpriced}`,
    ),
    ready_for_m2m: Type.Boolean({
      description:
        'Whether a caller with the right role could submit a mark-to-market request now.',
    }),
    m2m_direction: nullable(
      MarkToMarketDirection,
      `The direction of the mark-to-market request that could be submitted. ${unpriced}`,
    ),
    m2m_collateral_amount: nullable(
      DecimalString,
      `The collateral that it would send, in units of the collateral asset. ${unpriced}`,
      '0',
    ),
    m2m_notional_usd: nullable(
      DecimalString,
      `The shortfall or excess in USD before rounding. ${unpriced}`,
      '0',
    ),
    m2m_reason: nullable(
      Type.String(),
      'Why no mark-to-market request could be submitted: the reason for which a preview would be refused, or its first reason. Null if one could be submitted.',
      'BELOW_MINIMUM_NOTIONAL',
    ),
    terms: PositionTerms,
    terms_version: described(TermsVersion, 'The version of the agreement that has these terms.'),
    substitute_assets: Type.Array(AssetSymbol, {
      maxItems: 20,
      description:
        'The assets that the borrower may give in place of the collateral under these terms, by symbol: those of the eligible collateral, and the asset that the position began with.',
      examples: [['ETH']],
    }),
    price_at_last_m2m: described(
      DecimalString,
      'The price of the asset in USD at the last completed mark-to-market, or at the opening before the first one.',
      '58400',
    ),
    last_m2m_at: described(
      Timestamp,
      'When the last mark-to-market completed, or the opening before the first one.',
    ),
    create_time: described(Timestamp, 'When it was created.'),
    update_time: described(Timestamp, 'When it last changed.'),
    actions: AvailableActions,
    coverage_history: Type.Optional(
      Type.Array(CoveragePoint, {
        maxItems: coveragePointsMax,
        description: `Only in a list, and only if requested with \`history_days\`: the coverage at market cuts and movements, the oldest first. Of each ${coverageStepHours} hours, counted back from now, it has the last one.`,
      }),
    ),
  },
  {
    title: 'Position',
    additionalProperties: false,
    description: 'What is lent and pledged under an order, valued at current prices.',
  },
)
export type Position = Static<typeof Position>
