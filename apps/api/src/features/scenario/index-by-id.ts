import { ScenarioError } from './scenario-error.ts'

/** The items of a scenario's list by their id, and the way to one from a reference to it. */
export class IndexById<Item> {
  readonly #items = new Map<string, Item>()
  readonly #list: string

  /** @throws ScenarioError where two items have one id. */
  constructor(list: string, items: readonly Item[], idOf: (item: Item) => string) {
    this.#list = list
    for (const [at, item] of items.entries()) {
      const id = idOf(item)
      if (this.#items.has(id))
        throw new ScenarioError(`${list}[${at}]`, `has the id ${id} of another`)
      this.#items.set(id, item)
    }
  }

  /** @throws ScenarioError named after the place of the reference, where nothing has that id. */
  at(path: string, id: string): Item {
    const item = this.#items.get(id)
    if (item !== undefined) return item
    throw new ScenarioError(path, `names ${JSON.stringify(id)}, which is not in ${this.#list}`)
  }
}
