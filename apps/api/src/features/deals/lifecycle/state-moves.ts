import {
  type ChangedResource,
  type StateChange,
  type StateMachine,
  type Transition,
  transitionFor,
} from '@vadium/schema'
import { insertedRows } from '../../../platform/db/inserted-rows.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { followInThread } from '../threads/thread-actions.ts'
import type { Sides } from '../parties/deal.ts'
import { mayMove, type Mover, parties } from '../parties/mover.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** The table of each machine's resources. */
const tables = {
  order: 'orders',
  position: 'positions',
  transfer: 'transfers',
  mark_to_market_request: 'mark_to_market_requests',
  order_request: 'order_requests',
  close_out: 'close_outs',
} as const satisfies Readonly<Record<ChangedResource, string>>
type MovedMachine = keyof typeof tables

/** A resource with a state, as read under the lock of its deal. */
export interface Stateful<State extends string> extends Sides {
  readonly id: string
  readonly orderId: string
  readonly status: State
}

/** Values of a resource that change with its state, by column. */
export type Columns = Readonly<Record<string, string>>

const byService: Mover = { actor: 'service' }

/** The transition that an action would make now, or the refusal. It changes nothing. */
export function allowedMove<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  resource: Sides & { readonly status: State },
  action: Action,
  mover: Mover = byService,
): Transition<State, Action> | Refusal {
  const transition = transitionFor(machine, action, resource.status)
  if (transition === undefined) return impossible(machine, resource.status, action)
  return mayMove(transition, resource, mover) ? transition : notForThisParty(transition)
}

/**
 * Changes the state of a resource as its state machine allows, and records the change. Nothing else
 * changes a state. An impossible change is an internal error, because `change` has refused it
 * before. Returns the new state.
 */
export async function mustMove<State extends string, Action extends string>(
  tx: WriteTransaction,
  machine: StateMachine<State, Action> & { readonly id: string },
  resource: Stateful<State>,
  action: Action,
  mover: Mover = byService,
  columns: Columns = {},
): Promise<State> {
  const transition = allowedMove(machine, resource, action, mover)
  if (transition instanceof Refusal) {
    throw new Error(`${machine.id} ${resource.id} cannot ${action} while it is ${resource.status}`)
  }
  const table = tables[machine.id as MovedMachine]
  // The status of a transfer is also in its document, so its own module writes both.
  if (table !== 'transfers') {
    const also = Object.keys(columns).map((column, index) => `, ${column} = $${index + 5}`)
    await tx.writeOne(
      `UPDATE ${table} SET status = $2, updated_at = greatest(updated_at, $3)${also.join('')}
       WHERE id = $1 AND status = $4`,
      [resource.id, transition.to, tx.now, resource.status, ...Object.values(columns)],
      `${machine.id} ${resource.id} is no longer ${resource.status}`,
    )
  }
  await recordStates(tx, machine, [resource], { action, to: transition.to, mover })
  return transition.to
}

/** Records that a resource was created, in the first state of its machine. */
export function recordCreation<State extends string>(
  tx: WriteTransaction,
  machine: StateMachine<State>,
  resource: Stateful<State>,
  mover: Mover = byService,
): Promise<void> {
  return recordCreations(tx, machine, [resource], resource.status, mover)
}

/** The same for several resources, which are all created in one state. */
export function recordCreations<State extends string>(
  tx: WriteTransaction,
  machine: StateMachine<State>,
  resources: readonly Omit<Stateful<State>, 'status'>[],
  to: State,
  mover: Mover = byService,
): Promise<void> {
  const created = resources.map((resource) => ({ ...resource, status: null }))
  return recordStates(tx, machine, created, { action: 'create', to, mover })
}

/** A resource, and its state before. Null if there was none. */
type Changed = Omit<Stateful<string>, 'status'> & { readonly status: string | null }

interface Move {
  readonly action: string
  readonly to: string
  readonly mover: Mover
}

function recordStates(
  tx: WriteTransaction,
  machine: StateMachine,
  resources: readonly Changed[],
  move: Move,
): Promise<void> {
  const actorId = move.mover.organizationId ?? null
  const { text, values } = insertedRows(
    resources.map(({ id, status, lenderId, borrowerId }) => {
      const states = [move.action, status, move.to]
      return [machine.id, id, ...states, lenderId, borrowerId, actorId, tx.now]
    }),
  )
  const written = tx.write(
    `INSERT INTO state_changes (machine, resource_id, action, from_state, to_state, lender_id,
       borrower_id, actor_id, changed_at) VALUES ${text}`,
    values,
  )
  for (const resource of resources) publishState(tx, machine, resource, move)
  return written
}

function publishState(
  tx: WriteTransaction,
  machine: StateMachine,
  resource: Changed,
  move: Move,
): void {
  const change: StateChange = {
    resource: machine.id as ChangedResource,
    resource_id: resource.id,
    order_id: resource.orderId,
    action: move.action,
    from: resource.status,
    to: move.to,
    by: move.mover.organizationId ?? null,
  }
  tx.publish({
    type: `${change.resource}.updated`,
    readers: [resource.lenderId, resource.borrowerId],
    data: { change },
  })
  followInThread(tx, machine, resource, move)
}

/**
 * Why an organization cannot make a transition now. Undefined if the state and the side allow it.
 */
export function moveBlocker<State extends string>(
  machine: StateMachine<State>,
  resource: Sides & { readonly status: State },
  action: string,
  organizationId: string,
): string | undefined {
  const transition = transitionFor(machine, action, resource.status)
  if (transition === undefined) return `the ${machine.title.toLowerCase()} is ${resource.status}`
  if (mayMove(transition, resource, { organizationId })) return undefined
  return `only the ${parties(transition)} may do this`
}

function notForThisParty(transition: Transition): Refusal {
  return new Refusal('PARTY_NOT_PERMITTED', [
    { field: 'action', issue: `only the ${parties(transition)} may ${transition.action}` },
  ])
}

function impossible(machine: StateMachine, status: string, action: string): Refusal {
  const from = machine.transitions
    .filter((transition) => transition.action === action)
    .flatMap((transition) => [...transition.from])
  return new Refusal('INVALID_STATE', [
    {
      field: 'status',
      issue: `${action} is not possible while the ${machine.title.toLowerCase()} is ${status}`,
      value: status,
      allowed: [...new Set(from)],
    },
  ])
}
