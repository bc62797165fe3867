// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  ApprovalPolicy,
  ApprovalPolicyList,
  ListApprovalPoliciesQuery,
  SetApprovalPolicy,
} from '../types/approval-policies.ts'

/** Which operations of an organization need the approval of other accounts. */
export class ApprovalPolicies {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Get the approval policy. Returns the policy in force for requests of the caller's organization.
   *
   * Roles: `viewer`, `execution`, `admin`, `operator`.
   *
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const approvalPolicy = await client.approvalPolicies.get()
   * ```
   */
  get(options: RequestOptions = {}): Call<ApprovalPolicy> {
    return this.#requests.request(getApprovalPolicy, {}, options)
  }

  /**
   * Set the approval policy. Replaces the policy of the caller's organization by a new version. The
   * policy in force decides whether the change itself needs approval.
   *
   * Roles: `admin`, `operator`.
   *
   * @param body
   *   - `rules`: The rules. If several apply to a request, it needs the most approvals that one of
   *     them asks for, within the shortest of their times, and accounts that the requester created
   *     within the longest may not approve it. Without a rule an operation needs no approval.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const approvalPolicy = await client.approvalPolicies.set({
   *   rules: [
   *     {
   *       operation: 'createOrder',
   *       above_usd: '1000000',
   *       approvals: 1,
   *       within_seconds: 86400,
   *     },
   *   ],
   * })
   * ```
   */
  set(body: SetApprovalPolicy, options: RequestOptions = {}): Call<ApprovalPolicy> {
    return this.#requests.request(setApprovalPolicy, { body }, options)
  }

  /**
   * List the versions of the approval policy. Lists the versions of the policy of the caller's
   * organization, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`, `operator`.
   *
   * @param filter
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const approvalPolicy of client.approvalPolicies.list()) console.log(approvalPolicy.organization_id)
   * ```
   */
  list(
    filter: ListApprovalPoliciesQuery = {},
    options: RequestOptions = {},
  ): PageList<ApprovalPolicyList, ApprovalPolicy> {
    return this.#requests.list(listApprovalPolicies, { query: filter }, options)
  }
}

const approvalPolicyMembers = 'organization_id version rules[] create_time account_id'

export const getApprovalPolicy: OperationOf<{ answer: ApprovalPolicy }> = new Read(
  'getApprovalPolicy',
  '/approval-policies/current',
  approvalPolicyMembers,
)

export const setApprovalPolicy: OperationOf<{ body: SetApprovalPolicy; answer: ApprovalPolicy }> =
  new Write('setApprovalPolicy', '/approval-policies', approvalPolicyMembers, {})

export const listApprovalPolicies: OperationOf<{
  query: ListApprovalPoliciesQuery
  answer: ApprovalPolicyList
}> = new Read('listApprovalPolicies', '/approval-policies', 'approval_policies[]')
