import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { PriceSource } from './price.ts'

/** The largest number of sources that are registered for accounts and not revoked. */
export const livePriceSourcesMax = 100

export const RegisteredPriceSource = Type.Object(
  {
    id: described(Uuid, 'The id of the price source.'),
    source: PriceSource,
    account_id: nullable(
      Uuid,
      'The account whose credentials push its prices. Null: the service quotes it, from its feed, a scenario file or a sandbox script.',
    ),
    create_time: described(Timestamp, 'When it was created.'),
    revoke_time: nullable(
      Timestamp,
      'When the price source was revoked. Null if it is not revoked.',
    ),
  },
  {
    title: 'RegisteredPriceSource',
    additionalProperties: false,
    description: 'A registered price source and the account that quotes it.',
  },
)
export type RegisteredPriceSource = Static<typeof RegisteredPriceSource>
