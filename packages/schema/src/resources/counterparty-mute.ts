import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'

export const CounterpartyMute = Type.Object(
  {
    counterparty_id: described(Uuid, 'The organization id of the counterparty.'),
    counterparty_name: text('The name of the counterparty.', 'Kestrel Market Making'),
    mute_time: nullable(Timestamp, 'When it was muted. Null if it is not muted.'),
  },
  {
    title: 'CounterpartyMute',
    additionalProperties: false,
    description:
      'A counterparty, and whether its messages, new orders and proposals of terms are refused.',
  },
)
export type CounterpartyMute = Static<typeof CounterpartyMute>
