/**
 * Who may make a transition. `creator` is the side that created the order or request,
 * `counterparty` the other side. `receiver` is the side that a transfer goes to. `requester` is the
 * account whose request awaits approvals, `approver` another account that may decide. `holder` is
 * who manages a resource of an account: that account, or an admin.
 */
export type Actor =
  | 'lender'
  | 'borrower'
  | 'creator'
  | 'counterparty'
  | 'receiver'
  | 'requester'
  | 'approver'
  | 'holder'
  | 'custodian'
  | 'service'

/** A transition: from one of several states to one state, by one of several actors. */
export interface Transition<State extends string = string, Action extends string = string> {
  readonly action: Action
  readonly from: readonly State[]
  readonly to: State
  readonly by: readonly Actor[]
  /** A sentence for people: what the transition does, or when the service makes it. */
  readonly description: string
}

/** The states of one kind of resource and all transitions between them. No others are possible. */
export interface StateMachine<State extends string = string, Action extends string = string> {
  readonly id: string
  readonly title: string
  readonly initial: State
  /** Each state with its meaning. */
  readonly states: Readonly<Record<State, string>>
  readonly transitions: readonly Transition<State, Action>[]
}

export function stateMachine<const State extends string, const Action extends string>(
  machine: StateMachine<State, Action>,
): StateMachine<State, Action> {
  return machine
}

/** The states of a machine, in their usual order. */
export function statesOf<State extends string>(machine: StateMachine<State>): readonly State[] {
  return Object.keys(machine.states) as State[]
}

/** Whether no transition leaves the state. */
export function isFinal<State extends string>(machine: StateMachine<State>, state: State): boolean {
  return machine.transitions.every(({ from }) => !from.includes(state))
}

/** Whether the creator waits in this state for the answer of the counterparty. */
export function awaitsAnswer(machine: StateMachine, state: string): boolean {
  return machine.transitions.some(
    ({ from, by }) =>
      from.includes(state) && by.includes('counterparty') && !by.includes('creator'),
  )
}

/** The transition of an action from a state; undefined if the machine has none. */
export function transitionFor<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  action: Action,
  from: State,
): Transition<State, Action> | undefined {
  return machine.transitions.find(
    (transition) => transition.action === action && transition.from.includes(from),
  )
}

/** Whether a transition leads from one state to another. */
export function leadsTo<State extends string>(
  machine: StateMachine<State>,
  from: State,
  to: State,
): boolean {
  return machine.transitions.some(
    (transition) => transition.to === to && transition.from.includes(from),
  )
}
