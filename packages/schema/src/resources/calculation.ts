import { type Static, Type } from '@sinclair/typebox'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp } from '../scalars.ts'

export const CalculationInput = Type.Object(
  {
    name: text('The name of the input.', 'asset_price'),
    value: text(
      'A decimal. For a party, the id of the organization. For a choice, what was chosen, such as `true`.',
      '59120.5',
    ),
    unit: text('The unit of the value.', 'USD'),
    source: text('Where the value came from.', 'prices'),
    observed_at: nullable(
      Timestamp,
      'When the source observed the value. Null for a value without a time, such as a term.',
      '2026-03-02T16:00:00.000Z',
    ),
  },
  {
    title: 'CalculationInput',
    additionalProperties: false,
    description: 'One input of a calculation.',
  },
)

export const CalculationStep = Type.Object(
  {
    name: text('The name of the step.', 'asset_notional'),
    formula: text(
      'The formula of the value, from inputs and earlier steps.',
      'asset_quantity × asset_price',
    ),
    exact: text('The value before rounding.', '147801.2525'),
    value: text('The value after rounding.', '147801.25'),
    unit: text('The unit of the value.', 'USD'),
    rounding: nullable(
      Type.Object(
        {
          mode: enumeration(['up', 'down', 'half_even'], {
            description: 'The direction: up, down, or half to even.',
          }),
          increment: text('The rounded value is a multiple of this.', '0.01'),
        },
        { additionalProperties: false, description: 'How a value is rounded.' },
      ),
      'The rounding of the value. Null if it is not rounded.',
    ),
  },
  {
    title: 'CalculationStep',
    additionalProperties: false,
    description: 'One step of a calculation.',
  },
)

const CalculationReason = Type.Object(
  {
    code: text('The code of the reason.', 'BELOW_MINIMUM_NOTIONAL'),
    message: text(
      'A sentence for people.',
      'The notional of 7391.31 USD is below the minimum of 10000 USD.',
    ),
  },
  {
    title: 'CalculationReason',
    additionalProperties: false,
    description: 'Why the caller cannot submit the mark-to-market request.',
  },
)

export const TriggerPrice = Type.Object(
  {
    name: text('The name of the trigger.', 'margin_call'),
    unit: text('The unit of both prices, each for one whole token.', 'USD'),
    asset_price: nullable(
      Type.String(),
      'The asset price at which the trigger is reached. Null if no asset price reaches it.',
      '60975.61',
    ),
    collateral_price: nullable(
      Type.String(),
      'The collateral price at which the trigger is reached. Null if no collateral price reaches it.',
      '0.97',
    ),
  },
  {
    title: 'TriggerPrice',
    additionalProperties: false,
    description:
      'The prices at which a call, a release or a flag is triggered, if everything else stays equal.',
  },
)

/**
 * The id of a calculation, from which a request can be created. Opaque, and valid for one position.
 */
export const calculationId = Type.String({
  pattern: '^[A-Za-z0-9_-]+$',
  minLength: 1,
  maxLength: 1024,
  description: 'The id of the calculation, from which a request can be created. Opaque.',
  examples: ['eyJ2IjoxfQ'],
  'x-expected': 'the calculation_id of a preview of this position',
})

export const Calculation = Type.Object(
  {
    calculation_id: calculationId,
    formula_version: text(
      'The version of the formulas: 2 if a level at which requests can be submitted is among the inputs, and otherwise 1. A calculation is verified with the formulas of its version.',
      '1',
    ),
    inputs: Type.Array(CalculationInput, { description: 'The inputs.' }),
    steps: Type.Array(CalculationStep, { description: 'The steps, in the order of computation.' }),
    reasons: Type.Array(CalculationReason, {
      description: 'Why the caller cannot submit the request. Empty if it can.',
    }),
    trigger_prices: Type.Array(TriggerPrice, {
      description: 'The prices at which a call, a release or a flag is triggered.',
    }),
  },
  {
    title: 'Calculation',
    additionalProperties: false,
    description: 'All inputs and steps of a preview, so that anyone can repeat the computation.',
  },
)
export type Calculation = Static<typeof Calculation>
