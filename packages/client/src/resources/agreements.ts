import { amendAgreement, createAgreement, getAgreement, listAgreements } from '@vadium/schema'
import type { Agreement } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type AgreementList = Answer<typeof listAgreements>

/** The terms between a lender and a borrower, in versions. */
export class Agreements {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Creates the agreement of a lender and a borrower: the terms, as their contract has them.
   *
   * @throws VadiumServiceError `ALREADY_EXISTS`, `REFERENCE_UNKNOWN`, `VALUE_INVALID`; and what
   *   every call may throw: see {@link VadiumError}.
   */
  create(
    body: BodyInput<typeof createAgreement>,
    options: RequestOptions = {},
  ): Promise<Agreement> {
    return this.#requests.request(createAgreement, { body }, options)
  }

  /**
   * Adds a version. Orders that were accepted keep the terms they copied.
   *
   * @throws VadiumServiceError `AGREEMENT_NOT_FOUND`, `VALUE_INVALID`, `INVALID_STATE`; and what
   *   every call may throw: see {@link VadiumError}.
   */
  amend(
    agreementId: string,
    body: BodyInput<typeof amendAgreement>,
    options: RequestOptions = {},
  ): Promise<Agreement> {
    return this.#requests.request(
      amendAgreement,
      { params: { agreement_id: agreementId }, body },
      options,
    )
  }

  /**
   * One agreement with all its versions.
   *
   * @throws VadiumServiceError `AGREEMENT_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  get(agreementId: string, options: RequestOptions = {}): Promise<Agreement> {
    return this.#requests.request(getAgreement, { params: { agreement_id: agreementId } }, options)
  }

  /**
   * The agreements of the organization of the caller; for the operator, all.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listAgreements> = {},
    options: RequestOptions = {},
  ): PageList<AgreementList, Agreement> {
    return this.#requests.list(listAgreements, { query: filter }, options)
  }
}
