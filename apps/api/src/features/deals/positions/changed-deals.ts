import type { Deal } from '../../../platform/writes/write-transaction.ts'

/** The deals that have changed, each once. */
export class ChangedDeals {
  readonly byLender = new Map<string, Set<string>>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add({ orderId, lenderId }: Deal): void {
    const known = this.byLender.get(lenderId) ?? new Set()
    this.byLender.set(lenderId, known)
    if (known.has(orderId)) return
    known.add(orderId)
    this.#count += 1
  }

  all(): Deal[] {
    return [...this.byLender].flatMap(([lenderId, orderIds]) =>
      [...orderIds].map((orderId) => ({ orderId, lenderId })),
    )
  }
}
