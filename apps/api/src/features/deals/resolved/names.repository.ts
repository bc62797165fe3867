import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'

/** A wallet by its id. Without a name and a custodian if the caller does not see it. */
export interface NamedWallet {
  readonly id: string | null
  readonly name: string | null
  readonly custodian: string | null
}

/** The names of organizations and wallets, as far as the caller sees them. */
export interface Names {
  organization(id: string): string | null
  wallet(id: string): NamedWallet
}

/** What is to be named: the wallets of an order, and others by their ids. */
interface Wanted {
  readonly orderId: string | null
  /** A substitution, of whose wallets both sides see all. */
  readonly orderRequestId?: string | null
  readonly walletIds: readonly string[]
  readonly organizationIds: readonly string[]
}

interface NameRow {
  readonly kind: 'organization' | 'wallet'
  readonly id: string
  readonly name: string
  readonly custodian: string | null
}

/** A party of an order sees the wallets of both sides; other wallets only if they are its own. */
const selectNames = `
  SELECT 'wallet' AS kind, w.id, w.name, w.custodian_id AS custodian
  FROM wallets_of_orders w WHERE w.order_id = $1::uuid
  UNION SELECT 'wallet', w.id, w.name, w.custodian_id
    FROM wallets_of_order_requests w WHERE w.order_request_id = $4::uuid
  UNION SELECT 'wallet', w.id, w.name, w.custodian_id FROM wallets w WHERE w.id = ANY($2)
  UNION SELECT 'organization', o.id::text, o.name, NULL FROM organizations o
    WHERE o.id = ANY($3::uuid[])`

export async function readNames(
  database: TenantDatabase,
  caller: Caller,
  { orderId, orderRequestId = null, walletIds, organizationIds }: Wanted,
): Promise<Names | Refusal> {
  const values = [orderId, walletIds, organizationIds, orderRequestId]
  const statement = { name: 'names of a request', text: selectNames, values }
  const rows = await database.read<NameRow>(caller, statement, 'generic')
  if (rows instanceof Refusal) return rows
  const found = (kind: NameRow['kind'], id: string) =>
    rows.find((row) => row.kind === kind && row.id === id)
  return {
    organization: (id) => found('organization', id)?.name ?? null,
    wallet: (id) => {
      const { name = null, custodian = null } = found('wallet', id) ?? {}
      return { id, name, custodian }
    },
  }
}
