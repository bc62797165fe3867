// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { AnswerMembers, Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { CloseOutPreviewRequest, CloseOutPreviewResponse } from '../types/close-outs.ts'

/** What becomes of one deal if a side is in default. */
export class CloseOuts {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Preview a close-out. Computes what a close-out of a position at the prices of now would be, if
   * one of its sides were in default: what is claimed, what is kept and what goes back, with each
   * input, step and rounding. Hypothetical, whether a default could be declared or not. Counts what
   * has settled. Creates nothing.
   *
   * Quantities, prices and amounts are decimal strings. `verifyCloseOut` computes the `statement`
   * again.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param body
   *   - `position_id`: The position to close out. A UUID.
   *   - `in_default`: The side in default. The other one is the declarer.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `POSITION_NOT_FOUND`: The position was not found.
   *   - `POSITION_NOT_ACTIVE`: The position is not active, so it cannot be marked to market or
   *     closed out.
   *   - `COLLATERAL_MANAGED_BY_AGENT`: A tri-party agent manages the collateral of the position.
   *   - `PRICE_MISSING`: An asset of the position has no price.
   *   - `PRICE_STALE`: The newest price of an asset of the position is too old.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const closeOutPreviewResponse = await client.closeOuts.preview({
   *   position_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   in_default: 'borrower',
   * })
   * ```
   */
  preview(
    body: CloseOutPreviewRequest,
    options: RequestOptions = {},
  ): Call<CloseOutPreviewResponse> {
    return this.#requests.request(previewCloseOut, { body }, options)
  }
}

const closeOutPreviewResponseSchema = new AnswerMembers('statement{}')

export const previewCloseOut: OperationOf<{
  body: CloseOutPreviewRequest
  answer: CloseOutPreviewResponse
}> = new Read('previewCloseOut', '/close-outs:preview', closeOutPreviewResponseSchema, {
  method: 'POST',
  body: {},
})
