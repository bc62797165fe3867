import {
  type ChangedResource,
  type StateChange,
  type StateMachine,
  type Transition,
  transitionFor,
} from '@vadium/schema'
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
  await recordState(tx, machine, resource, { action, to: transition.to, mover })
  return transition.to
}

/** Records that a resource was created, in the first state of its machine. */
export function recordCreation<State extends string>(
  tx: WriteTransaction,
  machine: StateMachine<State>,
  resource: Stateful<State>,
  mover: Mover = byService,
): Promise<void> {
  const created = { ...resource, status: null }
  return recordState(tx, machine, created, { action: 'create', to: resource.status, mover })
}

function recordState(
  tx: WriteTransaction,
  machine: StateMachine,
  resource: Omit<Stateful<string>, 'status'> & { readonly status: string | null },
  move: { readonly action: string; readonly to: string; readonly mover: Mover },
): Promise<void> {
  const written = tx.write(
    `INSERT INTO state_changes (machine, resource_id, action, from_state, to_state, lender_id,
       borrower_id, actor_id, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      machine.id,
      resource.id,
      move.action,
      resource.status,
      move.to,
      resource.lenderId,
      resource.borrowerId,
      move.mover.organizationId ?? null,
      tx.now,
    ],
  )
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
  return written
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
