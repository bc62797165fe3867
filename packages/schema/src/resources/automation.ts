import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'

/** When an automation creates calls. */
export const automaticCalls = ['off', 'market_cut', 'margin_call'] as const
export type AutomaticCalls = (typeof automaticCalls)[number]

export const AutomaticCalls = enumeration(automaticCalls, {
  description:
    'When the service creates mark-to-market requests by itself, of what the organization would receive. off: never. market_cut: at each market cut. margin_call: at each market cut, and when the coverage of a position falls to its margin call level.',
})

const maximum =
  'The largest amount of one call, in USD. What is due above it is left to a person. Null: no maximum.'

export const CallsMaximum = nullable(DecimalString, maximum, '250000')

export const Automation = Type.Object(
  {
    counterparty_id: described(Uuid, 'The organization id of the counterparty.'),
    counterparty_name: text('The name of the counterparty.', 'Kestrel Market Making'),
    version: Type.Integer({
      minimum: 1,
      description: 'The number of the version, for this counterparty: 1, 2, 3.',
      examples: [1],
    }),
    in_effect: Type.Boolean({ description: 'Whether it is the newest version, which applies.' }),
    calls: AutomaticCalls,
    calls_maximum_usd: CallsMaximum,
    create_time: described(Timestamp, 'When the version was set.'),
    account_id: described(Uuid, 'The account that set the version.'),
  },
  {
    title: 'Automation',
    additionalProperties: false,
    description:
      'A version of what the organization lets the service request of a counterparty by itself.',
  },
)
export type Automation = Static<typeof Automation>
