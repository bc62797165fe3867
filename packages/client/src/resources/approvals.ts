// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import { approvalOutcome, type ApprovalWaitOptions } from '../core/approval-outcome.ts'
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  Approval,
  ApprovalList,
  DecideApproval,
  ListApprovalsQuery,
  ResolvedApproval,
} from '../types/approvals.ts'

/** Requests that are carried out once other accounts have approved them. */
export class Approvals {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * List approvals. Lists the requests of the caller's organization that needed approval, and those
   * that it decides, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`, `operator`.
   *
   * @param filter
   *   - `state` (optional): Only approvals in this state.
   *   - `order_id` (optional): Only approvals that concern this order. A UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const approval of client.approvals.list()) console.log(approval.id)
   * ```
   */
  list(
    filter: ListApprovalsQuery = {},
    options: RequestOptions = {},
  ): PageList<ApprovalList, Approval> {
    return this.#requests.list(listApprovals, { query: filter }, options)
  }

  /**
   * Get an approval. Returns one approval with its request, its decisions and its outcome. While it
   * is not carried out, `resolved` has what the request means: who sends what to whom, from and to
   * which wallets, and the coverage before and after.
   *
   * Roles: `viewer`, `execution`, `admin`, `operator`.
   *
   * @param approvalId The id of the approval. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `APPROVAL_NOT_FOUND`: The approval was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const resolvedApproval = await client.approvals.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(approvalId: string, options: RequestOptions = {}): Call<ResolvedApproval> {
    return this.#requests.request(getApproval, { params: { approval_id: approvalId } }, options)
  }

  /**
   * Approve a request. Approves the request with this hash. After the last approval that it needs,
   * the service carries it out in the name of the requester. Your role must include the operation
   * of the request. You cannot approve a request of your own account. Within the time to decide,
   * accounts of which one created the other or gave it a credential, and accounts that a third
   * created, count as one person, who approves once and not for itself.
   *
   * Roles: `execution`, `admin`, `operator`.
   *
   * @param approvalId The id of the approval. A UUID.
   * @param body
   *   - `request_hash`: The SHA-256 of the method, a line feed, the path, a line feed and the body,
   *     exactly as they were signed. Hexadecimal.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `APPROVAL_NOT_FOUND`: The approval was not found.
   *   - `APPROVED_REQUESTS_EXHAUSTED`: Too many approved requests of the organization wait to be
   *     carried out.
   *   - `APPROVER_NOT_PERMITTED`: This account may not decide on the request.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const approval = await client.approvals.approve('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', {
   *   request_hash: '7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069',
   * })
   * ```
   */
  approve(approvalId: string, body: DecideApproval, options: RequestOptions = {}): Call<Approval> {
    return this.#requests.request(
      approveApproval,
      { params: { approval_id: approvalId }, body },
      options,
    )
  }

  /**
   * Reject a request. Rejects the request with this hash for good. One account is enough.
   *
   * Roles: `execution`, `admin`, `operator`.
   *
   * @param approvalId The id of the approval. A UUID.
   * @param body
   *   - `request_hash`: The SHA-256 of the method, a line feed, the path, a line feed and the body,
   *     exactly as they were signed. Hexadecimal.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `APPROVAL_NOT_FOUND`: The approval was not found.
   *   - `APPROVER_NOT_PERMITTED`: This account may not decide on the request.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const approval = await client.approvals.reject('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', {
   *   request_hash: '7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069',
   * })
   * ```
   */
  reject(approvalId: string, body: DecideApproval, options: RequestOptions = {}): Call<Approval> {
    return this.#requests.request(
      rejectApproval,
      { params: { approval_id: approvalId }, body },
      options,
    )
  }

  /**
   * Withdraw a request. Withdraws a request that awaits approval. Only the account that made it
   * may.
   *
   * Roles: `execution`, `admin`, `operator`.
   *
   * @param approvalId The id of the approval. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `APPROVAL_NOT_FOUND`: The approval was not found.
   *   - `APPROVER_NOT_PERMITTED`: This account may not decide on the request.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const approval = await client.approvals.withdraw('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  withdraw(approvalId: string, options: RequestOptions = {}): Call<Approval> {
    return this.#requests.request(
      withdrawApproval,
      { params: { approval_id: approvalId } },
      options,
    )
  }

  /**
   * Waits until a request that needs approval has been carried out, and returns its answer: what
   * the call that threw the ApprovalRequiredError would have returned. Nothing is lost if your
   * program ends meanwhile: wait for the same id again.
   *
   * It reads the approval again and again, with waits that grow to 5 s, through restarts of the
   * service as well.
   *
   * Roles: `viewer`, `execution`, `admin`, `operator`.
   *
   * @param approvalId The id of the approval. A UUID.
   * @param options What ends the wait, and how long it may take, in milliseconds.
   * @returns the answer of the operation of the request, which you know: its type is not checked.
   * @throws {@link ApprovalEndedError} if the request was rejected or withdrawn, if it expired, or
   *   if it was refused when it was to be carried out: its `approval` has the `failure`.
   * @throws {@link ApprovalRequiredError} if it still awaits approval after `timeoutMs`.
   * @throws Whatever `get` may throw, where it will not pass with time.
   * @example
   * ```ts
   * const answer = await client.approvals.wait('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  wait<Answer = unknown>(approvalId: string, options: ApprovalWaitOptions = {}): Promise<Answer> {
    return approvalOutcome((reading) => this.get(approvalId, reading), options, this.#requests)
  }
}

const approvalMembers =
  'id state operation request{} request_hash organization_id account_id' +
  ' credential_id decider_id approvals_needed decisions[] amount_usd order_id' +
  ' counterparty_id counterparty_name create_time expire_time end_time answer' +
  ' failure actions[]'

export const listApprovals: OperationOf<{ query: ListApprovalsQuery; answer: ApprovalList }> =
  new Read('listApprovals', '/approvals', 'approvals[]')

export const getApproval: OperationOf<{
  params: { approval_id: string }
  answer: ResolvedApproval
}> = new Read(
  'getApproval',
  '/approvals/{approval_id}',
  'id state operation request{} request_hash organization_id account_id' +
    ' credential_id decider_id approvals_needed decisions[] amount_usd order_id' +
    ' counterparty_id counterparty_name create_time expire_time end_time answer' +
    ' failure actions[] resolved',
)

export const approveApproval: OperationOf<{
  params: { approval_id: string }
  body: DecideApproval
  answer: Approval
}> = new Write('approveApproval', '/approvals/{approval_id}:', approvalMembers, {})

export const rejectApproval: OperationOf<{
  params: { approval_id: string }
  body: DecideApproval
  answer: Approval
}> = new Write('rejectApproval', '/approvals/{approval_id}:', approvalMembers, {})

export const withdrawApproval: OperationOf<{ params: { approval_id: string }; answer: Approval }> =
  new Write('withdrawApproval', '/approvals/{approval_id}:', approvalMembers)
