import { ScenarioError } from './scenario-error.ts'

/** What a step of the history created under a name. */
export interface NamedResource {
  readonly kind: 'order' | 'mark_to_market_request' | 'call_set' | 'order_request' | 'close_out'
  readonly id: string
  readonly orderId: string
  readonly lenderId: string
}

const words = {
  order: 'an order',
  mark_to_market_request: 'a mark-to-market request',
  call_set: 'a call set',
  order_request: 'an order request',
  close_out: 'a close-out',
} as const

/** The resources of a history, by name. */
export class NamedResources {
  readonly #resources = new Map<string, NamedResource>()

  /** @throws ScenarioError with the path of the name, if another step used it. */
  add(path: string, name: string, resource: NamedResource): void {
    if (this.#resources.has(name)) {
      throw new ScenarioError(path, `is ${JSON.stringify(name)}, the name of an earlier step`)
    }
    this.#resources.set(name, resource)
  }

  /** @throws ScenarioError with the path of the name, if no earlier step has it. */
  at(path: string, name: string): NamedResource {
    const resource = this.#resources.get(name)
    if (resource !== undefined) return resource
    throw new ScenarioError(path, `names ${JSON.stringify(name)}, which no earlier step created`)
  }

  /** The resource, which must be of a kind. */
  ofKind(path: string, name: string, kind: NamedResource['kind']): NamedResource {
    const resource = this.at(path, name)
    if (resource.kind === kind) return resource
    const issue = `names ${JSON.stringify(name)}, which is ${words[resource.kind]}, not ${words[kind]}`
    throw new ScenarioError(path, issue)
  }
}
