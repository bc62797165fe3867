import type { createWallet, OperationBody, Wallet } from '@vadium/schema'
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

  async create(
    tx: WriteTransaction,
    given: OperationBody<typeof createWallet>,
  ): Promise<Wallet | Refusal> {
    const unknown = await this.#unknownReference(tx, given)
    if (unknown !== undefined) return unknown
    const wallet = {
      ...given,
      organization_id: given.organization_id.toLowerCase(),
      assets: [...given.assets].sort(),
      retire_time: null,
    }
    const taken = await this.#wallets.insert(tx, wallet)
    if (taken === undefined) {
      await notifyOfWallet(tx, wallet, 'create')
      return wallet
    }
    return new Refusal('ALREADY_EXISTS', [{ field: taken, issue: takenBy[taken] }])
  }

  /** An order that is being created or accepted with it is waited for, and keeps it. */
  async retire(tx: WriteTransaction, caller: Tenant, id: string): Promise<Wallet | Refusal> {
    const wallet = await this.#wallets.lock(tx, caller, id)
    if (wallet === undefined) {
      return new Refusal('WALLET_NOT_FOUND', [{ field: 'wallet_id', issue: 'is not a wallet' }])
    }
    if (wallet.retire_time !== null) {
      return new Refusal('INVALID_STATE', [{ field: 'wallet_id', issue: 'is already retired' }])
    }
    await this.#wallets.retire(tx, id)
    await notifyOfWallet(tx, wallet, 'retire')
    return { ...wallet, retire_time: tx.now }
  }

  page(
    tenant: Tenant,
    organizationId: string | undefined,
    bounds: PageBounds,
  ): Promise<ListPage<Wallet> | Refusal> {
    return this.#wallets.page(tenant, organizationId, bounds)
  }

  async #unknownReference(
    tx: WriteTransaction,
    wallet: OperationBody<typeof createWallet>,
  ): Promise<Refusal | undefined> {
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
function notifyOfWallet(
  tx: WriteTransaction,
  { id, organization_id, custodian, name, address }: Wallet,
  action: 'create' | 'retire',
): Promise<void> {
  const what = `The wallet ${id}, ${name}, at ${custodian} with the address ${address}`
  const [title, effect] =
    action === 'create'
      ? [
          `Wallet created: ${name}`,
          'was registered for this organization. Assets of its deals can be sent to it.',
        ]
      : [
          `Wallet retired: ${name}`,
          'was retired. No new order and no request of this organization takes it. Transfers of deals that already name it go on, until another wallet is named for them.',
        ]
  return notifyOfAdministration(tx, {
    resource: 'wallet',
    resourceId: id,
    action,
    readers: [
      { organizationId: organization_id, severity: 'warning', title, body: `${what} ${effect}` },
    ],
  })
}

function unknown(field: string, issue: string): Refusal {
  return new Refusal('REFERENCE_UNKNOWN', [{ field, issue }])
}
