import type { createOrganization, OperationBody, Organization } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { notifyOfAdministration } from '../../notifications/index.ts'
import type { OrganizationRepository } from './organization.repository.ts'

/** The organizations that lend and borrow, and that of the platform. */
export class OrganizationService {
  readonly #organizations: OrganizationRepository

  constructor(organizations: OrganizationRepository) {
    this.#organizations = organizations
  }

  async create(
    tx: WriteTransaction,
    { slug, name }: OperationBody<typeof createOrganization>,
  ): Promise<Organization | Refusal> {
    const organization = {
      id: tx.ids.next(),
      slug,
      name,
      status: 'active',
      create_time: tx.now,
    } as const
    if (await this.#organizations.insert(tx, organization)) return organization
    return new Refusal('ALREADY_EXISTS', [{ field: 'slug', issue: 'belongs to an organization' }])
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Organization> | Refusal> {
    return this.#organizations.page(tenant, bounds)
  }

  async get(tenant: Tenant, id: string): Promise<Organization | Refusal> {
    return (await this.#organizations.find(tenant, id)) ?? notFound
  }

  exists(tx: WriteTransaction, id: string): Promise<boolean> {
    return this.#organizations.exists(tx, id)
  }

  /**
   * Suspends an organization. Its next request is refused, because each transaction of a tenant
   * checks the status.
   */
  async suspend(tx: WriteTransaction, id: string): Promise<Organization | Refusal> {
    // Nobody else could activate it again.
    if (id === tx.organizationId) return invalidState('is the organization of the caller')
    return this.#changeStatus(tx, id, 'suspended')
  }

  activate(tx: WriteTransaction, id: string): Promise<Organization | Refusal> {
    return this.#changeStatus(tx, id, 'active')
  }

  async #changeStatus(
    tx: WriteTransaction,
    id: string,
    status: Organization['status'],
  ): Promise<Organization | Refusal> {
    const changed = await this.#organizations.changeStatus(tx, id, status)
    if (changed !== undefined) {
      await this.#notifyOfStatus(tx, changed)
      return changed
    }
    const exists = await this.#organizations.exists(tx, id)
    return exists ? invalidState(`is ${status} already`) : notFound
  }

  /**
   * Notifies the organization and those that have an agreement with it, because what they await
   * from it is delayed.
   */
  async #notifyOfStatus(tx: WriteTransaction, { id, name, status }: Organization): Promise<void> {
    const isSuspended = status === 'suspended'
    const others = await this.#organizations.counterparties(tx, id)
    const done = isSuspended ? 'suspended' : 'activated'
    const effect = isSuspended
      ? 'Its requests are refused until it is activated.'
      : 'Its requests are answered again.'
    await notifyOfAdministration(tx, {
      resource: 'organization',
      resourceId: id,
      action: isSuspended ? 'suspend' : 'activate',
      readers: [
        {
          organizationId: id,
          severity: isSuspended ? 'critical' : 'warning',
          title: `This organization was ${done}`,
          body: `${name} was ${done}. ${effect}`,
        },
        ...others.map((organizationId) => ({
          organizationId,
          severity: 'warning' as const,
          title: `Counterparty ${done}: ${name}`,
          body: `${name}, with which this organization has an agreement, was ${done}. ${effect}`,
        })),
      ],
    })
  }
}

const notFound = new Refusal('ORGANIZATION_NOT_FOUND')

function invalidState(issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field: 'organization_id', issue }])
}
