import { type Static, Type } from '@sinclair/typebox'
import { enumeration } from '../enumeration.ts'
import { Timestamp } from '../scalars.ts'

const CalculationInput = Type.Object(
  {
    name: Type.String(),
    value: Type.String({
      description:
        'A decimal; the id of an organization where the input is a party; `true` or `false` where it is a choice.',
    }),
    unit: Type.String(),
    source: Type.String({ description: 'Where the figure came from.' }),
    observed_at: Type.Union([Timestamp, Type.Null()], {
      description: 'When the source observed it. Null for what has no time, such as a term.',
    }),
  },
  { title: 'CalculationInput', additionalProperties: false },
)

const CalculationStep = Type.Object(
  {
    name: Type.String(),
    formula: Type.String({ description: 'How the figure follows from inputs and earlier steps.' }),
    exact: Type.String({ description: 'The value before rounding.' }),
    value: Type.String({ description: 'The value after rounding.' }),
    unit: Type.String(),
    rounding: Type.Union([
      Type.Object(
        {
          mode: enumeration(['up', 'down', 'half_even']),
          increment: Type.String({ description: 'The value is a multiple of this.' }),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
  },
  { title: 'CalculationStep', additionalProperties: false },
)

const CalculationReason = Type.Object(
  { code: Type.String(), message: Type.String() },
  { title: 'CalculationReason', additionalProperties: false },
)

const TriggerPrice = Type.Object(
  {
    name: Type.String(),
    unit: Type.String(),
    asset_price: Type.Union([Type.String(), Type.Null()]),
    collateral_price: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'TriggerPrice', additionalProperties: false },
)

/** Names a calculation, so that a request can be created from it. Opaque; it belongs to the position. */
export const calculationId = Type.String({
  pattern: '^[A-Za-z0-9_-]+$',
  minLength: 1,
  maxLength: 1024,
  description: 'Opaque: what a request is created from.',
  'x-expected': 'the calculation_id of a preview of this position',
})

export const Calculation = Type.Object(
  {
    calculation_id: calculationId,
    formula_version: Type.String(),
    inputs: Type.Array(CalculationInput),
    steps: Type.Array(CalculationStep),
    reasons: Type.Array(CalculationReason, {
      description: 'Why the caller cannot submit. Empty when it can.',
    }),
    trigger_prices: Type.Array(TriggerPrice, {
      description: 'The prices at which a call, a release or a flag would begin, all else equal.',
    }),
  },
  {
    title: 'Calculation',
    additionalProperties: false,
    description: 'Everything a preview was computed from, so that anyone can compute it again.',
  },
)
export type Calculation = Static<typeof Calculation>
