import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { AssetSymbol } from '../resources/custody.ts'
import { Price, PriceSource } from '../resources/price.ts'
import { DecimalString, Timestamp } from '../scalars.ts'

export const pushPrices = operation({
  id: 'pushPrices',
  method: 'POST',
  path: '/prices',
  summary: 'Push prices',
  description:
    'Quotes as the sources of the account of the caller observed them. One that jumps too far, or that another account contradicts, is held until a source of another account confirms it.',
  command: ['prices', 'push'],
  group: 'prices',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      quotes: Type.Array(
        Type.Object(
          {
            asset: AssetSymbol,
            source: PriceSource,
            price_usd: described(DecimalString, 'Above zero.'),
            observe_time: Type.Optional(
              described(Timestamp, 'When the source observed it; now unless given.'),
            ),
          },
          { title: 'PushedQuote', additionalProperties: false },
        ),
        { minItems: 1, maxItems: 500, description: 'The quotes, 500 at the most.' },
      ),
    },
    { title: 'PushPrices', additionalProperties: false },
  ),
  response: Type.Object(
    {
      quotes: Type.Array(
        Type.Object(
          {
            asset: AssetSymbol,
            source: PriceSource,
            outcome: enumeration(['accepted', 'held', 'superseded'], {
              description: 'superseded: a newer quote of this source is known already.',
            }),
          },
          { title: 'PushedQuoteOutcome', additionalProperties: false },
        ),
        { description: 'What became of each, in the order in which they were pushed.' },
      ),
    },
    { title: 'PushPricesResponse', additionalProperties: false },
  ),
  reasons: ['REFERENCE_UNKNOWN', 'VALUE_INVALID'],
})

export const listPrices = operation({
  id: 'listPrices',
  method: 'GET',
  path: '/prices',
  summary: 'List prices',
  description: 'What each asset is worth now, and what each source says.',
  command: ['prices', 'list'],
  group: 'prices',
  roles: ['viewer', 'execution', 'reporting', 'admin', 'operator'],
  safe: true,
  query: Type.Object(
    { asset: Type.Optional(AssetSymbol), ...pageParameters },
    { additionalProperties: false },
  ),
  response: pageOf('PriceList', 'prices', Price),
  reasons: ['PAGE_TOKEN_INVALID'],
})
