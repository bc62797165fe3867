import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'

export const CounterpartyMute = Type.Object(
  {
    counterparty_id: Uuid,
    counterparty_name: Type.String(),
    mute_time: nullable(Timestamp, 'Since when it is muted. Null: it is not.'),
  },
  {
    title: 'CounterpartyMute',
    additionalProperties: false,
    description: 'A counterparty, and whether its messages and new orders are refused.',
  },
)
export type CounterpartyMute = Static<typeof CounterpartyMute>
