import type { Wallet } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { notifyOfAdministration } from '../../notifications/index.ts'
import type { AssetService } from '../assets/asset.service.ts'
import type { CustodianService } from '../custodians/custodian.service.ts'
import type { OrganizationService } from '../../access/index.ts'
import type { WalletRepository } from './wallet.repository.ts'

interface Parts {
  readonly organizations: OrganizationService
  readonly custodians: CustodianService
  readonly assets: AssetService
}

/** The wallets in which organizations hold assets. */
export class WalletService {
  readonly #wallets: WalletRepository
  readonly #parts: Parts

  constructor(wallets: WalletRepository, parts: Parts) {
    this.#wallets = wallets
    this.#parts = parts
  }

  async create(tx: WriteTransaction, given: Wallet): Promise<Wallet | Refusal> {
    const unknown = await this.#unknownReference(tx, given)
    if (unknown !== undefined) return unknown
    const wallet = {
      ...given,
      organization_id: given.organization_id.toLowerCase(),
      assets: [...given.assets].sort(),
    }
    const taken = await this.#wallets.insert(tx, wallet)
    if (taken === undefined) {
      await notifyOfWallet(tx, wallet)
      return wallet
    }
    return new Refusal('ALREADY_EXISTS', [{ field: taken, issue: takenBy[taken] }])
  }

  page(
    tenant: Tenant,
    organizationId: string | undefined,
    bounds: PageBounds,
  ): Promise<ListPage<Wallet> | Refusal> {
    return this.#wallets.page(tenant, organizationId, bounds)
  }

  async #unknownReference(tx: WriteTransaction, wallet: Wallet): Promise<Refusal | undefined> {
    const { organizations, custodians, assets } = this.#parts
    if (!(await organizations.exists(tx, wallet.organization_id))) {
      return unknown('organization_id', 'is not an organization')
    }
    if (!(await custodians.isKnown(tx, wallet.custodian))) {
      return unknown('custodian', 'is not a custodian')
    }
    const known = await assets.known(tx, wallet.assets)
    const index = wallet.assets.findIndex((symbol) => !known.has(symbol))
    return index === -1 ? undefined : unknown(`assets.${index}`, 'is not an asset')
  }
}

const takenBy = {
  id: 'belongs to a wallet',
  address: 'belongs to a wallet at this custodian',
  name: 'belongs to a wallet of this organization; upper case and spaces make no difference',
} as const

/** Notifies the organization, because assets can be sent to a registered wallet. */
function notifyOfWallet(tx: WriteTransaction, wallet: Wallet): Promise<void> {
  const { id, organization_id, custodian, name, address } = wallet
  return notifyOfAdministration(tx, {
    resource: 'wallet',
    resourceId: id,
    action: 'create',
    readers: [
      {
        organizationId: organization_id,
        severity: 'warning',
        title: `Wallet created: ${name}`,
        body: `The wallet ${id}, ${name}, at ${custodian} with the address ${address} was registered for this organization. Assets of its deals can be sent to it.`,
      },
    ],
  })
}

function unknown(field: string, issue: string): Refusal {
  return new Refusal('REFERENCE_UNKNOWN', [{ field, issue }])
}
