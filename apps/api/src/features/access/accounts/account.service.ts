import type { Account, createAccount, OperationBody } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { notifyOfAdministration } from '../../notifications/index.ts'
import { boundTo } from '../organizations/organization-scope.ts'
import type { OrganizationService } from '../organizations/organization.service.ts'
import type { AccountRepository } from './account.repository.ts'

/** The accounts of organizations: people and programs. */
export class AccountService {
  readonly #accounts: AccountRepository
  readonly #organizations: OrganizationService

  constructor(accounts: AccountRepository, organizations: OrganizationService) {
    this.#accounts = accounts
    this.#organizations = organizations
  }

  async create(
    tx: WriteTransaction,
    { organization_id, name, kind }: OperationBody<typeof createAccount>,
  ): Promise<Account | Refusal> {
    if (!(await this.#organizations.exists(tx, organization_id))) {
      return new Refusal('REFERENCE_UNKNOWN', [
        { field: 'organization_id', issue: 'is not an organization' },
      ])
    }
    const account = {
      id: tx.ids.next(),
      organization_id: organization_id.toLowerCase(),
      name,
      kind,
    }
    await this.add(tx, account)
    return account
  }

  /** Adds an account with an id that was chosen before. */
  async add(tx: WriteTransaction, account: Account): Promise<void> {
    const { name, kind } = account
    await this.#accounts.insert(tx, account)
    await notifyOfAdministration(tx, {
      resource: 'account',
      resourceId: account.id,
      action: 'create',
      readers: [
        {
          organizationId: account.organization_id,
          severity: 'info',
          title: `Account created: ${name}`,
          body: `The account ${account.id}, ${name}, was created for a ${kind}. Without a credential it can do nothing.`,
        },
      ],
    })
  }

  page(
    tenant: Tenant,
    organizationId: string | undefined,
    bounds: PageBounds,
  ): Promise<ListPage<Account> | Refusal> {
    return this.#accounts.page(tenant, organizationId, bounds)
  }

  /** The account, if the caller may act for its organization. */
  find(tx: WriteTransaction, tenant: Tenant, id: string): Promise<Account | undefined> {
    return this.#accounts.find(tx, id, boundTo(tenant))
  }
}
