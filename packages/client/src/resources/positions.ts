// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call, Export } from '../core/call.ts'
import { requestExport } from '../core/export.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  ExportPositionsQuery,
  ListPositionValuationsQuery,
  ListPositionsQuery,
  Position,
  PositionExport,
  PositionList,
  PositionPrices,
  PositionValuation,
  PositionValuationList,
  SendCollateral,
} from '../types/positions.ts'
import type { Transfer } from '../types/transfers.ts'

/** What is lent and what is pledged for it, at current prices. */
export class Positions {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * List positions. Lists the positions of the caller's organization at current prices, newest
   * first or lowest coverage first. A position must match all given filters. With `history_days`,
   * also what their coverage was.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `status` (optional): Only positions with this status.
   *   - `asset` (optional): Only positions that lend this asset.
   *   - `collateral_asset` (optional): Only positions with this collateral asset.
   *   - `counterparty_id` (optional): Only positions with this counterparty. A UUID.
   *   - `ready_for_m2m` (optional): Only positions for which a mark-to-market request could, or
   *     could not, be submitted at current prices. A page may have fewer positions than requested,
   *     or none, and still be followed by another.
   *   - `m2m_direction` (optional): Only positions whose mark-to-market request would have this
   *     direction at current prices. A position without a current price matches none.
   *   - `margin_call_reached` (optional): Only positions that are, or are not, at their margin call
   *     level at current prices. Only a position whose asset is lent can be. A position without a
   *     current price matches neither.
   *   - `liquidation_reached` (optional): Only positions that are, or are not, at their liquidation
   *     level at current prices. Only a position whose asset is lent can be. A position without a
   *     current price matches neither.
   *   - `ids` (optional): Only the positions with these ids, separated by commas. An id of no
   *     position of the organization matches nothing.
   *   - `history_days` (optional): Adds `coverage_history`: what the coverage was in the last days,
   *     1 to 7. A page then has at most 50 positions, and the next page has the others.
   *   - `order_by` (optional): create_time: newest first. coverage: lowest coverage first, at the
   *     prices of the first page, whose tokens are valid for 60 seconds; positions without a ratio
   *     come last. Default: create_time.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   *   - `STATUS_UNKNOWN`: The status does not exist.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const position of client.positions.list()) console.log(position.id)
   * ```
   */
  list(
    filter: ListPositionsQuery = {},
    options: RequestOptions = {},
  ): PageList<PositionList, Position> {
    return this.#requests.list(listPositions, { query: filter }, options)
  }

  /**
   * Export positions. Returns the whole list, newest first, as JSON or CSV. The answer is streamed.
   *
   * Iterate over it: with `format: 'csv'` it comes as chunks of its text, otherwise as its items.
   * All of it has come when the iteration ends without an error. Nothing is sent before the
   * iteration begins.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param query
   *   - `status` (optional): Only positions with this status.
   *   - `asset` (optional): Only positions that lend this asset.
   *   - `collateral_asset` (optional): Only positions with this collateral asset.
   *   - `counterparty_id` (optional): Only positions with this counterparty. A UUID.
   *   - `ready_for_m2m` (optional): Only positions for which a mark-to-market request could, or
   *     could not, be submitted at current prices. A page may have fewer positions than requested,
   *     or none, and still be followed by another.
   *   - `m2m_direction` (optional): Only positions whose mark-to-market request would have this
   *     direction at current prices. A position without a current price matches none.
   *   - `margin_call_reached` (optional): Only positions that are, or are not, at their margin call
   *     level at current prices. Only a position whose asset is lent can be. A position without a
   *     current price matches neither.
   *   - `liquidation_reached` (optional): Only positions that are, or are not, at their liquidation
   *     level at current prices. Only a position whose asset is lent can be. A position without a
   *     current price matches neither.
   *   - `format` (optional): The format of the answer. Default: json.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `STATUS_UNKNOWN`: The status does not exist.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const position of client.positions.export()) console.log(position.id)
   * ```
   */
  export(query: ExportPositionsQuery & { format: 'csv' }, options?: RequestOptions): Export<string>
  export(
    query?: ExportPositionsQuery & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): Export<Position>
  export(
    query: ExportPositionsQuery = {},
    options: RequestOptions = {},
  ): Export<string> | Export<Position> {
    return requestExport(this.#requests, exportPositions, { query }, options)
  }

  /**
   * Get a position. Returns one position at current prices, with the actions that the caller may
   * take.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param positionId The id of the position. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `POSITION_NOT_FOUND`: The position was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const position = await client.positions.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(positionId: string, options: RequestOptions = {}): Call<Position> {
    return this.#requests.request(getPosition, { params: { position_id: positionId } }, options)
  }

  /**
   * Get the prices of a position. Returns the prices of both assets of a position at the last
   * market cut, when it was last marked to market, and now; and the prices at which a call, a
   * release or a level would be reached.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param positionId The id of the position. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `POSITION_NOT_FOUND`: The position was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const positionPrices = await client.positions.prices('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  prices(positionId: string, options: RequestOptions = {}): Call<PositionPrices> {
    return this.#requests.request(
      getPositionPrices,
      { params: { position_id: positionId } },
      options,
    )
  }

  /**
   * List the past valuations of a position. Lists what a position was worth at each market cut
   * until it was closed, and at each movement of the asset or the collateral, newest first. The
   * figures are those of the report of positions as of that time.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param positionId The id of the position. A UUID.
   * @param filter
   *   - `page_size` (optional): The largest number of items, 1 to 200. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   *   - `POSITION_NOT_FOUND`: The position was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const positionValuation of client.positions.valuations('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')) console.log(positionValuation.time)
   * ```
   */
  valuations(
    positionId: string,
    filter: ListPositionValuationsQuery = {},
    options: RequestOptions = {},
  ): PageList<PositionValuationList, PositionValuation> {
    return this.#requests.list(
      listPositionValuations,
      { params: { position_id: positionId }, query: filter },
      options,
    )
  }

  /**
   * Send collateral without a call. Sends collateral to the counterparty at once, as a transfer of
   * the category `voluntary`. The counterparty is notified when it has arrived, and is not asked.
   * The borrower may send any quantity; the lender at most what leaves the requirement met at
   * current prices. A delivery of the borrower counts as in transit once its provider reports
   * `broadcasting`, and for at most `settlement_time_seconds` after its creation; then it counts
   * once it has settled. It is worth at least the minimum notional of a top-up, or 1 USD if that is
   * 0, at the last known price, except from a party under notice for an unmet call. A side has at
   * most one such transfer of a position under way, and sends at most 10 in 24 hours.
   *
   * Roles: `execution`, `admin`.
   *
   * @param positionId The id of the position. A UUID.
   * @param body
   *   - `quantity`: The quantity to send, in units of the collateral asset. A decimal string above
   *     zero.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `POSITION_NOT_FOUND`: The position was not found.
   *   - `POSITION_NOT_ACTIVE`: The position is not active, so it cannot be marked to market or
   *     closed out.
   *   - `COLLATERAL_MANAGED_BY_AGENT`: A tri-party agent manages the collateral of the position.
   *   - `MARK_TO_MARKET_REQUEST_OPEN`: The position has a mark-to-market request that awaits an
   *     answer or a retry.
   *   - `POSITION_QUANTITY_CHANGING`: A return, a recall or a close is changing the quantity of the
   *     position.
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   *   - `QUANTITY_TOO_FINE`: A quantity has more decimals than its asset.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `PRICE_MISSING`: An asset of the position has no price.
   *   - `PRICE_STALE`: The newest price of an asset of the position is too old.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   *   - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn
   *     requests or changes of wallets to this counterparty in this window.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const transfer = await client.positions.sendCollateral('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { quantity: '5' })
   * ```
   */
  sendCollateral(
    positionId: string,
    body: SendCollateral,
    options: RequestOptions = {},
  ): Call<Transfer> {
    return this.#requests.request(
      sendCollateral,
      { params: { position_id: positionId }, body },
      options,
    )
  }
}

