// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  AcceptAgreement,
  Agreement,
  AgreementList,
  AmendAgreement,
  CreateAgreement,
  ListAgreementsQuery,
  ProposeTerms,
  WithdrawTerms,
} from '../types/agreements.ts'

/** The terms between a lender and a borrower, in versions. */
export class Agreements {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create an agreement. Proposes the margin terms between one lender and one borrower. They take
   * effect when the admins of both have accepted them.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `lender_id`: The organization that lends. A UUID.
   *   - `borrower_id`: The organization that borrows. A UUID.
   *   - `terms`: The margin terms that are proposed to a lender and a borrower. A term that is left
   *     out has its default, not the value of the version before.
   *   - `calendar_versions` (optional): The versions of the calendars of `terms` that you have
   *     seen. Refused if another is the newest by now, also if it was set while the request awaited
   *     approval. Of a calendar that is left out, any version is pinned that was there when the
   *     request was received.
   *   - `effective_time` (optional): The earliest time at which the terms take effect. Not in the
   *     past. Default: now. RFC 3339 in UTC, with milliseconds.
   *   - `expire_time` (optional): When the version expires, unless both sides have accepted it
   *     before. Later than now. Default: 14 days from now. RFC 3339 in UTC, with milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const agreement = await client.agreements.create({
   *   lender_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   borrower_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   terms: {
   *     requirement_percent: '105',
   *     haircut: '0.05',
   *     margin_call_percent: '103',
   *     liquidation_percent: '101',
   *     threshold_usd: '0',
   *     minimum_notional_top_up_usd: '10000',
   *     minimum_notional_release_usd: '25000',
   *     lot_top_up: '0.01',
   *     lot_release: '0.01',
   *     day_count: 'ACT/360',
   *     cure_time_seconds: 14400,
   *     dispute_tolerance_usd: '500',
   *     dispute_tolerance_percent: '1',
   *     dispute_method: 'undisputed',
   *   },
   * })
   * ```
   */
  create(body: CreateAgreement, options: RequestOptions = {}): Call<Agreement> {
    return this.#requests.request(createAgreement, { body }, options)
  }

  /**
   * Amend an agreement. Proposes a new version. It takes effect when the admins of both sides have
   * accepted it; until then the version before it stays in effect. A proposal that awaits
   * acceptance expires at once. Accepted orders keep the terms that they copied.
   *
   * Roles: `operator`.
   *
   * @param agreementId The id of the agreement. A UUID.
   * @param body
   *   - `terms`: The margin terms that are proposed to a lender and a borrower. A term that is left
   *     out has its default, not the value of the version before.
   *   - `calendar_versions` (optional): The versions of the calendars of `terms` that you have
   *     seen. Refused if another is the newest by now, also if it was set while the request awaited
   *     approval. Of a calendar that is left out, any version is pinned that was there when the
   *     request was received.
   *   - `effective_time` (optional): The earliest time at which the terms take effect. Not in the
   *     past. Default: now. RFC 3339 in UTC, with milliseconds.
   *   - `expire_time` (optional): When the version expires, unless both sides have accepted it
   *     before. Later than now. Default: 14 days from now. RFC 3339 in UTC, with milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `AGREEMENT_NOT_FOUND`: The agreement was not found.
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const agreement = await client.agreements.amend('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', {
   *   terms: {
   *     requirement_percent: '105',
   *     haircut: '0.05',
   *     margin_call_percent: '103',
   *     liquidation_percent: '101',
   *     threshold_usd: '0',
   *     minimum_notional_top_up_usd: '10000',
   *     minimum_notional_release_usd: '25000',
   *     lot_top_up: '0.01',
   *     lot_release: '0.01',
   *     day_count: 'ACT/360',
   *     cure_time_seconds: 14400,
   *     dispute_tolerance_usd: '500',
   *     dispute_tolerance_percent: '1',
   *     dispute_method: 'undisputed',
   *   },
   * })
   * ```
   */
  amend(agreementId: string, body: AmendAgreement, options: RequestOptions = {}): Call<Agreement> {
    return this.#requests.request(
      amendAgreement,
      { params: { agreement_id: agreementId }, body },
      options,
    )
  }

  /**
   * Accept a version of an agreement. Accepts a proposed version for the caller's side. When both
   * sides have accepted it, it is in effect from its effective time, or from now if that is later.
   *
   * Roles: `admin`.
   *
   * @param agreementId The id of the agreement. A UUID.
   * @param body
   *   - `version`: The number of the version whose terms are accepted.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `AGREEMENT_NOT_FOUND`: The agreement was not found.
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const agreement = await client.agreements.accept('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { version: 2 })
   * ```
   */
  accept(
    agreementId: string,
    body: AcceptAgreement,
    options: RequestOptions = {},
  ): Call<Agreement> {
    return this.#requests.request(
      acceptAgreement,
      { params: { agreement_id: agreementId }, body },
      options,
    )
  }

  /**
   * Propose terms to the counterparty. Proposes a new version for the caller's side, and accepts it
   * for that side. It takes effect when the other side has accepted it; until then the version
   * before it stays in effect. A proposal of either side that awaits acceptance expires at once;
   * one of the operator is never replaced. Deals that exist keep their terms. Rules of approval for
   * `acceptAgreement` apply to it too.
   *
   * Roles: `admin`.
   *
   * @param agreementId The id of the agreement. A UUID.
   * @param body
   *   - `version`: The number that the new version gets: one more than the newest. If another
   *     version was proposed meanwhile, the request is refused.
   *   - `terms`: The margin terms that are proposed to a lender and a borrower. A term that is left
   *     out has its default, not the value of the version before.
   *   - `calendar_versions` (optional): The versions of the calendars of `terms` that you have
   *     seen. Refused if another is the newest by now, also if it was set while the request awaited
   *     approval. Of a calendar that is left out, any version is pinned that was there when the
   *     request was received.
   *   - `effective_time` (optional): The earliest time at which the terms take effect. Not in the
   *     past, and within 365 days. Default: now. RFC 3339 in UTC, with milliseconds.
   *   - `expire_time` (optional): When the version expires, unless both sides have accepted it
   *     before. Later than now, and within 90 days. Default: 14 days from now. RFC 3339 in UTC,
   *     with milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `AGREEMENT_NOT_FOUND`: The agreement was not found.
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `MUTED_BY_COUNTERPARTY`: The counterparty has muted the caller's organization.
   *   - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn
   *     requests or changes of wallets to this counterparty in this window.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const agreement = await client.agreements.propose('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', {
   *   version: 3,
   *   terms: {
   *     requirement_percent: '105',
   *     haircut: '0.05',
   *     margin_call_percent: '103',
   *     liquidation_percent: '101',
   *     threshold_usd: '0',
   *     minimum_notional_top_up_usd: '10000',
   *     minimum_notional_release_usd: '25000',
   *     lot_top_up: '0.01',
   *     lot_release: '0.01',
   *     day_count: 'ACT/360',
   *     cure_time_seconds: 14400,
   *     dispute_tolerance_usd: '500',
   *     dispute_tolerance_percent: '1',
   *     dispute_method: 'undisputed',
   *   },
   * })
   * ```
   */
  propose(agreementId: string, body: ProposeTerms, options: RequestOptions = {}): Call<Agreement> {
    return this.#requests.request(
      proposeTerms,
      { params: { agreement_id: agreementId }, body },
      options,
    )
  }

  /**
   * Withdraw proposed terms. Withdraws a version that the caller's side proposed, before the other
   * side has accepted it. It expires at once.
   *
   * Roles: `admin`.
   *
   * @param agreementId The id of the agreement. A UUID.
   * @param body
   *   - `version`: The number of the version that is withdrawn.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `AGREEMENT_NOT_FOUND`: The agreement was not found.
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const agreement = await client.agreements.withdraw('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { version: 3 })
   * ```
   */
  withdraw(
    agreementId: string,
    body: WithdrawTerms,
    options: RequestOptions = {},
  ): Call<Agreement> {
    return this.#requests.request(
      withdrawTerms,
      { params: { agreement_id: agreementId }, body },
      options,
    )
  }

  /**
   * Get an agreement. Returns one agreement with all its versions.
   *
   * Roles: `viewer`, `execution`, `admin`, `operator`.
   *
   * @param agreementId The id of the agreement. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `AGREEMENT_NOT_FOUND`: The agreement was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const agreement = await client.agreements.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(agreementId: string, options: RequestOptions = {}): Call<Agreement> {
    return this.#requests.request(getAgreement, { params: { agreement_id: agreementId } }, options)
  }

  /**
   * List agreements. Lists the agreements of the caller's organization. The operator sees all
   * agreements.
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
   * for await (const agreement of client.agreements.list()) console.log(agreement.id)
   * ```
   */
  list(
    filter: ListAgreementsQuery = {},
    options: RequestOptions = {},
  ): PageList<AgreementList, Agreement> {
    return this.#requests.list(listAgreements, { query: filter }, options)
  }
}

