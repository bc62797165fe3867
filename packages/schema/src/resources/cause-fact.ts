import { type Static, Type } from '@sinclair/typebox'
import { identifier } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { CloseOutCauseName } from './close-out-cause.ts'

const FactCondition = Type.Object(
  {
    name: identifier('What is compared.', 64, 'collateral_value'),
    resource: nullable(
      identifier('The kind of what it is about.', 64, 'mark_to_market_request'),
      'The kind of what it is about. Null if it is about the whole deal.',
    ),
    resource_id: nullable(Uuid, 'The id of what it is about. Null if there is none.'),
    text: Type.String({
      description: 'The figure and what it must be, in a sentence for people.',
      examples: [
        'The value of the settled collateral is 1200000 USD; it must be at most 1150000 USD.',
      ],
    }),
    met: nullable(
      Type.Boolean(),
      'Whether it is as it must be. Null without a price that it needs.',
    ),
  },
  {
    title: 'FactCondition',
    additionalProperties: false,
    description: 'One figure that decides whether a cause is there.',
  },
)

export const CauseFact = Type.Object(
  {
    cause: CloseOutCauseName,
    holds: nullable(
      Type.Boolean(),
      'Whether it is so now, as a declaration would find it. Null without a price that it needs.',
    ),
    since_time: nullable(Timestamp, 'Since when it is so. Null unless it holds.'),
    earliest_terminate_time: nullable(
      Timestamp,
      'From when the deal could be terminated if it were declared now. Null unless it holds.',
    ),
    conditions: Type.Array(FactCondition, {
      description:
        'If it holds, all that makes it so. Otherwise the first 20 that would have to be otherwise.',
    }),
  },
  {
    title: 'CauseFact',
    additionalProperties: false,
    description: 'Whether a cause that the terms of a deal have is there.',
  },
)
export type CauseFact = Static<typeof CauseFact>