const positionListMembers = 'positions[]'

export const listPositions: OperationOf<{ query: ListPositionsQuery; answer: PositionList }> =
  new Read('listPositions', '/positions', positionListMembers)

export const exportPositions: OperationOf<{ query: ExportPositionsQuery; answer: PositionExport }> =
  new Read('exportPositions', '/positions:', positionListMembers)

export const getPosition: OperationOf<{ params: { position_id: string }; answer: Position }> =
  new Read(
    'getPosition',
    '/positions/{position_id}',
    'id status order_id order_id_pretty lender_id lender_name borrower_id' +
      ' borrower_name asset asset_quantity collateral_asset collateral_type' +
      ' collateral_quantity collateral_disputed_quantity deliveries_in_transit' +
      ' returns_in_transit rate_percent interest_accrued interest_paid' +
      ' open_close_out_ids[] current_price collateral_price price_time' +
      ' asset_notional_usd collateral_value_usd ltv_percent ccr_percent lent' +
      ' margin_call_reached liquidation_reached ready_for_m2m m2m_direction' +
      ' m2m_collateral_amount m2m_notional_usd m2m_reason terms{} terms_version' +
      ' substitute_assets[] price_at_last_m2m last_m2m_at create_time update_time' +
      ' actions[]',
  )

export const getPositionPrices: OperationOf<{
  params: { position_id: string }
  answer: PositionPrices
}> = new Read(
  'getPositionPrices',
  '/positions/{position_id}/prices',
  'position_id asset{} collateral{} trigger_prices[]',
)

export const listPositionValuations: OperationOf<{
  params: { position_id: string }
  query: ListPositionValuationsQuery
  answer: PositionValuationList
}> = new Read('listPositionValuations', '/positions/{position_id}/valuations', 'valuations[]')

export const sendCollateral: OperationOf<{
  params: { position_id: string }
  body: SendCollateral
  answer: Transfer
}> = new Write(
  'sendCollateral',
  '/positions/{position_id}:sendCollateral',
  'id external_transfer_id category status token quantity notional order_id' +
    ' create_time update_time sender{} receiver{} provider_lifecycle{} quantity#',
  {},
)
