import type { CloseOutStatement } from '@vadium/schema'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { closeOutOf } from '../close-outs/close-out-figures.ts'
import { closeOutLifecycle } from '../close-outs/close-out-lifecycle.ts'
import { type CloseOutRecord, isSome } from '../close-outs/close-out-record.ts'
import { closeOutTable } from '../close-outs/close-out.repository.ts'
import type { DefaultFacts } from '../close-outs/default-facts.ts'
import type { OrderRepository } from '../orders/orders.repository.ts'
import { readNames } from './names.repository.ts'
import { dealOfOrder, type Found, type Look, type Movement } from './resolved-deal.ts'
import { readOrder } from './resolved-orders.ts'

interface Parts {
  readonly database: TenantDatabase
  readonly orders: OrderRepository
  readonly facts: DefaultFacts
}

/** What stored requests about close-outs do. */
export class ResolvedCloseOuts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A termination is carried out at the prices of its moment: these are those of now. */
  async terminate(look: Look, id: string): Promise<Found> {
    const { database, facts } = this.#parts
    const { caller, nowMs } = look
    const record = await closeOutTable.find(database, caller, id)
    if (record === undefined || record instanceof Refusal) return record
    const found = await readOrder(this.#parts, look, record.orderId)
    if (found === undefined || found instanceof Refusal) return found
    const known = await facts.read(database, caller, [record], nowMs)
    if (known instanceof Refusal) return known
    const asked = { organizationId: caller.organizationId, facts: known }
    const figures = closeOutOf(record, known.prices, new Date(nowMs).toISOString())
    const isKnown = !(figures instanceof Refusal)
    const wallets = await walletsOfReplaced(database, look, record)
    if (wallets instanceof Refusal) return wallets
    return {
      deal: dealOfOrder(found.order, found.names),
      movements: isKnown ? sentBack(figures, wallets) : [],
      close_out: isKnown ? figures : null,
      refusal: closeOutLifecycle.refusalOf(record, 'terminate', asked),
    }
  }
}

/** By its asset, the wallets between which collateral goes back that was replaced. */
type ReplacedWallets = ReadonlyMap<string, NonNullable<Movement['wallets']>>

async function walletsOfReplaced(
  database: TenantDatabase,
  { caller }: Look,
  { orderId, replacedCollateral }: CloseOutRecord,
): Promise<ReplacedWallets | Refusal> {
  if (replacedCollateral === null) return new Map()
  const { asset, orderRequestId, lenderWalletId, borrowerWalletId } = replacedCollateral
  const walletIds = [lenderWalletId, borrowerWalletId]
  const wanted = { orderId, orderRequestId, walletIds, organizationIds: [] }
  const names = await readNames(database, caller, wanted)
  if (names instanceof Refusal) return names
  const [lender, borrower] = [names.wallet(lenderWalletId), names.wallet(borrowerWalletId)]
  return new Map([[asset, { lender, borrower }]])
}

/** What is not kept goes back to the side in default. */
function sentBack(
  { in_default, kept, back_interest }: CloseOutStatement,
  replaced: ReplacedWallets,
): Movement[] {
  const isBorrower = in_default === 'borrower'
  const sender = isBorrower ? 'lender' : 'borrower'
  const leg = isBorrower ? 'collateral' : 'asset'
  const moved = [
    ...kept.map(({ asset: token, back_quantity: quantity }) => {
      const wallets = replaced.get(token)
      return { leg, token, quantity, ...(wallets && { wallets }) } as const
    }),
    { leg: 'interest', quantity: back_interest } as const,
  ]
  return moved
    .filter(({ quantity }) => isSome(quantity))
    .map((part) => ({ ...part, when: 'at_once', sender }))
}
