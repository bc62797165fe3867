import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { PriceSource } from './price.ts'

/** At most so many sources are registered for accounts and not revoked. */
export const livePriceSourcesMax = 100

export const RegisteredPriceSource = Type.Object(
  {
    id: Uuid,
    source: PriceSource,
    account_id: nullable(
      Uuid,
      'The account whose credentials push it. Null: the service quotes it, from its feed, a scenario or the script of a sandbox.',
    ),
    create_time: Timestamp,
    revoke_time: nullable(Timestamp, 'From when its quotes are refused. Null: it was not revoked.'),
  },
  {
    title: 'RegisteredPriceSource',
    additionalProperties: false,
    description: 'A source of prices, and whose word it is.',
  },
)
export type RegisteredPriceSource = Static<typeof RegisteredPriceSource>
