import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { formatParameter, pageOf, pageParameters, pageSizeDefault, pageToken } from '../paging.ts'
import { AssetSymbol } from '../resources/custody.ts'
import { coverageHistoryDaysMax } from '../resources/coverage-point.ts'
import { MarkToMarketDirection } from '../resources/mark-to-market-preview.ts'
import { Position } from '../resources/position.ts'
import { PositionPrices, PositionValuation } from '../resources/position-history.ts'
import { Transfer } from '../resources/transfer.ts'
import { QuantityString, Uuid, uuidList } from '../scalars.ts'

const filters = {
  status: Type.Optional(identifier('Only positions with this status.', 64, 'ACTIVE')),
  asset: Type.Optional(described(AssetSymbol, 'Only positions that lend this asset.')),
  collateral_asset: Type.Optional(
    described(AssetSymbol, 'Only positions with this collateral asset.', 'USDC'),
  ),
  counterparty_id: Type.Optional(described(Uuid, 'Only positions with this counterparty.')),
  ready_for_m2m: Type.Optional(
    Type.Boolean({
      description:
        'Only positions for which a mark-to-market request could, or could not, be submitted at current prices. A page may have fewer positions than requested, or none, and still be followed by another.',
    }),
  ),
  m2m_direction: Type.Optional(
    described(
      MarkToMarketDirection,
      'Only positions whose mark-to-market request would have this direction at current prices. A position without a current price matches none.',
    ),
  ),
  margin_call_reached: Type.Optional(
    Type.Boolean({
      description:
        'Only positions that are, or are not, at their margin call level at current prices. Only a position whose asset is lent can be. A position without a current price matches neither.',
    }),
  ),
  liquidation_reached: Type.Optional(
    Type.Boolean({
      description:
        'Only positions that are, or are not, at their liquidation level at current prices. Only a position whose asset is lent can be. A position without a current price matches neither.',
    }),
  ),
}

const order = {
  order_by: Type.Optional(
    enumeration(['create_time', 'coverage'], {
      description:
        'create_time: newest first. coverage: lowest coverage first, at the prices of the first page, whose tokens are valid for 60 seconds; positions without a ratio come last. Default: create_time.',
    }),
  ),
}

/** The most positions of a page with their histories, and the most ids of a request. */
export const positionHistoriesMax = 50

const chosen = {
  ids: Type.Optional(
    uuidList(
      positionHistoriesMax,
      'Only the positions with these ids, separated by commas. An id of no position of the organization matches nothing.',
    ),
  ),
  history_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: coverageHistoryDaysMax,
      description: `Adds \`coverage_history\`: what the coverage was in the last days, 1 to ${coverageHistoryDaysMax}. A page then has at most ${positionHistoriesMax} positions, and the next page has the others.`,
      examples: [7],
    }),
  ),
}

/** By coverage, a token contains the prices of the first page. */
const pricedPageToken = Type.String({ ...pageToken, maxLength: 8192 })

export const listPositions = operation({
  id: 'listPositions',
  method: 'GET',
  path: '/positions',
  summary: 'List positions',
  description:
    "Lists the positions of the caller's organization at current prices, newest first or lowest coverage first. A position must match all given filters. With `history_days`, also what their coverage was.",
  command: ['positions', 'list'],
  group: 'positions',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      ...filters,
      ...chosen,
      ...order,
      ...pageParameters,
      page_token: Type.Optional(
        described(pricedPageToken, 'The next_page_token of the previous page.'),
      ),
    },
    { additionalProperties: false },
  ),
  response: pageOf('PositionList', 'positions', Position, pricedPageToken),
  reasons: ['PAGE_TOKEN_INVALID', 'STATUS_UNKNOWN'],
})

