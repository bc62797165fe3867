/** Who may make a move. `creator` and `counterparty` are the two sides as to who asked. */
export type Actor = 'lender' | 'borrower' | 'creator' | 'counterparty' | 'custodian' | 'service'

/** One move: from any of some states to one, by any of some actors. */
export interface Transition<State extends string = string, Action extends string = string> {
  readonly action: Action
  readonly from: readonly State[]
  readonly to: State
  readonly by: readonly Actor[]
  /** A sentence for people: when it is made, and what it does. */
  readonly description: string
}

/** The states of one kind of resource and every move between them; what is not here is not possible. */
export interface StateMachine<State extends string = string, Action extends string = string> {
  readonly id: string
  readonly title: string
  readonly initial: State
  /** Each state with what it means. */
  readonly states: Readonly<Record<State, string>>
  readonly transitions: readonly Transition<State, Action>[]
}

export function stateMachine<const State extends string, const Action extends string>(
  machine: StateMachine<State, Action>,
): StateMachine<State, Action> {
  return machine
}

/** The states of a machine, in the order of a life. */
export function statesOf<State extends string>(machine: StateMachine<State>): readonly State[] {
  return Object.keys(machine.states) as State[]
}

/** A state from which nothing leads on. */
export function isFinal<State extends string>(machine: StateMachine<State>, state: State): boolean {
  return machine.transitions.every(({ from }) => !from.includes(state))
}

/** A state in which one side has asked, and it is for the other to answer. */
export function awaitsAnswer(machine: StateMachine, state: string): boolean {
  return machine.transitions.some(
    ({ from, by }) =>
      from.includes(state) && by.includes('counterparty') && !by.includes('creator'),
  )
}

/** The move that an action makes from a state; undefined where the table has none. */
export function transitionFor<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  action: Action,
  from: State,
): Transition<State, Action> | undefined {
  return machine.transitions.find(
    (transition) => transition.action === action && transition.from.includes(from),
  )
}

/** Whether any move leads from one state to another. */
export function leadsTo<State extends string>(
  machine: StateMachine<State>,
  from: State,
  to: State,
): boolean {
  return machine.transitions.some(
    (transition) => transition.to === to && transition.from.includes(from),
  )
}
