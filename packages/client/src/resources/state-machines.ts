import { listStateMachines } from '@vadium/schema'
import type { Answer, RequestOptions, Requests } from '../core/operation-call.ts'

/** The states of every resource, and the moves between them. */
export class StateMachines {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Every state of every resource, and every move: from where, to where, and by whom.
   *
   * @throws VadiumServiceError and what else every call may throw: see {@link VadiumError}.
   */
  list(options: RequestOptions = {}): Promise<Answer<typeof listStateMachines>> {
    return this.#requests.request(listStateMachines, {}, options)
  }
}
