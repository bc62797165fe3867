import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp } from '../scalars.ts'
import { AssetSymbol } from './custody.ts'

export const PriceSource = identifier('Who observed the price.')

export const Price = Type.Object(
  {
    asset: AssetSymbol,
    state: enumeration(['current', 'stale', 'missing'], {
      description: 'current: fit to compute with. stale: the newest is too old.',
    }),
    price_usd: nullable(
      DecimalString,
      'The median of the fresh sources; those of one account count as one. Null unless current.',
    ),
    observe_time: nullable(Timestamp, 'When the oldest quote it rests on was observed.'),
    sources: Type.Array(
      Type.Object(
        {
          source: PriceSource,
          price_usd: DecimalString,
          observe_time: Timestamp,
          held: described(
            Type.Boolean(),
            'It jumped too far, or a source of another account contradicts it. It counts when a source of another account confirms it, or when it lasts and is not contradicted.',
          ),
        },
        { title: 'PriceQuote', additionalProperties: false },
      ),
      { description: 'The newest quote of each source.' },
    ),
  },
  { title: 'Price', additionalProperties: false, description: 'What an asset is worth, in USD.' },
)
export type Price = Static<typeof Price>
