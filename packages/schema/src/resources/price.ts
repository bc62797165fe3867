import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp } from '../scalars.ts'
import { AssetSymbol } from './custody.ts'

export const PriceSource = identifier('The name of the price source.', 64, 'desk-1')

/** The longest history of a price: a month. */
export const priceHistoryHoursMax = 744

/** So many equal steps has a history, whatever its length. */
export const priceHistorySteps = 120

export const PriceHistoryPoint = Type.Object(
  {
    time: described(Timestamp, 'The time of the point.'),
    price_usd: nullable(
      DecimalString,
      'The price that counted then: the median of the quotes that counted and were fresh. Null if there was none.',
      '59120.5',
    ),
    spread_percent: nullable(
      DecimalString,
      'How far apart these quotes were: the highest less the lowest, in percent of the price, rounded half even to 4 decimals. Null without a price.',
      '0.0421',
    ),
    quotes: Type.Array(
      Type.Object(
        {
          source: PriceSource,
          price_usd: described(DecimalString, 'The quoted price of one unit in USD.', '59120.5'),
          counts: described(
            Type.Boolean(),
            'Whether the quote counted then. If not, it was held, and an earlier one of its source may have counted.',
          ),
        },
        {
          title: 'PastPriceQuote',
          additionalProperties: false,
          description: 'The newest quote of one source at a past time.',
        },
      ),
      {
        description:
          'The newest quote of each source that had arrived by then and was fresh, by name.',
      },
    ),
  },
  {
    title: 'PriceHistoryPoint',
    additionalProperties: false,
    description: 'The price of an asset and its quotes at a past time.',
  },
)
export type PriceHistoryPoint = Static<typeof PriceHistoryPoint>

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
          ignored: nullable(
            enumeration(['held', 'stale']),
            'Why the quote is not part of the price. held: it is held, and an earlier quote of its source may still count. stale: it is too old. Null if it counts.',
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
    history: Type.Optional(
      Type.Array(PriceHistoryPoint, {
        description: `Only if requested: ${priceHistorySteps} equal steps up to now, the oldest first.`,
      }),
    ),
  },
  {
    title: 'Price',
    additionalProperties: false,
    description: 'The current price of an asset, and its quotes.',
  },
)
export type Price = Static<typeof Price>
