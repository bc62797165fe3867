import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { AssetSymbol } from '../resources/custody.ts'
import { Price, priceHistoryHoursMax, priceHistorySteps, PriceSource } from '../resources/price.ts'
import { DecimalString, Timestamp } from '../scalars.ts'

export const pushPrices = operation({
  id: 'pushPrices',
  method: 'POST',
  path: '/prices',
  summary: 'Push prices',
  description:
    "Records quotes of the price sources of the caller's account. A quote is held if it moves too far from the previous price or if another account contradicts it. It counts when a source of another account confirms it, when it has lasted without a contradiction, or when another operator releases it.",
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
            price_usd: described(
              DecimalString,
              'The price of one unit of the asset in USD, above zero.',
              '59120.5',
            ),
            observe_time: Type.Optional(
              described(Timestamp, 'When the source observed the price. Default: now.'),
            ),
          },
          {
            title: 'PushedQuote',
            additionalProperties: false,
            description: 'A price, as a source observed it.',
          },
        ),
        { minItems: 1, maxItems: 500, description: '1 to 500 quotes.' },
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
              description:
                'accepted: the quote counts. held: it awaits confirmation. superseded: a newer quote of this source exists.',
            }),
          },
          {
            title: 'PushedQuoteOutcome',
            additionalProperties: false,
            description: 'What became of a pushed quote.',
          },
        ),
        { description: 'The outcome of each quote, in the order of the request.' },
      ),
    },
    {
      title: 'PushedQuoteOutcomes',
      additionalProperties: false,
      description: 'What became of each pushed quote.',
    },
  ),
  reasons: ['REFERENCE_UNKNOWN', 'VALUE_INVALID'],
})

export const releasePrice = operation({
  id: 'releasePrice',
  method: 'POST',
  path: '/prices:release',
  summary: 'Release a held price',
  description:
    "Lets a held quote count from now on, as if a source of another account had confirmed it. The quote must be fresh and have exactly this price. An account cannot release a quote of its own source. The operator's organization is notified.",
  command: ['prices', 'release'],
  group: 'prices',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      asset: AssetSymbol,
      source: PriceSource,
      price_usd: described(DecimalString, 'The price of the held quote in USD.', '59120.5'),
    },
    { title: 'ReleasePrice', additionalProperties: false },
  ),
  response: Price,
  reasons: ['REFERENCE_UNKNOWN', 'INVALID_STATE', 'APPROVER_NOT_PERMITTED'],
})

export const dismissPrice = operation({
  id: 'dismissPrice',
  method: 'POST',
  path: '/prices:dismiss',
  summary: 'Dismiss the last price of a silenced source',
  description:
    "Lets the last quote of a silenced source contradict nobody from now on. A source is silenced if another account has revoked it, or a credential of its account and it has not quoted since: its last quote then goes on contradicting. This always needs the approval of a second person, whatever the policy says. The operator's organization is notified.",
  command: ['prices', 'dismiss'],
  group: 'prices',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      asset: AssetSymbol,
      source: PriceSource,
      price_usd: described(
        DecimalString,
        'The price of the last quote of the source in USD.',
        '59120.5',
      ),
    },
    { title: 'DismissPrice', additionalProperties: false },
  ),
  response: Price,
  reasons: ['REFERENCE_UNKNOWN', 'INVALID_STATE'],
})

export const listPrices = operation({
  id: 'listPrices',
  method: 'GET',
  path: '/prices',
  summary: 'List prices',
  description:
    'Lists the current price of each asset and the newest quote of each source. With `history_hours`, also what they were.',
  command: ['prices', 'list'],
  group: 'prices',
  roles: ['viewer', 'execution', 'reporting', 'admin', 'operator'],
  safe: true,
  query: Type.Object(
    {
      asset: Type.Optional(described(AssetSymbol, 'Only the price of this asset.')),
      in_positions: Type.Optional(
        Type.Boolean({
          description:
            "Whether only the assets of open positions of the caller's organization are listed. Default: false.",
        }),
      ),
      history_hours: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: priceHistoryHoursMax,
          description: `Adds the history of the last hours, 1 to ${priceHistoryHoursMax}, in ${priceHistorySteps} equal steps: the price and the quote of each source. Requires \`asset\`.`,
          examples: [24],
        }),
      ),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('PriceList', 'prices', Price),
  reasons: ['PAGE_TOKEN_INVALID'],
})
