import type { CloseOutStatement } from '@vadium/schema'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { closeOutOf } from '../close-outs/close-out-figures.ts'
import { closeOutLifecycle } from '../close-outs/close-out-lifecycle.ts'
import { isSome } from '../close-outs/close-out-record.ts'
import { closeOutTable } from '../close-outs/close-out.repository.ts'
import type { DefaultFacts } from '../close-outs/default-facts.ts'
import type { OrderRepository } from '../orders/orders.repository.ts'
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
    return {
      deal: dealOfOrder(found.order, found.names),
      movements: isKnown ? sentBack(figures) : [],
      close_out: isKnown ? figures : null,
      refusal: closeOutLifecycle.refusalOf(record, 'terminate', asked),
    }
  }
}

/** What is not kept goes back to the side in default. */
function sentBack({ in_default, kept, back_interest }: CloseOutStatement): Movement[] {
  const isBorrower = in_default === 'borrower'
  const sender = isBorrower ? 'lender' : 'borrower'
  const leg = isBorrower ? 'collateral' : 'asset'
  const moved = [
    ...kept.map(({ back_quantity }) => ({ leg, quantity: back_quantity }) as const),
    { leg: 'interest', quantity: back_interest } as const,
  ]
  return moved
    .filter(({ quantity }) => isSome(quantity))
    .map((part) => ({ ...part, when: 'at_once', sender }))
}
