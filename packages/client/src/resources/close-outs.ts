// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CloseOut,
  CloseOutList,
  CloseOutPreviewRequest,
  CloseOutPreviewResponse,
  ListCloseOutsQuery,
  NewCloseOut,
} from '../types/close-outs.ts'

/**
 * Declared defaults, and what follows: the secured party keeps what covers its claim, and sends
 * back the rest.
 */
export class CloseOuts {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Preview a close-out. Computes what a close-out of a position at the prices of now would be, if
   * one of its sides were in default: what is claimed, what is kept and what goes back, with each
   * input, step and rounding. Hypothetical, whether a default could be declared or not. In part, if
   * the terms of the order say so and what is discharged and kept can restore the requirement.
   * Counts what has settled. Says of each cause that the terms have whether it is there now, with
   * its figures. Without a price that the statement needs there is neither, though a cause may be
   * declared that needs none. Creates nothing.
   *
   * Quantities, prices and amounts are decimal strings. `verifyCloseOut` computes the `statement`
   * again.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param body
   *   - `position_id`: The position to close out. A UUID.
   *   - `in_default`: The side in default. The other one is the declarer.
   *   - `cause` (optional): For what it would be terminated, which can decide whether only a part
   *     is closed out. Default: for a cause of which only a part is, if the terms say so.
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

  /**
   * Declare a default. Declares a default of the other side. The terms of the order must name the
   * cause, and the service checks that it is the case. Both sides are notified. The notice ends
   * when the cause is cured, when the declarer withdraws it, and 30 days after the time from which
   * it can be terminated.
   *
   * Roles: `execution`, `admin`.
   *
   * @param body
   *   - `position_id`: The position of the deal. A UUID.
   *   - `cause`: UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has
   *     been in dispute for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL:
   *     the coverage has stayed at or below the liquidation level for `liquidation_confirm_seconds`
   *     of the terms, and is there now. The borrower is in default. MISSED_RETURN: the asset of a
   *     return, a recall, a close or a maturity has not come back in time, or the collateral that
   *     follows it has not. Its sender is in default. MISSED_INTEREST: interest that was due is
   *     late. The borrower is in default.
   *   - `note` (optional): A note for the other side.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `POSITION_NOT_FOUND`: The position was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `CAUSE_NOT_AGREED`: The terms of the order do not have the cause.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `CAUSE_NOT_PRESENT`: What the cause needs is not the case. The details contain each figure.
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `COLLATERAL_MANAGED_BY_AGENT`: A tri-party agent manages the collateral of the position.
   *   - `PRICE_MISSING`: An asset of the position has no price.
   *   - `PRICE_STALE`: The newest price of an asset of the position is too old.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const closeOut = await client.closeOuts.create({
   *   position_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   cause: 'UNMET_CALL',
   * })
   * ```
   */
  create(body: NewCloseOut, options: RequestOptions = {}): Call<CloseOut> {
    return this.#requests.request(createCloseOut, { body }, options)
  }

  /**
   * List close-outs. Lists the declared defaults and close-outs of the caller's organization, of
   * either side, newest first. A close-out must match all given filters.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `status` (optional): Only close-outs with this status.
   *   - `position_id` (optional): Only close-outs of this position. A UUID.
   *   - `cause` (optional): UNMET_CALL: collateral is due, and a call of it has no answer, is late,
   *     or has been in dispute for `dispute_time_seconds`. Its sender is in default.
   *     LIQUIDATION_LEVEL: the coverage has stayed at or below the liquidation level for
   *     `liquidation_confirm_seconds` of the terms, and is there now. The borrower is in default.
   *     MISSED_RETURN: the asset of a return, a recall, a close or a maturity has not come back in
   *     time, or the collateral that follows it has not. Its sender is in default. MISSED_INTEREST:
   *     interest that was due is late. The borrower is in default.
   *   - `declarer_id` (optional): Only those that this organization declared. A UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   *   - `STATUS_UNKNOWN`: The status does not exist.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const closeOut of client.closeOuts.list()) console.log(closeOut.id)
   * ```
   */
  list(
    filter: ListCloseOutsQuery = {},
    options: RequestOptions = {},
  ): PageList<CloseOutList, CloseOut> {
    return this.#requests.list(listCloseOuts, { query: filter }, options)
  }

