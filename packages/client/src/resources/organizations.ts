// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CreateOrganization,
  ListOrganizationsQuery,
  Organization,
  OrganizationList,
} from '../types/organizations.ts'

/** The firms that lend and borrow; for the operator. */
export class Organizations {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create an organization. Creates an organization: a firm that lends or borrows. It is active and
   * has no accounts.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `slug`: A short name of lower case letters, digits and hyphens.
   *   - `name`: The name of the organization.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ALREADY_EXISTS`: The resource already exists.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const organization = await client.organizations.create({ slug: 'aurora', name: 'Aurora Lending' })
   * ```
   */
  create(body: CreateOrganization, options: RequestOptions = {}): Call<Organization> {
    return this.#requests.request(createOrganization, { body }, options)
  }

  /**
   * List organizations. Lists all organizations, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `operator`.
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
   * for await (const organization of client.organizations.list()) console.log(organization.id)
   * ```
   */
  list(
    filter: ListOrganizationsQuery = {},
    options: RequestOptions = {},
  ): PageList<OrganizationList, Organization> {
    return this.#requests.list(listOrganizations, { query: filter }, options)
  }

  /**
   * Get an organization. Returns one organization.
   *
   * Roles: `operator`.
   *
   * @param organizationId The id of the organization. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORGANIZATION_NOT_FOUND`: The organization was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const organization = await client.organizations.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(organizationId: string, options: RequestOptions = {}): Call<Organization> {
    return this.#requests.request(
      getOrganization,
      { params: { organization_id: organizationId } },
      options,
    )
  }

  /**
   * Suspend an organization. Refuses all further requests of the organization. Its deals stay in
   * effect and transfers under way continue.
   *
   * Roles: `operator`.
   *
   * @param organizationId The id of the organization. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORGANIZATION_NOT_FOUND`: The organization was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const organization = await client.organizations.suspend('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  suspend(organizationId: string, options: RequestOptions = {}): Call<Organization> {
    return this.#requests.request(
      suspendOrganization,
      { params: { organization_id: organizationId } },
      options,
    )
  }

  /**
   * Activate a suspended organization. Accepts requests of the organization again.
   *
   * Roles: `operator`.
   *
   * @param organizationId The id of the organization. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORGANIZATION_NOT_FOUND`: The organization was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const organization = await client.organizations.activate('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  activate(organizationId: string, options: RequestOptions = {}): Call<Organization> {
    return this.#requests.request(
      activateOrganization,
      { params: { organization_id: organizationId } },
      options,
    )
  }
}

const organizationMembers = 'id slug name status create_time'

export const createOrganization: OperationOf<{ body: CreateOrganization; answer: Organization }> =
  new Write('createOrganization', '/organizations', organizationMembers, {})

export const listOrganizations: OperationOf<{
  query: ListOrganizationsQuery
  answer: OrganizationList
}> = new Read('listOrganizations', '/organizations', 'organizations[]')

export const getOrganization: OperationOf<{
  params: { organization_id: string }
  answer: Organization
}> = new Read('getOrganization', '/organizations/{organization_id}', organizationMembers)

export const suspendOrganization: OperationOf<{
  params: { organization_id: string }
  answer: Organization
}> = new Write('suspendOrganization', '/organizations/{organization_id}:', organizationMembers)

export const activateOrganization: OperationOf<{
  params: { organization_id: string }
  answer: Organization
}> = new Write('activateOrganization', '/organizations/{organization_id}:', organizationMembers)
