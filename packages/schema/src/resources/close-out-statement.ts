import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { CalculationInput, CalculationStep } from './calculation.ts'
import { AssetSymbol } from './custody.ts'

export const CloseOutSide = enumeration(['borrower', 'lender'], {
  description: 'The side in default. The other one is the declarer.',
})

const CloseOutCollateral = Type.Object(
  {
    asset: described(AssetSymbol, 'The collateral asset.', 'BTC'),
    quantity: described(DecimalString, 'What has settled of it, in its units.', '25'),
    price_usd: nullable(
      DecimalString,
      'Its price, in USD for one unit. Null only if there is none of it.',
      '45000',
    ),
  },
  {
    title: 'CloseOutCollateral',
    additionalProperties: false,
    description: 'One collateral of a close-out.',
  },
)

const CloseOutKept = Type.Object(
  {
    asset: described(AssetSymbol, 'What is kept.', 'BTC'),
    kept_quantity: described(
      DecimalString,
      'What the declarer keeps, rounded up to the smallest unit.',
      '23.19905817',
    ),
    back_quantity: described(
      DecimalString,
      'What goes back to the side in default. Of the lent asset, without `back_interest`. 0 of a close-out in part.',
      '1.80094183',
    ),
  },
  {
    title: 'CloseOutKept',
    additionalProperties: false,
    description: 'What is kept of one asset, and what goes back, in its units.',
  },
)

const CloseOutInterestPeriod = Type.Object(
  {
    from: text('The first day that bears interest.', '2026-01-01'),
    to: text('The day after the last one.', '2026-03-12'),
    quantity: described(DecimalString, 'The quantity that bears interest.', '1000000'),
    rate_percent: described(DecimalString, 'The rate, in percent a year.', '6.5'),
    source: text('Where quantity and rate came from.', 'terms of order 1042'),
  },
  {
    title: 'CloseOutInterestPeriod',
    additionalProperties: false,
    description: 'Days with one quantity and one rate.',
  },
)

const CloseOutCalculation = Type.Object(
  {
    formula_version: text(
      'The version of the formulas. A statement is verified with the formulas of its version.',
      '1',
    ),
    inputs: Type.Array(CalculationInput, { description: 'The inputs.' }),
    interest_periods: Type.Array(CloseOutInterestPeriod, {
      description: 'The inputs of the interest, oldest first.',
    }),
    steps: Type.Array(CalculationStep, { description: 'The steps, in the order of computation.' }),
  },
  {
    title: 'CloseOutCalculation',
    additionalProperties: false,
    description: 'How a close-out follows from its inputs: enough to recompute it.',
  },
)

export const CloseOutStatement = Type.Object(
  {
    in_default: CloseOutSide,
    scope: enumeration(['full', 'to_requirement'], {
      description:
        '`full` ends the deal. `to_requirement` discharges as much of the asset as makes the rest of the collateral meet the requirement.',
    }),
    provisional: Type.Boolean({
      description: 'Whether quantities may still change, because nothing is booked.',
    }),
    lender_id: described(Uuid, 'The organization that lends.'),
    borrower_id: described(Uuid, 'The organization that borrows.'),
    asset: described(AssetSymbol, 'The asset that is lent.', 'USDC'),
    asset_quantity: described(
      DecimalString,
      'What is lent and has not come back, in units of the asset.',
      '1000000',
    ),
    asset_price_usd: nullable(
      DecimalString,
      'The price of the asset, in USD for one unit. Null only if nothing of it and no interest is owed.',
      '1',
    ),
    interest_owed: described(
      DecimalString,
      'Interest that has accrued and is not paid, in units of the asset, rounded up to its smallest unit.',
      '12638.888889',
    ),
    collateral: Type.Array(CloseOutCollateral, {
      description: 'The collateral, in the order in which it is kept.',
    }),
    discount: described(DecimalString, 'Taken off the price of what is kept: a fraction.', '0.03'),
    price_source: enumeration(['current', 'market_cut'], {
      description: 'Whether the prices are the current ones, or those of a market cut.',
    }),
    price_time: described(Timestamp, 'When the prices were fixed.'),
    claim_usd: text(
      'What the side in default owes the declarer, at prices without a discount. In USD, exact, with at least 2 decimals.',
      '1012638.888889',
    ),
    kept: Type.Array(CloseOutKept, {
      description:
        'What the declarer keeps for its claim: each collateral or, with the lender in default, the asset with its interest.',
    }),
    overshoot_usd: text(
      'By how much that which is kept is worth more than the claim: less than one smallest unit. In USD, exact, with at least 2 decimals.',
      '0.0002315',
    ),
    back_interest: described(
      DecimalString,
      'What goes back of the interest, in units of the asset: 0 unless the lender is in default.',
      '0',
    ),
    discharged_quantity: described(
      DecimalString,
      'How much of the asset the borrower need not return any more, in its units.',
      '1000000',
    ),
    residual_claim_usd: described(
      DecimalString,
      'What is left of the claim. In USD, 2 decimals, cut.',
      '0.00',
    ),
    calculation: CloseOutCalculation,
  },
  {
    title: 'CloseOutStatement',
    additionalProperties: false,
    description:
      'A close-out of one deal: what is claimed, what is kept for it, what goes back, and how each figure was computed.',
  },
)
export type CloseOutStatement = Static<typeof CloseOutStatement>