export const exportPositions = operation({
  id: 'exportPositions',
  method: 'GET',
  path: '/positions:export',
  summary: 'Export positions',
  description: 'Returns the whole list, newest first, as JSON or CSV. The answer is streamed.',
  command: ['positions', 'export'],
  group: 'positions',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object({ ...filters, ...formatParameter }, { additionalProperties: false }),
  response: Type.Object(
    { positions: Type.Array(Position, { description: 'All positions that match the filters.' }) },
    { title: 'PositionExport', additionalProperties: false },
  ),
  csv: true,
  reasons: ['STATUS_UNKNOWN'],
})

const positionParams = Type.Object(
  { position_id: described(Uuid, 'The id of the position.') },
  { additionalProperties: false },
)

export const getPosition = operation({
  id: 'getPosition',
  method: 'GET',
  path: '/positions/{position_id}',
  summary: 'Get a position',
  description: 'Returns one position at current prices, with the actions that the caller may take.',
  command: ['positions', 'get'],
  group: 'positions',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params: positionParams,
  response: Position,
  reasons: ['POSITION_NOT_FOUND'],
})

export const getPositionPrices = operation({
  id: 'getPositionPrices',
  method: 'GET',
  path: '/positions/{position_id}/prices',
  summary: 'Get the prices of a position',
  description:
    'Returns the prices of both assets of a position at the last market cut, when it was last marked to market, and now; and the prices at which a call, a release or a level would be reached.',
  command: ['positions', 'prices'],
  group: 'positions',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params: positionParams,
  response: PositionPrices,
  reasons: ['POSITION_NOT_FOUND'],
})

/** The most entries of a page: the prices of each are looked up at its time. */
export const valuationsPageMax = 200

export const listPositionValuations = operation({
  id: 'listPositionValuations',
  method: 'GET',
  path: '/positions/{position_id}/valuations',
  summary: 'List the past valuations of a position',
  description:
    'Lists what a position was worth at each market cut until it was closed, and at each movement of the asset or the collateral, newest first. The figures are those of the report of positions as of that time.',
  command: ['positions', 'valuations'],
  group: 'positions',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params: positionParams,
  query: Type.Object(
    {
      ...pageParameters,
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: valuationsPageMax,
          description: `The largest number of items, 1 to ${valuationsPageMax}. Default: ${pageSizeDefault}.`,
          examples: [pageSizeDefault],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: pageOf('PositionValuationList', 'valuations', PositionValuation),
  reasons: ['PAGE_TOKEN_INVALID', 'POSITION_NOT_FOUND'],
})

export const sendCollateral = operation({
  id: 'sendCollateral',
  method: 'POST',
  path: '/positions/{position_id}:sendCollateral',
  summary: 'Send collateral without a call',
  description:
    'Sends collateral to the counterparty at once, as a transfer of the category `voluntary`. The counterparty is notified when it has arrived, and is not asked. The borrower may send any quantity; the lender at most what leaves the requirement met at current prices. A delivery of the borrower counts as in transit once its provider reports `broadcasting`, and for at most `settlement_time_seconds` after its creation; then it counts once it has settled. It is worth at least the minimum notional of a top-up, or 1 USD if that is 0, at the last known price, except from a party under notice for an unmet call. A side has at most one such transfer of a position under way, and sends at most 10 in 24 hours.',
  command: ['positions', 'send-collateral'],
  group: 'positions',
  roles: ['execution', 'admin'],
  safe: false,
  params: positionParams,
  body: Type.Object(
    {
      quantity: described(
        QuantityString,
        'The quantity to send, in units of the collateral asset.',
        '5',
      ),
    },
    { additionalProperties: false },
  ),
  response: Transfer,
  reasons: [
    'POSITION_NOT_FOUND',
    'POSITION_NOT_ACTIVE',
    'COLLATERAL_MANAGED_BY_AGENT',
    'MARK_TO_MARKET_REQUEST_OPEN',
    'POSITION_QUANTITY_CHANGING',
    'ALREADY_EXISTS',
    'QUANTITY_NOT_AVAILABLE',
    'QUANTITY_TOO_FINE',
    'VALUE_INVALID',
    'PRICE_MISSING',
    'PRICE_STALE',
    'WALLET_RETIRED',
    'COUNTERPARTY_LIMITED',
  ],
})
