import { ScenarioError } from './scenario-error.ts'

/** The items of one list of a scenario, by id. */
export class IndexById<Item> {
  readonly #items = new Map<string, Item>()
  readonly #list: string

  /** @throws ScenarioError if two items have the same id. */
  constructor(list: string, items: readonly Item[], idOf: (item: Item) => string) {
    this.#list = list
    for (const [at, item] of items.entries()) {
      const id = idOf(item)
      if (this.#items.has(id))
        throw new ScenarioError(`${list}[${at}]`, `has the id ${id} of another item`)
      this.#items.set(id, item)
    }
  }

  /** @throws ScenarioError with the path of the reference, if no item has that id. */
  at(path: string, id: string): Item {
    const item = this.#items.get(id)
    if (item !== undefined) return item
    throw new ScenarioError(path, `names ${JSON.stringify(id)}, which is not in ${this.#list}`)
  }
}
