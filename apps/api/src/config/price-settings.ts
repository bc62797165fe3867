import { Type } from '@sinclair/typebox'
import { Count } from './setting.ts'

export const priceSettings = {
  PRICE_MAX_AGE_S: Type.Integer({
    ...Count(180, 31_536_000),
    description: 'The age above which a quote or a price is stale, in seconds.',
  }),
  PRICE_DEVIATION_PERCENT: Type.Integer({
    ...Count(20, 10_000),
    description:
      'A quote that differs by more than this many percent from the current price, or from the price of PRICE_MAX_AGE_S ago, is held.',
  }),
  MARKET_CUT_TIME: Type.String({
    default: '16:00',
    pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'The time of the daily market cut, HH:MM in UTC.',
  }),
  PRICE_FEED: Type.Optional(
    Type.Literal('kraken', { description: 'The public ticker to poll for quotes: kraken.' }),
  ),
  PRICE_FEED_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[A-Za-z0-9.:[\\]-]{1,255}$',
      description: 'The origin of the ticker, such as https://api.kraken.com.',
    }),
  ),
  PRICE_FEED_PAIRS: Type.Optional(
    Type.String({
      pattern:
        '^[^:,\\s]{1,64}:[A-Za-z0-9._/-]{1,32}(?:,[^:,\\s]{1,64}:[A-Za-z0-9._/-]{1,32}){0,49}$',
      description:
        'The name that the ticker has for each asset in USD, such as BTC:XBTUSD,ETH:ETHUSD.',
    }),
  ),
  PRICE_FEED_EVERY_S: Type.Integer({
    ...Count(10, 3600),
    description: 'The interval at which the ticker is polled, in seconds.',
  }),
}
