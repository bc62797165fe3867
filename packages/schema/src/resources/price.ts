import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp } from '../scalars.ts'
import { AssetSymbol } from './custody.ts'

export const PriceSource = identifier('The name of the price source.', 64, 'desk-1')

export const Price = Type.Object(
  {
    asset: AssetSymbol,
    state: enumeration(['current', 'stale', 'missing'], {
      description:
        'current: the price is used. stale: the newest quotes are too old. missing: there is no quote.',
    }),
    price_usd: nullable(
      DecimalString,
      'The price of one unit in USD: the median of the fresh quotes. The sources of one account count as one. Null unless current.',
      '59120.5',
    ),
    observe_time: nullable(
      Timestamp,
      'When the oldest quote of the price was observed. Null if there is none.',
    ),
    sources: Type.Array(
      Type.Object(
        {
          source: PriceSource,
          price_usd: described(DecimalString, 'The quoted price of one unit in USD.', '59120.5'),
          observe_time: described(Timestamp, 'When the source observed the price.'),
          held: described(
            Type.Boolean(),
            'Whether the quote is held: it moved too far from the previous price, or a source of another account contradicts it. It counts when a source of another account confirms it, when it has lasted without a contradiction, or when an operator releases it.',
          ),
          silenced: described(
            Type.Boolean(),
            'Whether another account has silenced the source, and this quote goes on contradicting others. It stops when a further account agrees with the new price, or when two people dismiss it.',
          ),
        },
        {
          title: 'PriceQuote',
          additionalProperties: false,
          description: 'The newest quote of one source.',
        },
      ),
      { description: 'The newest quote of each source.' },
    ),
  },
  {
    title: 'Price',
    additionalProperties: false,
    description: 'The current price of an asset, and its quotes.',
  },
)
export type Price = Static<typeof Price>
