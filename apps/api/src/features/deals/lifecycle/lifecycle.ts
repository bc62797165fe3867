import type { Operation, Role, StateMachine } from '@vadium/schema'
import type { PriceBook } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { UsedLimits } from '../limits/limits-in-effect.ts'
import type { DefaultsByPosition } from '../parties/declared-defaults.ts'
import type { DeadlineKind } from '../deadlines/deadlines.ts'
import type { Mover } from '../parties/mover.ts'
import { issueOf, notForRole, offer, type OfferedAction } from '../parties/offer.ts'
import { allowedMove, moveBlocker, type Stateful } from './state-moves.ts'

/** What decides about an action besides the resource: at least the time of the book. */
export interface Facts {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** The declared defaults of the deals of resources that have a notice. */
  readonly defaults?: DefaultsByPosition | undefined
  /** The own limits of who looks, by counterparty, of what it may accept. */
  readonly limits?: ReadonlyMap<string, UsedLimits>
  /** Reads the prices from quotes that a resource was read with. */
  readonly priceBook?: Pick<PriceBook, 'readingsOf'> | undefined
}

/**
 * Refuses an action of an organization that the state and the party would allow; undefined if it
 * does not.
 */
export type Blocker<Resource, F extends Facts = Facts> = (
  resource: Resource,
  facts: F,
  organizationId: string,
) => Refusal | undefined

/** The blockers of each transition. The first that refuses decides. */
export type Blockers<Move extends string, Resource, F extends Facts = Facts> = Readonly<
  Partial<Record<Move, readonly Blocker<Resource, F>[]>>
>

/** What differs between lifecycles. */
interface LifecycleTable<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts = Facts,
> {
  readonly machine: StateMachine<State, Move> & { readonly id: string }
  /** The deadline that an answer to the first state ends, if there is one. */
  readonly deadline?: DeadlineKind
  /** The operation of each action. Only these actions are offered, in this order. */
  readonly operations: readonly (readonly [action: Move, operation: Operation])[]
  /** The transition of an action, if it is not the one of the same name. */
  readonly moveOf?: (resource: Resource, action: Move, organizationId: string) => Move
  readonly blockers: Blockers<Move, Resource, F>
}

/** Who asks for an action, and what decides about it. */
interface Asking<F extends Facts> {
  readonly organizationId: string
  readonly facts: F
  /** Who makes the transition. Default: the organization. */
  readonly mover?: Mover
}

/** Who looks at a resource, and when. */
export interface Viewer extends Facts {
  readonly organizationId: string
  readonly role: Role
}

/**
 * What the two sides can do with the resources of a state machine. The same table decides what is
 * offered and what is refused.
 */
export class Lifecycle<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts = Facts,
> {
  readonly #table: LifecycleTable<State, Move, Resource, F>

  constructor(table: LifecycleTable<State, Move, Resource, F>) {
    this.#table = table
  }

  get machine(): LifecycleTable<State, Move, Resource, F>['machine'] {
    return this.#table.machine
  }

  get deadline(): DeadlineKind | undefined {
    return this.#table.deadline
  }

  /** The actions that a viewer may do with a resource, with the reason if one is not available. */
  offered(resource: Resource, { organizationId, role }: Viewer, facts: F): OfferedAction[] {
    const { machine, operations } = this.#table
    return operations.map(([action, operation]) => {
      const move = this.moveOf(resource, action, organizationId)
      const reason =
        moveBlocker(machine, resource, move, organizationId) ??
        notForRole(operation, role) ??
        issueOf(this.#blocked(resource, move, facts, organizationId))
      return offer(action, reason)
    })
  }

  /**
   * Why an organization cannot do an action now. The state is checked first, then the party, then
   * the blockers.
   */
  refusalOf(
    resource: Resource,
    action: Move,
    { organizationId, facts, mover = { organizationId } }: Asking<F>,
  ): Refusal | undefined {
    const move = this.moveOf(resource, action, organizationId)
    const found = allowedMove(this.machine, resource, move, mover)
    return found instanceof Refusal ? found : this.#blocked(resource, move, facts, organizationId)
  }

  /** The transition that an action of an organization would make. */
  moveOf(resource: Resource, action: Move, organizationId: string): Move {
    return this.#table.moveOf?.(resource, action, organizationId) ?? action
  }

  #blocked(resource: Resource, move: Move, facts: F, organizationId: string): Refusal | undefined {
    for (const blocker of this.#table.blockers[move] ?? []) {
      const refusal = blocker(resource, facts, organizationId)
      if (refusal !== undefined) return refusal
    }
    return undefined
  }
}
