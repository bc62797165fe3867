/** What is recorded in one transaction: the answers about different deals of one lender. */
interface OfDeal {
  readonly lenderId: string
  readonly orderId: string
}

interface Waiting<T, Result> {
  readonly item: T
  readonly done: (result: Result) => void
  readonly failed: (error: unknown) => void
}

interface Parts<T, Result> {
  readonly work: (group: readonly T[]) => Promise<Result>
  readonly groupsAtOnceMax: number
}

/**
 * Groups what is written about deals, so that a transaction, which costs about as much for several
 * deals as for one, is shared. Nothing waits for company: an item is worked on at once, and what
 * comes for the same lender meanwhile is the next group. Two items of one deal are never in one
 * group, because the second depends on what the first has changed.
 */
export class GroupsOfDeals<T extends OfDeal, Result> {
  readonly #parts: Parts<T, Result>
  readonly #busy = new Set<string>()
  #waiting: Waiting<T, Result>[] = []

  constructor(parts: Parts<T, Result>) {
    this.#parts = parts
  }

  /** Resolves to the result of the group that the item was in. */
  add(item: T): Promise<Result> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed })
      this.#begin()
    })
  }

  #begin(): void {
    while (this.#busy.size < this.#parts.groupsAtOnceMax) {
      const next = this.#waiting.find(({ item }) => !this.#busy.has(item.lenderId))
      if (next === undefined) return
      void this.#work(next.item.lenderId, this.#take(next.item.lenderId))
    }
  }

  /** The first waiting item of each deal of a lender. */
  #take(lenderId: string): Waiting<T, Result>[] {
    const group = new Map<string, Waiting<T, Result>>()
    for (const one of this.#waiting) {
      const { item } = one
      if (item.lenderId === lenderId && !group.has(item.orderId)) group.set(item.orderId, one)
    }
    const taken = new Set(group.values())
    this.#waiting = this.#waiting.filter((one) => !taken.has(one))
    return [...taken]
  }

  async #work(lenderId: string, group: readonly Waiting<T, Result>[]): Promise<void> {
    this.#busy.add(lenderId)
    try {
      const result = await this.#parts.work(group.map(({ item }) => item))
      for (const { done } of group) done(result)
    } catch (error) {
      for (const { failed } of group) failed(error)
    } finally {
      this.#busy.delete(lenderId)
      this.#begin()
    }
  }
}
