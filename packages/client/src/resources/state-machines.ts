// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { StateMachineList } from '../types/state-machines.ts'

/** The states of every resource, and the moves between them. */
export class StateMachines {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * List the state machines. Lists the states of each resource and the transitions between them,
   * with who may make each transition.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`, `operator`.
   *
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const stateMachineList = await client.stateMachines.list()
   * ```
   */
  list(options: RequestOptions = {}): Call<StateMachineList> {
    return this.#requests.request(listStateMachines, {}, options)
  }
}

export const listStateMachines: OperationOf<{ answer: StateMachineList }> = new Read(
  'listStateMachines',
  '/state-machines',
  'state_machines[]',
)