  /**
   * Get a close-out. Returns one close-out with the actions that the caller may take.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param closeOutId The id of the close-out. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CLOSE_OUT_NOT_FOUND`: The close-out was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const closeOut = await client.closeOuts.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(closeOutId: string, options: RequestOptions = {}): Call<CloseOut> {
    return this.#requests.request(getCloseOut, { params: { close_out_id: closeOutId } }, options)
  }

  /**
   * Withdraw a notice. Withdraws a declared default that has not been terminated. It counts as a
   * withdrawal between the two organizations, and the same cause cannot be declared again within
   * the hour.
   *
   * Roles: `execution`, `admin`.
   *
   * @param closeOutId The id of the close-out. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CLOSE_OUT_NOT_FOUND`: The close-out was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn
   *     requests or changes of wallets to this counterparty in this window.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const closeOut = await client.closeOuts.withdraw('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  withdraw(closeOutId: string, options: RequestOptions = {}): Call<CloseOut> {
    return this.#requests.request(
      withdrawCloseOut,
      { params: { close_out_id: closeOutId } },
      options,
    )
  }

  /**
   * Terminate a deal in default. Ends the deal at the prices of now, if the cause is still the
   * case. The declarer keeps what covers its claim, at the price less the discount of the terms.
   * What is left goes back; what is not covered is a residual claim. Requests of the deal that
   * await an answer end. Transfers of the deal that are being sent or confirmed count if they
   * arrive in time: until then the statement is provisional, and it is booked when none is under
   * way any more. The cancellation of all other transfers is requested, and what arrives of them is
   * sent back. In part, if the terms say so: the declarer keeps only as much as restores the
   * requirement, so much of the asset need not be returned any more, and the deal goes on with the
   * rest, its requests and its transfers.
   *
   * Roles: `execution`, `admin`.
   *
   * @param closeOutId The id of the close-out. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CLOSE_OUT_NOT_FOUND`: The close-out was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `CAUSE_NOT_PRESENT`: What the cause needs is not the case. The details contain each figure.
   *   - `CURE_UNDER_WAY`: Transfers on the chain would cure the default. The details say until when
   *     they may.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   *   - `PRICE_MISSING`: An asset of the position has no price.
   *   - `PRICE_STALE`: The newest price of an asset of the position is too old.
   *   - `PRICE_HELD`: A fresh quote of an asset of the position is held.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const closeOut = await client.closeOuts.terminate('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  terminate(closeOutId: string, options: RequestOptions = {}): Call<CloseOut> {
    return this.#requests.request(
      terminateCloseOut,
      { params: { close_out_id: closeOutId } },
      options,
    )
  }

  /**
   * Retry a close-out. Instructs the transfer of what goes back again, if it failed, was rejected
   * or was cancelled.
   *
   * Roles: `execution`, `admin`.
   *
   * @param closeOutId The id of the close-out. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CLOSE_OUT_NOT_FOUND`: The close-out was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const closeOut = await client.closeOuts.retry('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  retry(closeOutId: string, options: RequestOptions = {}): Call<CloseOut> {
    return this.#requests.request(retryCloseOut, { params: { close_out_id: closeOutId } }, options)
  }

  /**
   * Confirm what came back. The party in default confirms that what goes back has reached it
   * outside of the service. Not possible while a transfer of it is under way.
   *
   * Roles: `execution`, `admin`.
   *
   * @param closeOutId The id of the close-out. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CLOSE_OUT_NOT_FOUND`: The close-out was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const closeOut = await client.closeOuts.receive('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  receive(closeOutId: string, options: RequestOptions = {}): Call<CloseOut> {
    return this.#requests.request(
      receiveCloseOut,
      { params: { close_out_id: closeOutId } },
      options,
    )
  }

  /**
   * Discharge a residual claim. The declarer confirms that the residual claim was paid outside of
   * the service, or waives it.
   *
   * Roles: `execution`, `admin`.
   *
   * @param closeOutId The id of the close-out. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CLOSE_OUT_NOT_FOUND`: The close-out was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const closeOut = await client.closeOuts.discharge('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  discharge(closeOutId: string, options: RequestOptions = {}): Call<CloseOut> {
    return this.#requests.request(
      dischargeCloseOut,
      { params: { close_out_id: closeOutId } },
      options,
    )
  }
}

const closeOutMembers =
  'id status cause position_id order_id order_id_pretty lender_id borrower_id' +
  ' declarer_id note fact{} earliest_terminate_time terminate_time statement' +
  ' waits_for excess_late transfer_ids[] create_time update_time actions[]'

export const previewCloseOut: OperationOf<{
  body: CloseOutPreviewRequest
  answer: CloseOutPreviewResponse
}> = new Read('previewCloseOut', '/close-outs:', 'statement{} facts[]', {
  method: 'POST',
  body: {},
})

export const createCloseOut: OperationOf<{ body: NewCloseOut; answer: CloseOut }> = new Write(
  'createCloseOut',
  '/close-outs',
  closeOutMembers,
  {},
)

export const listCloseOuts: OperationOf<{ query: ListCloseOutsQuery; answer: CloseOutList }> =
  new Read('listCloseOuts', '/close-outs', 'close_outs[]')

export const getCloseOut: OperationOf<{ params: { close_out_id: string }; answer: CloseOut }> =
  new Read('getCloseOut', '/close-outs/{close_out_id}', closeOutMembers)

export const withdrawCloseOut: OperationOf<{ params: { close_out_id: string }; answer: CloseOut }> =
  new Write('withdrawCloseOut', '/close-outs/{close_out_id}:', closeOutMembers)

export const terminateCloseOut: OperationOf<{
  params: { close_out_id: string }
  answer: CloseOut
}> = new Write('terminateCloseOut', '/close-outs/{close_out_id}:', closeOutMembers)

export const retryCloseOut: OperationOf<{ params: { close_out_id: string }; answer: CloseOut }> =
  new Write('retryCloseOut', '/close-outs/{close_out_id}:', closeOutMembers)

export const receiveCloseOut: OperationOf<{ params: { close_out_id: string }; answer: CloseOut }> =
  new Write('receiveCloseOut', '/close-outs/{close_out_id}:', closeOutMembers)

export const dischargeCloseOut: OperationOf<{
  params: { close_out_id: string }
  answer: CloseOut
}> = new Write('dischargeCloseOut', '/close-outs/{close_out_id}:', closeOutMembers)
