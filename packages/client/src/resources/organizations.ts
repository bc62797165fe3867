import {
  activateOrganization,
  createOrganization,
  getOrganization,
  listOrganizations,
  suspendOrganization,
} from '@vadium/schema'
import type { Organization } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type OrganizationList = Answer<typeof listOrganizations>

/** The firms that lend and borrow; for the operator. */
export class Organizations {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Creates an organization, a firm that lends or borrows. It begins active, without accounts.
   *
   * @throws VadiumServiceError `ALREADY_EXISTS`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  create(
    body: BodyInput<typeof createOrganization>,
    options: RequestOptions = {},
  ): Promise<Organization> {
    return this.#requests.request(createOrganization, { body }, options)
  }

  /**
   * All organizations, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listOrganizations> = {},
    options: RequestOptions = {},
  ): PageList<OrganizationList, Organization> {
    return this.#requests.list(listOrganizations, { query: filter }, options)
  }

  /**
   * One organization, by its id.
   *
   * @throws VadiumServiceError `ORGANIZATION_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  get(organizationId: string, options: RequestOptions = {}): Promise<Organization> {
    return this.#requests.request(
      getOrganization,
      { params: { organization_id: organizationId } },
      options,
    )
  }

  /**
   * Suspends an organization: everything it asks is refused from the next request on. Its deals
   * stand, and what is in transit arrives.
   *
   * @throws VadiumServiceError `ORGANIZATION_NOT_FOUND`, `INVALID_STATE`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  suspend(organizationId: string, options: RequestOptions = {}): Promise<Organization> {
    return this.#requests.request(
      suspendOrganization,
      { params: { organization_id: organizationId } },
      options,
    )
  }

  /**
   * Lifts the suspension: its credentials are good again from the next request on.
   *
   * @throws VadiumServiceError `ORGANIZATION_NOT_FOUND`, `INVALID_STATE`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  activate(organizationId: string, options: RequestOptions = {}): Promise<Organization> {
    return this.#requests.request(
      activateOrganization,
      { params: { organization_id: organizationId } },
      options,
    )
  }
}
