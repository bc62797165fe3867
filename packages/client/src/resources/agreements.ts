// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AnswerSchema, OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  Agreement,
  AgreementList,
  AmendAgreement,
  CreateAgreement,
  ListAgreementsQuery,
} from '../types/agreements.ts'

/** The terms between a lender and a borrower, in versions. */
export class Agreements {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create an agreement. The terms between one lender and one borrower, as their contract has them.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `lender_id`: The id of the lender. A UUID.
   *   - `borrower_id`: The id of the borrower. A UUID.
   *   - `terms`: What a lender and a borrower have agreed on about margin.
   *   - `effective_time` (optional): From when it holds, not before now; at once unless given. RFC
   *     3339 in UTC, with milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const agreement = await client.agreements.create({
   *   lender_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   borrower_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   terms: {
   *     requirement_percent: '1250.5',
   *     haircut: '1250.5',
   *     margin_call_percent: '1250.5',
   *     liquidation_percent: '1250.5',
   *     threshold_usd: '1250.5',
   *     minimum_notional_top_up_usd: '1250.5',
   *     minimum_notional_release_usd: '1250.5',
   *     lot_top_up: '12.5',
   *     lot_release: '12.5',
   *     day_count: 'ACT/360',
   *     cure_time_seconds: 1,
   *     dispute_tolerance_usd: '1250.5',
   *     dispute_tolerance_percent: '1250.5',
   *     dispute_method: 'undisputed',
   *   },
   * })
   * ```
   */
  create(body: CreateAgreement, options: RequestOptions = {}): Promise<Agreement> {
    return this.#requests.request(createAgreement, { body }, options)
  }

  /**
   * Amend an agreement. Adds a version. Orders that were accepted keep the terms they copied.
   *
   * Roles: `operator`.
   *
   * @param agreementId The id of the agreement. A UUID.
   * @param body
   *   - `terms`: What a lender and a borrower have agreed on about margin.
   *   - `effective_time` (optional): From when it holds, not before now; at once unless given. RFC
   *     3339 in UTC, with milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `AGREEMENT_NOT_FOUND`: The agreement was not found.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const agreement = await client.agreements.amend('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', {
   *   terms: {
   *     requirement_percent: '1250.5',
   *     haircut: '1250.5',
   *     margin_call_percent: '1250.5',
   *     liquidation_percent: '1250.5',
   *     threshold_usd: '1250.5',
   *     minimum_notional_top_up_usd: '1250.5',
   *     minimum_notional_release_usd: '1250.5',
   *     lot_top_up: '12.5',
   *     lot_release: '12.5',
   *     day_count: 'ACT/360',
   *     cure_time_seconds: 1,
   *     dispute_tolerance_usd: '1250.5',
   *     dispute_tolerance_percent: '1250.5',
   *     dispute_method: 'undisputed',
   *   },
   * })
   * ```
   */
  amend(
    agreementId: string,
    body: AmendAgreement,
    options: RequestOptions = {},
  ): Promise<Agreement> {
    return this.#requests.request(
      amendAgreement,
      { params: { agreement_id: agreementId }, body },
      options,
    )
  }

  /**
   * Get an agreement. One agreement with all its versions.
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
  get(agreementId: string, options: RequestOptions = {}): Promise<Agreement> {
    return this.#requests.request(getAgreement, { params: { agreement_id: agreementId } }, options)
  }

  /**
   * List agreements. The agreements of the organization of the caller; for the operator, all.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`, `operator`.
   *
   * @param filter
   *   - `page_size` (optional): How many at the most, 1 to 1000; 100 unless given.
   *   - `page_token` (optional): The next_page_token of the page before.
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

const agreementSchema: AnswerSchema = {
  required: ['id', 'lender_id', 'lender_name', 'borrower_id', 'borrower_name', 'versions'],
  properties: { versions: { type: 'array' } },
}

const agreementListSchema: AnswerSchema = {
  required: ['agreements'],
  properties: { agreements: { type: 'array' } },
}

export const createAgreement: OperationOf<{ body: CreateAgreement; answer: Agreement }> = {
  id: 'createAgreement',
  method: 'POST',
  path: '/agreements',
  safe: false,
  body: {},
  reasons: ['ALREADY_EXISTS', 'REFERENCE_UNKNOWN', 'VALUE_INVALID'],
  response: agreementSchema,
}

export const amendAgreement: OperationOf<{
  params: { agreement_id: string }
  body: AmendAgreement
  answer: Agreement
}> = {
  id: 'amendAgreement',
  method: 'POST',
  path: '/agreements/{agreement_id}:amend',
  safe: false,
  body: {},
  reasons: ['AGREEMENT_NOT_FOUND', 'VALUE_INVALID', 'INVALID_STATE'],
  response: agreementSchema,
}

export const getAgreement: OperationOf<{ params: { agreement_id: string }; answer: Agreement }> = {
  id: 'getAgreement',
  method: 'GET',
  path: '/agreements/{agreement_id}',
  safe: true,
  response: agreementSchema,
}

export const listAgreements: OperationOf<{ query: ListAgreementsQuery; answer: AgreementList }> = {
  id: 'listAgreements',
  method: 'GET',
  path: '/agreements',
  safe: true,
  response: agreementListSchema,
}
