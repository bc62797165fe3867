// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PreviewRequest, ResolvedRequest } from '../types/requests.ts'

/** What a request would do, before it is sent. */
export class RequestPreviews {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Preview a request. Returns what a request would do if it were sent now: who sends what to whom,
   * from and to which wallets, the coverage before and after, and why it would be refused. Changes
   * nothing. A new mark-to-market request has a preview of its own, with its calculation.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param body
   *   - `operation`: The operation of the request.
   *   - `id` (optional): The id in the path of the operation. Left out if it has none. A UUID.
   *   - `body` (optional): The body, as the operation describes it. Left out if it takes none.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `POSITION_NOT_FOUND`: The position was not found.
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: The mark-to-market request was not found.
   *   - `ORDER_REQUEST_NOT_FOUND`: The order request was not found.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   *   - `QUANTITY_TOO_FINE`: A quantity has more decimals than its asset.
   *   - `NOTHING_DISPUTED`: The counter-valuation is not below the amount of the request.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const resolvedRequest = await client.requests.preview({ operation: 'createOrder' })
   * ```
   */
  preview(body: PreviewRequest, options: RequestOptions = {}): Call<ResolvedRequest> {
    return this.#requests.request(previewRequest, { body }, options)
  }
}

export const previewRequest: OperationOf<{ body: PreviewRequest; answer: ResolvedRequest }> =
  new Read(
    'previewRequest',
    '/requests:',
    'as_of order_id order_id_pretty position_id counterparty_id counterparty_name' +
      ' movements[] wallet_changes[] rate maturity terms substitution coverage' +
      ' close_out asked_prices reason',
    { method: 'POST', body: {} },
  )