const agreementMembers = 'id lender_id lender_name borrower_id borrower_name versions[]'

export const createAgreement: OperationOf<{ body: CreateAgreement; answer: Agreement }> = new Write(
  'createAgreement',
  '/agreements',
  agreementMembers,
  {},
)

export const amendAgreement: OperationOf<{
  params: { agreement_id: string }
  body: AmendAgreement
  answer: Agreement
}> = new Write('amendAgreement', '/agreements/{agreement_id}:', agreementMembers, {})

export const acceptAgreement: OperationOf<{
  params: { agreement_id: string }
  body: AcceptAgreement
  answer: Agreement
}> = new Write('acceptAgreement', '/agreements/{agreement_id}:', agreementMembers, {})

export const proposeTerms: OperationOf<{
  params: { agreement_id: string }
  body: ProposeTerms
  answer: Agreement
}> = new Write('proposeTerms', '/agreements/{agreement_id}:', agreementMembers, {})

export const withdrawTerms: OperationOf<{
  params: { agreement_id: string }
  body: WithdrawTerms
  answer: Agreement
}> = new Write('withdrawTerms', '/agreements/{agreement_id}:', agreementMembers, {})

export const getAgreement: OperationOf<{ params: { agreement_id: string }; answer: Agreement }> =
  new Read('getAgreement', '/agreements/{agreement_id}', agreementMembers)

export const listAgreements: OperationOf<{ query: ListAgreementsQuery; answer: AgreementList }> =
  new Read('listAgreements', '/agreements', 'agreements[]')
